import { columnar } from '../db/columnar.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'

/** What a change adds to or subtracts from the usage of an account's day or night. Cents. */
export interface CashoutUse {
  readonly accountId: string
  readonly period: string
  /** Negative when a cashout was never sent, because it no longer counts. */
  readonly delta: number
  /** The limit of the period. Only an addition is compared with it. */
  readonly limit: number
}

/**
 * Loses when the period would exceed its limit. The order of commits decides, over all processes.
 */
export const cashoutUsageWriter: RowWriter<CashoutUse> = {
  name: 'cashout-usage',
  async write(tx, rows) {
    const periods = [...new Map(rows.map((row) => [nameOf(row), row])).entries()].sort(
      ([a], [b]) => (a < b ? -1 : 1),
    )
    const keys = periods.map(([, row]) => row)
    const key = columnar(keys, { account_id: 'uuid', period: 'text' })
    const [, stored] = await Promise.all([
      tx`
        insert into cashout_usage (${key.columns})
        select * from unnest(${key.arrays})
        on conflict do nothing`,
      tx<{ accountId: string; period: string; used: number }[]>`
        select account_id as "accountId", period, used from cashout_usage
        where (account_id, period) in (select * from unnest(${key.arrays}))
          ${ofAccounts(tx, 'cashout_usage', rows)}
        order by account_id, period for update`,
    ])
    const used = new Map(stored.map((row) => [nameOf(row), row.used]))
    const losers = applyUses(rows, used)
    const next = columnar(keys, {
      account_id: 'uuid',
      period: 'text',
      used: ['bigint', (row) => used.get(nameOf(row)) ?? 0],
    })
    await tx`
      update cashout_usage u set used = n.used
      from unnest(${next.arrays}) as n (${next.columns})
      where u.account_id = n.account_id ${ofAccounts(tx, 'u', rows)} and u.period = n.period`
    return losers
  },
}

/** What an account has used of a period, in cents. */
export async function cashoutUsed(sql: Sql, accountId: string, period: string): Promise<number> {
  const [row] = await sql<{ used: number }[]>`
    select used from cashout_usage where account_id = ${accountId} and period = ${period}`
  return row?.used ?? 0
}

/**
 * Adds the changes that fit and returns those that do not. Leaves the resulting total in `used`.
 */
function applyUses(rows: readonly CashoutUse[], used: Map<string, number>): number[] {
  return rows.flatMap((row, index) => {
    const name = nameOf(row)
    const after = (used.get(name) ?? 0) + row.delta
    if (row.delta > 0 && after > row.limit) return [index]
    used.set(name, Math.max(0, after))
    return []
  })
}

const nameOf = ({ accountId, period }: Pick<CashoutUse, 'accountId' | 'period'>): string =>
  `${accountId} ${period}`
