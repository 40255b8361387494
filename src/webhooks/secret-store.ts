import type { Queryable, Sql } from '../db/pool.ts'

/** A webhook secret as it is stored: sealed for its row (docs/design/rules.md#k5). */
export interface SealedSecret {
  readonly id: string
  readonly sealed: Buffer
  readonly createdAt: Date
  /** Null: the current one. */
  readonly expiresAt: Date | null
}

/** A secret that is created now. */
export type NewSecret = Pick<SealedSecret, 'id' | 'sealed' | 'createdAt'>

/**
 * The notices that a secret signs: those to one endpoint of an account, or, with null, those to its
 * postbackUrls.
 */
export interface Signer {
  readonly accountId: string
  readonly webhookEndpointId: string | null
}

/** The secrets that sign now, newest first (docs/design/rules.md#w3). */
export const liveSecrets = (
  sql: Queryable,
  { accountId, webhookEndpointId }: Signer,
  now: Date,
) => sql<SealedSecret[]>`
  select id, sealed, created_at as "createdAt", expires_at as "expiresAt" from webhook_secrets
  where account_id = ${accountId}
    and webhook_endpoint_id is not distinct from ${webhookEndpointId}::uuid
    and (expires_at is null or expires_at > ${now})
  order by expires_at desc nulls first`

/** Creates a signer's first secret, unless another process was first. */
export async function insertFirstSecret(
  sql: Queryable,
  { accountId, webhookEndpointId }: Signer,
  { id, sealed, createdAt }: NewSecret,
): Promise<void> {
  await sql`
    insert into webhook_secrets (account_id, webhook_endpoint_id, id, sealed, created_at)
    values (${accountId}, ${webhookEndpointId}, ${id}, ${sealed}, ${createdAt})
    on conflict (account_id, webhook_endpoint_id) where expires_at is null do nothing`
}

/**
 * Replaces the current secret, which continues to sign for `overlapMs`. Changes nothing while two
 * secrets sign already. Returns when the previous one stops signing.
 */
export async function replaceSecret(
  sql: Sql,
  signer: Signer,
  { id, sealed, createdAt, overlapMs }: NewSecret & { readonly overlapMs: number },
): Promise<{ readonly replacedUntil: Date } | { readonly refusedUntil: Date }> {
  const { accountId, webhookEndpointId } = signer
  return sql.begin(async (tx) => {
    await tx`
      select from webhook_secrets
      where account_id = ${accountId}
        and webhook_endpoint_id is not distinct from ${webhookEndpointId}::uuid
        and expires_at is null
      for update`
    const [, earlier] = await liveSecrets(tx, signer, createdAt)
    if (earlier?.expiresAt) return { refusedUntil: earlier.expiresAt }
    const [replaced] = await tx<{ expiresAt: Date }[]>`
      update webhook_secrets
      set expires_at = ${createdAt}::timestamptz + ${overlapMs} * interval '1 millisecond'
      where account_id = ${accountId}
        and webhook_endpoint_id is not distinct from ${webhookEndpointId}::uuid
        and expires_at is null
      returning expires_at as "expiresAt"`
    if (!replaced) throw new Error('one without a webhook secret cannot replace it')
    await tx`
      insert into webhook_secrets (account_id, webhook_endpoint_id, id, sealed, created_at)
      values (${accountId}, ${webhookEndpointId}, ${id}, ${sealed}, ${createdAt})`
    return { replacedUntil: replaced.expiresAt }
  })
}
