import { envelopeOf } from '../../../contract/envelope.ts'
import { WebhookSecretWire } from '../../../contract/webhook-secret.ts'
import type { Account } from '../../accounts/account.ts'
import { accountById } from '../../accounts/account-store.ts'
import type { App } from '../../app.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { askSecondPerson, waitsForSecondPerson } from '../approval-response.ts'
import { type ApiRequest, endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { rotateSecret, showSecretToPerson } from '../webhook-secret-response.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

export const getAccountWebhookSecret = endpoint({
  summary: 'Ver o segredo dos webhooks de uma conta',
  description:
    'Com GUICHE_SECOND_PERSON=on, só a própria conta vê o segredo, porque quem o tem pode forjar webhooks.',
  answer: envelopeOf(WebhookSecretWire),
  rejections: ['not-found', 'permission-denied'],
  async handle({ app }, request) {
    if (waitsForSecondPerson(app)) {
      const params = { permission: 'webhook-secret:read' }
      throw new Rejection('permission-denied', { params })
    }
    return showSecretToPerson(app, await accountFrom(app, request))
  },
})

export const postAccountWebhookSecretRotation = endpoint({
  summary: 'Trocar o segredo dos webhooks de uma conta',
  mayWait: true,
  answer: envelopeOf(WebhookSecretWire),
  rejections: ['not-found', 'webhook-secret-rotating'],
  async handle(context, request) {
    const { id } = await accountFrom(context.app, request)
    if (waitsForSecondPerson(context.app))
      return askSecondPerson(context, request, 'webhook_secret.rotate', { accountId: id })
    return withOperatorIdempotency(context, request, {
      kind: 'transaction',
      run: async (app) => ({ id, ...(await rotateSecret(app, id)) }),
    })
  },
})

async function accountFrom({ sql }: Pick<App, 'sql'>, request: ApiRequest): Promise<Account> {
  const found = await accountById(sql, idFrom(request))
  if (!found) throw new Rejection('not-found')
  return found.account
}
