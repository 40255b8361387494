import type { Place } from '../primitives/vault.ts'
import type { Queryable } from './pool.ts'

/*
 * Every column that holds a value sealed by the vault. Bytes 1 and 2 of a sealed value are the
 * version of its master key.
 */

/** A sealed value as stored in its row. */
export interface SealedValue {
  readonly sealed: Buffer
  readonly place: Place
  /**
   * Identifies the row of a stored response; absent in other tables, where the id of the place
   * does.
   */
  readonly keyDigest?: Buffer
}

/** Values sealed under one of `versions`, at most `limit` of each table. */
export async function valuesSealedBy(
  db: Queryable,
  versions: readonly number[],
  limit: number,
): Promise<readonly SealedValue[]> {
  const headers = versions.map(headerOf)
  const rows = await db<
    {
      table: string
      id: string
      accountId: string | null
      keyDigest: Buffer | null
      sealed: Buffer
    }[]
  >`
    (select 'providers' as "table", id::text as id, null::uuid as "accountId",
      null::bytea as "keyDigest", sealed
     from providers
     where get_byte(sealed, 1) * 256 + get_byte(sealed, 2) = any(${versions}::int[])
     limit ${limit})
    union all
    (select 'webhook_secrets', id::text, account_id, null, sealed
     from webhook_secrets
     where get_byte(sealed, 1) * 256 + get_byte(sealed, 2) = any(${versions}::int[])
     limit ${limit})
    union all
    (select 'mails', id::text, account_id, null, sealed
     from mails
     where get_byte(sealed, 1) * 256 + get_byte(sealed, 2) = any(${versions}::int[])
     limit ${limit})
    union all
    (select 'approvals.payload', id::text, account_id, null, payload
     from approvals
     where get_byte(payload, 1) * 256 + get_byte(payload, 2) = any(${versions}::int[])
     limit ${limit})
    union all
    (select 'approvals.result', id::text, account_id, null, result
     from approvals
     where get_byte(result, 1) * 256 + get_byte(result, 2) = any(${versions}::int[])
     limit ${limit})
    union all
    (select 'idempotency_keys', 'answer_body', account_id, key_digest, decode(answer_body, 'base64')
     from idempotency_keys
     where answer_body like 'AQ%' and left(answer_body, 4) = any(${headers}::text[])
     limit ${limit})`
  return rows.map(({ table, id, accountId, keyDigest, sealed }) => ({
    sealed,
    place: { table, id, ...(accountId !== null && { accountId }) },
    ...(keyDigest !== null && { keyDigest }),
  }))
}

/**
 * Replaces a value by `fresh`. Returns false if the row has changed since it was read, or is gone.
 */
export async function replaceSealed(
  db: Queryable,
  { sealed, place, keyDigest }: SealedValue,
  fresh: Buffer,
): Promise<boolean> {
  const { table, id, accountId = null } = place
  const rows = await (table === 'providers'
    ? db`update providers set sealed = ${fresh} where id = ${id} and sealed = ${sealed} returning 1`
    : table === 'webhook_secrets'
      ? db`
          update webhook_secrets set sealed = ${fresh}
          where account_id = ${accountId} and id = ${id} and sealed = ${sealed} returning 1`
      : table === 'mails'
        ? db`
          update mails set sealed = ${fresh}
          where account_id = ${accountId} and id = ${id} and sealed = ${sealed} returning 1`
        : table === 'approvals.payload'
          ? db`
          update approvals set payload = ${fresh}
          where account_id = ${accountId} and id = ${id} and payload = ${sealed} returning 1`
          : table === 'approvals.result'
            ? db`
          update approvals set result = ${fresh}
          where account_id = ${accountId} and id = ${id} and result = ${sealed} returning 1`
            : db`
          update idempotency_keys set answer_body = ${fresh.toString('base64')}
          where account_id = ${accountId} and key_digest = ${keyDigest ?? null}
            and answer_body = ${sealed.toString('base64')} returning 1`)
  return rows.length === 1
}

/** How many values each version seals, by table. */
export const sealedCounts = (db: Queryable) => db<
  { table: string; version: number; count: number }[]
>`
  select "table", version, count(*)::int as count
  from (
    select 'providers' as "table", get_byte(sealed, 1) * 256 + get_byte(sealed, 2) as version
    from providers
    union all
    select 'webhook_secrets', get_byte(sealed, 1) * 256 + get_byte(sealed, 2) from webhook_secrets
    union all
    select 'mails', get_byte(sealed, 1) * 256 + get_byte(sealed, 2)
    from mails
    where sealed is not null
    union all
    select 'approvals', get_byte(sealed, 1) * 256 + get_byte(sealed, 2)
    from approvals cross join lateral (values (payload), (result)) as value (sealed)
    where sealed is not null
    union all
    select 'idempotency_keys',
      get_byte(decode(left(answer_body, 4), 'base64'), 1) * 256
        + get_byte(decode(left(answer_body, 4), 'base64'), 2)
    from idempotency_keys where answer_body like 'AQ%') as value
  group by "table", version
  order by version, "table"`

/** The first three bytes of a sealed value, in base64. */
const headerOf = (version: number): string =>
  Buffer.from([1, version >> 8, version & 0xff]).toString('base64')
