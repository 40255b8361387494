import type { TimedSql } from '../db/business-time.ts'
import { columnar, columnsOf } from '../db/columnar.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'

/** The row that guards a key and amount against a repeated cashout (docs/design/rules.md#i9). */
export interface CashoutGuard {
  readonly accountId: string
  /** Or the charge of a dynamic BR Code. */
  readonly pixKey: string
  /** Cents. 0: of any amount. */
  readonly amount: number
  readonly cashoutId: string
  readonly requestedAt: Date
  /** 0: the account has no duplicate check. */
  readonly windowMs: number
  /** The merchant confirms that the second cashout is intended. */
  readonly skipsDuplicateCheck: boolean
}

/**
 * Loses when a cashout for the same key and amount was requested within the window, in any process,
 * and that cashout may still be or have been sent. A confirmed duplicate never loses, and it guards
 * against the next request. The row has the last cashout only, so when that one is over the earlier
 * ones are read: a confirmed duplicate that is canceled does not free the first.
 */
export const cashoutGuardsWriter: RowWriter<CashoutGuard> = {
  name: 'cashout-guards',
  async write(tx, rows) {
    const names = rows.map(nameOf)
    // One statement cannot touch a row twice. So of several rows in a batch the first is checked,
    // and the last of those that need no check is stored.
    const strict = rows.filter(
      (row, index) => !isUnchecked(row) && names.indexOf(names[index] ?? '') === index,
    )
    const free = rows.filter(
      (row, index) => isUnchecked(row) && lastUnchecked(rows, names, names[index]) === index,
    )
    const tried = columnar(strict, guardColumns)
    const checked = columnar(strict, checkColumns)
    const kept = columnar(free, guardColumns)
    const [, written] = await Promise.all([
      // Not in the insert: Citus sends what follows `on conflict` to a shard without its values.
      tx`
        update cashout_guards g set free_at = '-infinity'
        from unnest(${checked.arrays}) as n (${checked.columns})
        where g.account_id = n.account_id ${ofAccounts(tx, 'g', strict)}
          and g.pix_key = n.pix_key and g.amount = n.amount
          and (g.free_at <= ${now(tx, strict)} or exists (
            select from cashouts c
            where c.account_id = g.account_id ${ofAccounts(tx, 'c', strict)}
              and c.id = g.cashout_id and c.status in ('FAILED', 'CANCELED', 'REFUNDED')))
          and not exists (
            select from cashouts c
            where c.account_id = g.account_id ${ofAccounts(tx, 'c', strict)}
              and c.pix_key = g.pix_key and c.amount = g.amount and c.created_at > n.since
              and c.status not in ('FAILED', 'CANCELED', 'REFUNDED')
              and c.id <> all(${rows.map(({ cashoutId }) => cashoutId)}::uuid[]))`,
      tx<{ name: string }[]>`
        insert into cashout_guards as g (${tried.columns})
        select * from unnest(${tried.arrays})
        on conflict (account_id, pix_key, amount)
        do update set cashout_id = excluded.cashout_id, free_at = excluded.free_at
          where g.free_at = '-infinity'
        returning account_id || ' ' || amount || ' ' || pix_key as name`,
      tx`
        insert into cashout_guards as g (${kept.columns})
        select * from unnest(${kept.arrays})
        on conflict (account_id, pix_key, amount)
        do update set cashout_id = excluded.cashout_id,
          free_at = greatest(g.free_at, excluded.free_at)`,
    ])
    const winners = new Set(written.map(({ name }) => name))
    return rows.flatMap((row, index) => {
      if (isUnchecked(row)) return []
      const name = names[index] ?? ''
      return winners.has(name) && names.indexOf(name) === index ? [] : [index]
    })
  },
}

/** Whether a second cashout is permitted. */
export const isUnchecked = ({
  windowMs,
  skipsDuplicateCheck,
}: Pick<CashoutGuard, 'windowMs' | 'skipsDuplicateCheck'>): boolean =>
  skipsDuplicateCheck || windowMs === 0

/**
 * The last cashout that guards this key and amount at an instant. `undefined`: none does any more.
 */
export async function guardingCashout(
  sql: Sql,
  {
    accountId,
    pixKey,
    amount,
    windowMs,
    at,
  }: Pick<CashoutGuard, 'accountId' | 'pixKey' | 'amount' | 'windowMs'> & { readonly at: Date },
): Promise<string | undefined> {
  const since = new Date(at.getTime() - windowMs)
  const [row] = await sql<{ id: string }[]>`
    select id
    from (
      select c.id, c.created_at
      from cashout_guards g
      join cashouts c on c.account_id = g.account_id and c.id = g.cashout_id
      where g.account_id = ${accountId} and g.pix_key = ${pixKey}
        and g.amount = ${amount} and g.free_at > ${at}
        and c.status not in ('FAILED', 'CANCELED', 'REFUNDED')
      union all
      select c.id, c.created_at
      from cashouts c
      where c.account_id = ${accountId} and c.created_at > ${since}
        and c.pix_key = ${pixKey} and c.amount = ${amount}
        and c.status not in ('FAILED', 'CANCELED', 'REFUNDED')
    ) as counting
    order by created_at desc limit 1`
  return row?.id
}

/** Deletes expired guards, at most `limit`. Returns their number. */
export async function deleteExpiredGuards(
  { sql, clock }: TimedSql,
  limit: number,
): Promise<number> {
  const rows = await sql`
    delete from cashout_guards where (account_id, pix_key, amount) in (
      select account_id, pix_key, amount
      from cashout_guards
      where free_at < ${clock.now()}
      order by free_at limit ${limit})
    returning 1`
  return rows.length
}

const nameOf = ({ accountId, pixKey, amount }: CashoutGuard): string =>
  `${accountId} ${amount} ${pixKey}`

function lastUnchecked(
  rows: readonly CashoutGuard[],
  names: readonly string[],
  name: string | undefined,
): number {
  return rows.findLastIndex((row, index) => isUnchecked(row) && names[index] === name)
}

/** To find the cashouts that a request repeats. */
const checkColumns = columnsOf<CashoutGuard>()({
  account_id: 'uuid',
  pix_key: 'text',
  amount: 'bigint',
  since: ['timestamptz', ({ requestedAt, windowMs }) => new Date(requestedAt.getTime() - windowMs)],
})

const guardColumns = columnsOf<CashoutGuard>()({
  account_id: 'uuid',
  pix_key: 'text',
  amount: 'bigint',
  cashout_id: 'uuid',
  free_at: [
    'timestamptz',
    ({ requestedAt, windowMs }) => new Date(requestedAt.getTime() + windowMs),
  ],
})

/** Cashouts of one batch share a commit and therefore its instant. */
const now = (tx: Queryable, rows: readonly CashoutGuard[]) => {
  const latest = Math.max(0, ...rows.map(({ requestedAt }) => requestedAt.getTime()))
  return tx`${new Date(latest).toISOString()}::timestamptz`
}
