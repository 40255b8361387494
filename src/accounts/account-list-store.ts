import type { Sql } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import { unionAll } from '../db/union-all.ts'
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
  // The offset keeps the planner from reading all accounts in the order of the page.
  const found =
    search === ''
      ? sql`accounts`
      : sql`(
    select * from accounts where ${matches(sql, search)} offset 0)`
  const those = (narrowed: Fragment) => sql`
    select a.* from ${found} as a
    where ${after === undefined ? sql`true` : sql`a.id < ${after}`} ${narrowed}
    order by a.id desc limit ${limit}`
  // Each status is a range of one index.
  const matching =
    status === undefined
      ? those(sql``)
      : unionAll(
          sql,
          [...new Set(status)].map((each) => those(sql`and a.status = ${each}`)),
        )
  const rows = await sql<AccountRow[]>`
    select ${accountColumns(sql)} from (${matching}) as a order by a.id desc limit ${limit}`
  return rows.map(accountFrom)
}

/** Every account, the newest first, read in pages. */
export async function* allAccounts(sql: Sql): AsyncGenerator<Account> {
  for (let after: string | undefined; ; ) {
    const page = await accountPage(sql, { limit: pageSize, ...(after !== undefined && { after }) })
    yield* page
    after = page.at(-1)?.id
    if (page.length < pageSize) return
  }
}

const pageSize = 100

function matches(sql: Sql, search: string) {
  if (isUuid(search)) return sql`id = ${search.toLowerCase()}`
  const document = search.replace(/[.\-/\s]/g, '').toUpperCase()
  const start = search.toLowerCase()
  // A range of an index. A plan for any values cannot know that a pattern has one.
  return sql`(document = ${document}
    or lower(name) ~>=~ ${start} and lower(name) ~<~ ${start + lastCharacter})`
}

const lastCharacter = '\u{10ffff}'
