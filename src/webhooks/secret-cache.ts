import { monotonicMs } from '../primitives/clock.ts'
import type { Signer } from './secret-store.ts'
import { webhookSecretsOf } from './secrets.ts'
import type { WebhookSecret } from './signature.ts'

type Secrets = readonly [WebhookSecret, ...WebhookSecret[]]

/** The secrets that sign now, at most two seconds behind a rotation. */
export interface SecretCache {
  of(signer: Signer): Promise<Secrets>
}

export function openSecretCache(app: Parameters<typeof webhookSecretsOf>[0]): SecretCache {
  const cached = new Map<string, { readonly secrets: Promise<Secrets>; readonly untilMs: number }>()
  return {
    of({ accountId, webhookEndpointId }) {
      const name = `${accountId} ${webhookEndpointId}`
      const known = cached.get(name)
      if (known && monotonicMs() < known.untilMs) return known.secrets
      const secrets = webhookSecretsOf(app, accountId, webhookEndpointId)
      secrets.catch(() => cached.delete(name))
      cached.set(name, { secrets, untilMs: monotonicMs() + 2_000 })
      const [oldest] = cached.keys()
      if (cached.size > 5_000 && oldest !== undefined) cached.delete(oldest)
      return secrets
    },
  }
}
