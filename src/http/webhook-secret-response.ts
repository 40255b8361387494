import type { WebhookSecretWire } from '../../contract/webhook-secret.ts'
import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { audited } from '../audit-log/record-audit.ts'
import { Rejection } from '../primitives/rejection.ts'
import { rotateWebhookSecret, webhookSecretOf } from '../webhooks/secrets.ts'

export async function showSecret(app: Pick<App, 'sql' | 'vault' | 'clock'>, accountId: string) {
  const secret = await webhookSecretOf(app, accountId)
  const data: WebhookSecretWire = { secret, previousUntil: null }
  return { message: { pt: 'Segredo dos webhooks.', en: 'Webhook secret.' }, data }
}

/** The same, with an entry of who saw it, because its holder can write notices of the account. */
export const showSecretToPerson = (
  app: Pick<App, 'sql' | 'vault' | 'clock' | 'actor'>,
  { id, name }: Pick<Account, 'id' | 'name'>,
) =>
  audited(
    app,
    (sql) => showSecret({ ...app, sql }, id),
    () => ({
      accountId: id,
      action: 'webhook_secret.read',
      object: { type: 'account', id, name },
    }),
  )

/**
 * A repeat changes nothing: a second rotation within the window is rejected
 * (docs/design/rules.md#w3).
 */
export async function rotateSecret(
  app: Pick<App, 'sql' | 'vault' | 'clock' | 'actor'>,
  accountId: string,
  webhookEndpointId: string | null = null,
) {
  const rotation = await rotateWebhookSecret(app, accountId, webhookEndpointId)
  if (rotation.kind === 'refused') {
    throw new Rejection('webhook-secret-rotating', {
      params: { until: rotation.until.toISOString() },
    })
  }
  const { secret, previousUntil } = rotation
  const data: WebhookSecretWire = { secret, previousUntil: previousUntil.toISOString() }
  return {
    message: {
      pt: 'Segredo trocado. O anterior ainda assina por 24 horas.',
      en: 'Secret rotated. The one before still signs for 24 hours.',
    },
    data,
  }
}
