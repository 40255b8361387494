import type { Queryable } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'

/** The account from which money is sent, or held to be sent. */
export interface OutgoingTransfer {
  readonly accountId: string
}

/**
 * Loses while the account has a debt or a dispute with a shortfall, because then no money may leave
 * (docs/decisions/disputes.md). It is written after `balances`, so a hold of outgoing money is
 * checked under the lock of the postings.
 */
export const requireNoDebt: RowWriter<OutgoingTransfer> = {
  name: 'nothing-owed',
  async write(tx, rows) {
    const owing = new Set(await owingOf(tx, [...new Set(rows.map(({ accountId }) => accountId))]))
    return rows.flatMap(({ accountId }, index) => (owing.has(accountId) ? [index] : []))
  },
}

/**
 * Loses unless the account has a debt, or a short dispute that has taken all available money. The
 * balance is read before the postings of this commit. An account changes once at a time: the first
 * change may release all that was owed.
 */
export const requireDebt: RowWriter<OutgoingTransfer> = {
  name: 'still-owed',
  async write(tx, rows) {
    const accounts = [...new Set(rows.map(({ accountId }) => accountId))]
    const [all, withMore] = await Promise.all([
      owingOf(tx, accounts),
      withAvailableMoney(tx, accounts),
    ])
    const owing = new Set(all.filter((accountId) => !withMore.includes(accountId)))
    return rows.flatMap(({ accountId }, index) => (owing.delete(accountId) ? [] : [index]))
  },
}

/** Whether the account's present or next money is claimed by a debt or a dispute. */
export const hasDebtOrShortfall = async (sql: Queryable, accountId: string): Promise<boolean> =>
  (await owingOf(sql, [accountId])).length > 0

async function owingOf(sql: Queryable, accounts: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select account_id as "accountId"
    from disputes
    where short and account_id = any(${[...accounts]}::uuid[])
    union
    select account_id from balances where debt > 0 and account_id = any(${[...accounts]}::uuid[])`
  return rows.map(({ accountId }) => accountId)
}

/**
 * An account with a debt has nothing available. So available money is newly received, and no short
 * dispute has collected it yet.
 */
async function withAvailableMoney(
  sql: Queryable,
  accounts: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select account_id as "accountId"
    from balances
    where available > 0 and account_id = any(${[...accounts]}::uuid[])`
  return rows.map(({ accountId }) => accountId)
}
