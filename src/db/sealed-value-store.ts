import type { Place } from '../primitives/vault.ts'
import type { Queryable } from './pool.ts'
import { type Fragment, fragment } from './statement.ts'
import { unionAll } from './union-all.ts'

/** A column of values sealed by the vault. */
interface SealedColumn {
  /** The table of the value's place, and its name in `guiche secrets status`. */
  readonly place: string
  readonly table: string
  readonly column: string
  /** The column that has the id of the place. */
  readonly id: string
  readonly ofAccount: boolean
}

/**
 * Every such column, apart from the stored responses in `idempotency_keys`, which are base64 and
 * begin with `AQ` under each version of a master key up to 4095 (claim-database.ts).
 */
const sealedColumns: readonly SealedColumn[] = [
  { place: 'providers', table: 'providers', column: 'sealed', id: 'id', ofAccount: false },
  {
    place: 'webhook_secrets',
    table: 'webhook_secrets',
    column: 'sealed',
    id: 'id',
    ofAccount: true,
  },
  {
    place: 'pepper_versions',
    table: 'pepper_versions',
    column: 'kept_keys',
    id: 'version',
    ofAccount: false,
  },
  { place: 'mails', table: 'mails', column: 'sealed', id: 'id', ofAccount: true },
  {
    place: 'second_factors',
    table: 'people.second_factors',
    column: 'secret',
    id: 'person_id',
    ofAccount: false,
  },
  { place: 'approvals.payload', table: 'approvals', column: 'payload', id: 'id', ofAccount: true },
  { place: 'approvals.result', table: 'approvals', column: 'result', id: 'id', ofAccount: true },
]

/** A sealed value as stored in its row. */
export interface SealedValue {
  readonly sealed: Buffer
  /** Its id identifies the row; of a stored response it is the digest of the key. */
  readonly place: Place
}

/** Values sealed under one of `versions`, at most `limit` of each column. */
export async function valuesSealedBy(
  db: Queryable,
  versions: readonly number[],
  limit: number,
): Promise<readonly SealedValue[]> {
  const rows = await (unionAll(db, [
    ...sealedColumns.map(
      ({ place, table, column, id, ofAccount }) => db`
        select ${place}::text as "table", ${name(id)}::text as id,
          ${name(ofAccount ? 'account_id' : 'null::uuid')} as "accountId",
          ${name(column)} as sealed
        from ${name(table)}
        where ${versionOf(column)} = any(${versions}::int[])
        limit ${limit}`,
    ),
    db`
      select 'idempotency_keys', encode(key_digest, 'hex'), account_id,
        decode(answer_body, 'base64')
      from idempotency_keys
      where answer_body like 'AQ%' and left(answer_body, 4) = any(${versions.map(headerOf)}::text[])
      limit ${limit}`,
  ]) as unknown as Promise<readonly ValueRow[]>)
  return rows.map(({ table, id, accountId, sealed }) => ({
    sealed,
    place: { table, id, ...(accountId !== null && { accountId }) },
  }))
}

interface ValueRow {
  readonly table: string
  readonly id: string
  readonly accountId: string | null
  readonly sealed: Buffer
}

/**
 * Replaces a value by `fresh`. Returns false if the row has changed since it was read, or is gone.
 */
export async function replaceSealed(
  db: Queryable,
  { sealed, place }: SealedValue,
  fresh: Buffer,
): Promise<boolean> {
  const { id, accountId = null } = place
  const of = sealedColumns.find((each) => each.place === place.table)
  const rows = await (of
    ? db`
        update ${name(of.table)}
        set ${name(of.column)} = ${fresh}
        where ${name(of.id)} = ${id} and ${name(of.column)} = ${sealed}
          ${of.ofAccount ? db`and account_id = ${accountId}` : db``}
        returning 1`
    : db`
        update idempotency_keys
        set answer_body = ${fresh.toString('base64')}
        where account_id = ${accountId} and key_digest = decode(${id}, 'hex')
          and answer_body = ${sealed.toString('base64')}
        returning 1`)
  return rows.length === 1
}

/** How many values each version seals, by the table of their places. */
export const sealedCounts = (db: Queryable) => db<
  { table: string; version: number; count: number }[]
>`
  select "table", version, count(*)::int as count
  from (${unionAll(db, [
    ...sealedColumns.map(
      ({ place, table, column }) => db`
        select ${place}::text as "table", ${versionOf(column)} as version
        from ${name(table)}
        where ${name(column)} is not null`,
    ),
    db`
      select 'idempotency_keys',
        get_byte(decode(left(answer_body, 4), 'base64'), 1) * 256
          + get_byte(decode(left(answer_body, 4), 'base64'), 2)
      from idempotency_keys
      where answer_body like 'AQ%'`,
  ])}) as value
  group by "table", version
  order by version, "table"`

/** Bytes 1 and 2 of a sealed value are the version of its master key. */
const versionOf = (column: string): Fragment =>
  name(`get_byte(${column}, 1) * 256 + get_byte(${column}, 2)`)

/** SQL of this file. */
const name = (text: string): Fragment => fragment([text], [])

/** The first three bytes of a sealed value, in base64. */
const headerOf = (version: number): string =>
  Buffer.from([1, version >> 8, version & 0xff]).toString('base64')
