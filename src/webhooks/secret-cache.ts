import { monotonicMs } from '../primitives/clock.ts'
import { webhookSecretsOf } from './secrets.ts'
import type { WebhookSecret } from './signature.ts'

type Secrets = readonly [WebhookSecret, ...WebhookSecret[]]

/** Secrets that sign now, at most two seconds behind a rotation. */
export interface SecretCache {
  of(accountId: string): Promise<Secrets>
}

export function openSecretCache(app: Parameters<typeof webhookSecretsOf>[0]): SecretCache {
  const cached = new Map<string, { readonly secrets: Promise<Secrets>; readonly untilMs: number }>()
  return {
    of(accountId) {
      const known = cached.get(accountId)
      if (known && monotonicMs() < known.untilMs) return known.secrets
      const secrets = webhookSecretsOf(app, accountId)
      secrets.catch(() => cached.delete(accountId))
      cached.set(accountId, { secrets, untilMs: monotonicMs() + 2_000 })
      const [oldest] = cached.keys()
      if (cached.size > 5_000 && oldest !== undefined) cached.delete(oldest)
      return secrets
    },
  }
}
