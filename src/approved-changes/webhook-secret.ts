import { accountById } from '../accounts/account-store.ts'
import { Rejection } from '../primitives/rejection.ts'
import { rotateWebhookSecret } from '../webhooks/secrets.ts'
import { secondPersonChange } from './second-person-change.ts'

interface SecretRotation {
  readonly accountId: string
}

/**
 * A new secret for the webhooks of an account: with it a person could write notices that the
 * merchant believes. The person who asked for it sees it once.
 */
export const rotateWebhookSecretApproved = secondPersonChange<SecretRotation>({
  kind: 'transaction',
  permission: 'account-secrets:rotate',
  async describe({ sql }, { accountId }) {
    const found = await accountById(sql, accountId)
    if (!found) throw new Rejection('not-found')
    return {
      subject: { type: 'account', id: accountId, name: found.account.name },
      before: {},
      after: { webhookSecret: 'replaced' },
    }
  },
  async apply(app, { accountId }) {
    const rotation = await rotateWebhookSecret(app, accountId, null)
    if (rotation.kind === 'rotated') return rotation.secret
    const params = { until: rotation.until.toISOString() }
    throw new Rejection('webhook-secret-rotating', { params })
  },
})
