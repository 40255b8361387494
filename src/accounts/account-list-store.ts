import type { Sql } from '../db/pool.ts'
import { isUuid } from '../primitives/id.ts'
import type { Account } from './account.ts'
import { type AccountRow, accountColumns, accountFrom } from './account-store.ts'

export interface AccountFilter {
  readonly limit: number
  readonly after?: string
  /** An id, a whole document, or the beginning of a name. */
  readonly search?: string
  readonly status?: readonly Account['status'][]
}

/** The accounts that match, after a cursor, the newest first. */
export async function accountPage(
  sql: Sql,
  { limit, after, search = '', status }: AccountFilter,
): Promise<Account[]> {
  const rows = await sql<AccountRow[]>`
    select ${accountColumns(sql)} from accounts a
    where ${search === '' ? sql`true` : matches(sql, search)}
      and ${status === undefined ? sql`true` : sql`a.status = any(${[...status]}::text[])`}
      and ${after === undefined ? sql`true` : sql`a.id < ${after}`}
    order by a.id desc limit ${limit}`
  return rows.map(accountFrom)
}

function matches(sql: Sql, search: string) {
  if (isUuid(search)) return sql`a.id = ${search.toLowerCase()}`
  const document = search.replace(/[.\-/\s]/g, '').toUpperCase()
  const start = `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`(a.document = ${document} or lower(a.name) like ${start})`
}
