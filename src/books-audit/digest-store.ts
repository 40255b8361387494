import type { Queryable, Sql, Tx } from '../db/pool.ts'
import { closingLockKey } from '../ledger/ledger-store.ts'
import type { DayDigest } from './digest.ts'

/** The debits and credits of each book, in cents. */
export type Totals = Readonly<Record<string, readonly [debits: number, credits: number]>>

export interface StoredDigest extends DayDigest {
  readonly totals: Totals
}

/**
 * Closes everything before an instant. Every later posting has this instant or a later one. The
 * instant never moves back.
 */
export const closeUntil = (sql: Sql, until: Date): Promise<void> =>
  sql.begin(async (tx) => {
    // Exclusive lock: no posting is in progress.
    await tx`select pg_advisory_xact_lock(${closingLockKey})`
    await tx`
      update ledger_closing
      set closed_until = ${until}
      where closed_until is null or closed_until < ${until}`
  })

export async function closedUntil(sql: Queryable): Promise<Date | null> {
  const [row] = await sql<
    { closedUntil: Date | null }[]
  >`select closed_until as "closedUntil" from ledger_closing`
  return row?.closedUntil ?? null
}

/** When the first transfer at or after an instant was posted. */
export async function firstPostedAt(sql: Queryable, from: Date | null): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(first.posted_at) as at
    from balances b cross join lateral (
      select posted_at from ledger_transfers t
      where t.account_id = b.account_id
        and t.posted_at >= coalesce(${from}::timestamptz, '-infinity')
      order by posted_at limit 1) as first
    where b.last_posted_at >= coalesce(${from}::timestamptz, '-infinity')`
  return row?.at ?? null
}

/**
 * The lines of a day in the order of their chain: by account, then by number. Reads them in bounded
 * batches.
 */
export async function* linesOf(
  sql: Queryable,
  { firstAt, untilAt }: Pick<DayDigest, 'firstAt' | 'untilAt'>,
): AsyncGenerator<string> {
  const accounts = await sql<{ accountId: string }[]>`
    select account_id as "accountId"
    from balances
    where last_posted_at >= ${firstAt}
    order by account_id`
  for (const { accountId } of accounts) {
    let after = 0
    for (;;) {
      const rows = await sql<{ number: number; line: string }[]>`
        select number, ledger_line(account_id, number, posted_at, debit_book, credit_book, amount,
          cause_type, cause_id, effect, transaction_id, pending_after, available_after,
          blocked_after, debt_after, id) as line
        from ledger_transfers
        where account_id = ${accountId} and posted_at >= ${firstAt} and posted_at < ${untilAt}
          and number > ${after}
        order by posted_at, number limit ${linesAtOnce}`
      for (const { line } of rows) yield line
      if (rows.length < linesAtOnce) break
      after = rows.at(-1)?.number ?? after
    }
  }
}

const linesAtOnce = 2_000

/** The debits and credits of each book in a period, over all accounts. */
export async function totalsBetween(
  sql: Queryable,
  { firstAt, untilAt }: { readonly firstAt: Date; readonly untilAt: Date },
): Promise<Totals> {
  const rows = await sql<{ book: string; debits: number; credits: number }[]>`
    select side.book, sum(side.debit)::bigint as debits, sum(side.credit)::bigint as credits
    from balances b
    cross join lateral (
      select * from ledger_transfers t
      where t.account_id = b.account_id and t.posted_at >= ${firstAt}
        and t.posted_at < ${untilAt}) as t
    cross join lateral (
      values (t.debit_book, t.amount, 0), (t.credit_book, 0, t.amount)
    ) as side (book, debit, credit)
    where b.last_posted_at >= ${firstAt}
    group by side.book`
  return Object.fromEntries(
    rows.map(({ book, debits, credits }) => [book, [debits, credits] as const]),
  )
}

/** Stores a day's digest. A concurrent second process has computed the same. */
export async function insertDigest(tx: Tx, day: StoredDigest): Promise<void> {
  await tx`
    insert into ledger_digests (date, first_at, until_at, transfers, previous, digest, totals)
    values (${day.date}::date, ${day.firstAt}, ${day.untilAt}, ${day.transfers},
      ${Buffer.from(day.previous, 'hex')}, ${Buffer.from(day.digest, 'hex')},
      ${JSON.stringify(day.totals)}::text::jsonb)
    on conflict do nothing`
}

export async function lastDigest(sql: Queryable): Promise<StoredDigest | undefined> {
  const [row] = await sql<
    StoredDigest[]
  >`select ${columns(sql)} from ledger_digests order by date desc limit 1`
  return row
}

export async function digestOf(sql: Queryable, date: string): Promise<StoredDigest | undefined> {
  const [row] = await sql<
    StoredDigest[]
  >`select ${columns(sql)} from ledger_digests where date = ${date}::date`
  return row
}

/** The digests of all days, the oldest first. */
export const allDigests = (sql: Queryable): Promise<StoredDigest[]> =>
  sql<StoredDigest[]>`select ${columns(sql)} from ledger_digests order by date`

export const columns = (
  sql: Queryable,
) => sql`date, first_at as "firstAt", until_at as "untilAt", transfers,
  encode(previous, 'hex') as previous, encode(digest, 'hex') as digest, totals`
