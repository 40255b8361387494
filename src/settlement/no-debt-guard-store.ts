import type { Queryable } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'

/** Whose money is about to be held for leaving, or to leave. */
export interface OutgoingTransfer {
  readonly accountId: string
}

/**
 * Loses while the account owes, or a dispute of it has less than it could have: nothing leaves before
 * (docs/decisions/disputes.md). Written after `balances`: what is held for leaving is judged under the lock of whoever
 * posts.
 */
export const requireNoDebt: RowWriter<OutgoingTransfer> = {
  name: 'nothing-owed',
  async write(tx, rows) {
    const owing = new Set(await owingOf(tx, [...new Set(rows.map(({ accountId }) => accountId))]))
    return rows.flatMap(({ accountId }, index) => (owing.has(accountId) ? [index] : []))
  },
}

/**
 * Loses unless the account owes, or a dispute is short that has taken all there is, with the balance as it is before what
 * this commit posts. One change of an account at a time: the first gives the money back that may be all that was owed.
 */
export const requireDebt: RowWriter<OutgoingTransfer> = {
  name: 'still-owed',
  async write(tx, rows) {
    const accounts = [...new Set(rows.map(({ accountId }) => accountId))]
    const [all, withMore] = await Promise.all([owingOf(tx, accounts), withMoneyToTake(tx, accounts)])
    const owing = new Set(all.filter((accountId) => !withMore.includes(accountId)))
    return rows.flatMap(({ accountId }, index) => (owing.delete(accountId) ? [] : [index]))
  },
}

/** Whether what the account has, or gets next, is somebody else's first. */
export const hasDebtOrShortfall = async (sql: Queryable, accountId: string): Promise<boolean> =>
  (await owingOf(sql, [accountId])).length > 0

async function owingOf(sql: Queryable, accounts: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select account_id as "accountId" from disputes where short and account_id = any(${[...accounts]}::uuid[])
    union
    select account_id from balances where debt > 0 and account_id = any(${[...accounts]}::uuid[])`
  return rows.map(({ accountId }) => accountId)
}

/** Who owes has nothing available: what is there came in, and no short dispute has taken it yet. */
async function withMoneyToTake(sql: Queryable, accounts: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select account_id as "accountId" from balances where available > 0 and account_id = any(${[...accounts]}::uuid[])`
  return rows.map(({ accountId }) => accountId)
}
