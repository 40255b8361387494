import { envelopeOf } from '../../../contract/envelope.ts'
import { WebhookSecretWire } from '../../../contract/webhook-secret.ts'
import { accountById } from '../../accounts/account-store.ts'
import type { App } from '../../app.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { type ApiRequest, endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { rotateSecret, showSecret } from '../webhook-secret-response.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

export const getAccountWebhookSecret = endpoint({
  summary: 'Ver o segredo dos webhooks de uma conta',
  answer: envelopeOf(WebhookSecretWire),
  rejections: ['not-found'],
  handle: async ({ app }, asked) => showSecret(app, await accountIdFrom(app, asked)),
})

export const postAccountWebhookSecretRotation = endpoint({
  summary: 'Trocar o segredo dos webhooks de uma conta',
  answer: envelopeOf(WebhookSecretWire),
  rejections: ['not-found', 'webhook-secret-rotating'],
  async handle(edge, asked) {
    const id = await accountIdFrom(edge.app, asked)
    return withOperatorIdempotency(edge, asked, {
      kind: 'transaction',
      run: async (app) => ({ id, ...(await rotateSecret(app, id)) }),
    })
  },
})

async function accountIdFrom({ sql }: Pick<App, 'sql'>, asked: ApiRequest): Promise<string> {
  const id = idFrom(asked)
  if (!(await accountById(sql, id))) throw new Rejection('not-found')
  return id
}
