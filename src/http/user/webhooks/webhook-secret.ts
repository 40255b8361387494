import { envelopeOf } from '../../../../contract/envelope.ts'
import { WebhookSecretWire } from '../../../../contract/webhook-secret.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { rotateSecret, showSecret, showSecretToPerson } from '../../webhook-secret-response.ts'

export const getWebhookSecret = accountEndpoint({
  summary: 'Ver o segredo que assina os webhooks',
  answer: envelopeOf(WebhookSecretWire),
  handle: ({ app }, { holder }) =>
    // A program of the account reads it at each start. A person leaves an entry.
    app.actor.kind === 'person'
      ? showSecretToPerson(app, holder.account)
      : showSecret(app, holder.account.id),
})

export const postWebhookSecretRotation = accountEndpoint({
  summary: 'Trocar o segredo dos webhooks',
  description: 'Por 24 horas os dois assinam; nesse tempo não há outra troca.',
  answer: envelopeOf(WebhookSecretWire),
  rejections: ['webhook-secret-rotating'],
  handle(context, request) {
    const { id } = request.holder.account
    return withSealedResponse(context, request, {
      accountId: id,
      kind: 'transaction',
      run: async (app) => ({ id, ...(await rotateSecret(app, id)) }),
    })
  },
})
