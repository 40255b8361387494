import assert from 'node:assert/strict'
import type { AccountId } from '../accounts/account.ts'
import { accountById } from '../accounts/account-store.ts'
import { type AuditDeps, type AuditedChange, audited } from '../audit-log/record-audit.ts'
import type { Sql } from '../db/pool.ts'
import type { Clock } from '../primitives/clock.ts'
import { defined } from '../primitives/defined.ts'
import { dayMs } from '../primitives/durations.ts'
import { newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Vault } from '../primitives/vault.ts'
import { insertFirstSecret, liveSecrets, replaceSecret } from './secret-store.ts'
import { isWebhookSecret, newWebhookSecret, type WebhookSecret } from './signature.ts'
import { endpointById } from './webhook-endpoint-store.ts'

interface Deps {
  readonly sql: Sql
  readonly vault: Vault
  readonly clock: Clock
}

/**
 * The secrets that sign an account's notices to one of its endpoints or to its postbackUrls, newest
 * first: two while one replaces the other. Those of postbackUrls are created at the first use,
 * those of an endpoint with it. Throws `not-found` for an endpoint that is deleted.
 */
export async function webhookSecretsOf(
  app: Deps,
  accountId: AccountId,
  webhookEndpointId: string | null = null,
): Promise<readonly [WebhookSecret, ...WebhookSecret[]]> {
  const signer = { accountId, webhookEndpointId }
  const open = async () =>
    (await liveSecrets(app.sql, signer, app.clock.now())).map(({ id, sealed }) => {
      const secret = app.vault.open(sealed, placeOf(accountId, id)).toString('utf8')
      assert(isWebhookSecret(secret), 'a sealed webhook secret is not one')
      return secret
    })
  const [newest, ...older] = await open()
  if (newest) return [newest, ...older]
  if (webhookEndpointId !== null) throw new Rejection('not-found')
  await insertFirstSecret(app.sql, signer, sealedNewSecret(app, accountId))
  const [first, ...rest] = await open()
  assert(first, 'a webhook secret was made and is not there')
  return [first, ...rest]
}

/** The secret that a merchant enters in its receiver of postbacks. */
export async function webhookSecretOf(app: Deps, accountId: AccountId): Promise<WebhookSecret> {
  const [newest] = await webhookSecretsOf(app, accountId)
  return newest
}

export type Rotation =
  /** The previous secret also signs until `previousUntil`. */
  | { readonly kind: 'rotated'; readonly secret: WebhookSecret; readonly previousUntil: Date }
  /** Two secrets sign already, so nothing changed. A rotation is possible again from `until` on. */
  | { readonly kind: 'refused'; readonly until: Date }

/**
 * Creates a new secret. Both sign for 24 h, and no third one is created in that time
 * (docs/design/rules.md#w3). Throws `not-found` for an endpoint that is deleted.
 */
export async function rotateWebhookSecret(
  app: Deps & AuditDeps,
  accountId: AccountId,
  webhookEndpointId: string | null = null,
): Promise<Rotation> {
  await webhookSecretsOf(app, accountId, webhookEndpointId) // A current secret exists.
  const object = await signerOf(app, accountId, webhookEndpointId)
  const fresh = sealedNewSecret(app, accountId)
  const done = await audited(
    app,
    (sql) => replaceSecret(sql, { accountId, webhookEndpointId }, { ...fresh, overlapMs: dayMs }),
    (replacing) =>
      'refusedUntil' in replacing
        ? undefined
        : {
            accountId,
            action: 'webhook_secret.rotated',
            object,
            after: { previousUntil: replacing.replacedUntil },
          },
  )
  if ('refusedUntil' in done) return { kind: 'refused', until: done.refusedUntil }
  return { kind: 'rotated', secret: fresh.secret, previousUntil: done.replacedUntil }
}

/** What signs with a secret, as the audit log names it. */
async function signerOf(
  { sql }: Pick<Deps, 'sql'>,
  accountId: AccountId,
  webhookEndpointId: string | null,
): Promise<AuditedChange['object']> {
  if (webhookEndpointId !== null) {
    const endpoint = await endpointById(sql, accountId, webhookEndpointId)
    const name = endpoint?.url
    return { type: 'webhook_endpoint', id: webhookEndpointId, ...defined({ name }) }
  }
  const name = (await accountById(sql, accountId))?.account.name
  return { type: 'account', id: accountId, ...defined({ name }) }
}

/** A new secret that was not shown yet, and its stored form. */
export function sealedNewSecret(
  { vault, clock }: Pick<Deps, 'vault' | 'clock'>,
  accountId: AccountId,
) {
  const createdAt = clock.now()
  const id = newId(createdAt.getTime())
  const secret = newWebhookSecret()
  return { id, secret, createdAt, sealed: vault.seal(secret, placeOf(accountId, id)) }
}

const placeOf = (accountId: AccountId, id: string) => ({ table: 'webhook_secrets', id, accountId })
