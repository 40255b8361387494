import { columnar } from '../db/columnar.ts'
import type { Queryable, Sql, Tx } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import type { AuditEntry, ChainEnd, SealedEnd } from './audit-entry.ts'

/**
 * The end of the chain, locked until the transaction ends, and when its last entry was made. That
 * is a second statement: the first one does not see the entry of a commit that it waited for.
 */
export async function lockChainEnd(
  tx: Tx,
): Promise<{ readonly end: ChainEnd; readonly at: Date | undefined }> {
  const [end] = await tx<ChainEnd[]>`select number, hash from audit_chain for update`
  if (!end) throw new Error('the audit log has no chain')
  const [last] = await tx<{ at: Date }[]>`
    select at from audit_entries where number = ${end.number}`
  return { end, at: last?.at }
}

/** Undefined: the row of the chain was removed. */
export async function chainEnd(sql: Queryable): Promise<SealedEnd | undefined> {
  const [end] = await sql<SealedEnd[]>`select number, hash, seal from audit_chain`
  return end
}

/** The numbers of the first and the last entry that is stored. Undefined: there is none. */
export async function storedNumbers(
  sql: Queryable,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const [row] = await sql<{ first: number | null; last: number | null }[]>`
    select min(number) as first, max(number) as last from audit_entries`
  const { first = null, last = null } = row ?? {}
  return first === null || last === null ? undefined : { first, last }
}

/** Adds entries that follow the locked end of the chain, and moves the end. */
export async function appendEntries(
  tx: Tx,
  entries: readonly AuditEntry[],
  end: SealedEnd,
): Promise<void> {
  const row = columnar(entries, {
    account_id: 'uuid',
    id: 'uuid',
    number: 'bigint',
    at: 'timestamptz',
    content: 'text',
    content_hash: 'bytea',
    hash: 'bytea',
  })
  await tx`
    insert into audit_entries (${row.columns})
    select ${row.columns} from unnest(${row.arrays}) as n (${row.columns})`
  await tx`update audit_chain set number = ${end.number}, hash = ${end.hash}, seal = ${end.seal}`
}

/** The entries after a number, in the order of the chain. */
export const entriesAfter = (
  sql: Queryable,
  number: number,
  limit: number,
): Promise<AuditEntry[]> => sql<AuditEntry[]>`
  select account_id as "accountId", id, number, at, content, content_hash as "contentHash", hash
  from audit_entries
  where number > ${number}
  order by number
  limit ${limit}`

/** SQL that is true while an entry before an instant still has its content. */
export const hasContentBefore = (sql: Sql, before: Date): Fragment =>
  sql`(
    select true from audit_entries
    where at < ${before} and content is not null
    order by at
    limit 1) is not null`

/** Removes contents of entries before an instant. Returns the number of entries. */
export async function removeContents(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    with ended as (
      select account_id, id
      from audit_entries
      where at < ${before} and content is not null
      order by number
      limit ${limit}
    )
    update audit_entries e set content = null
    from ended
    where e.account_id = ended.account_id and e.id = ended.id
    returning e.id`
  return rows.length
}
