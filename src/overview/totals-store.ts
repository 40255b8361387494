import type { PaymentMethod } from '../../contract/fields.ts'
import { brazilTimeZone } from '../brazil/local-time.ts'
import type { Sql, Tx } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import { effectSuffix } from '../ledger/effect.ts'
import type { Book } from '../ledger/posting.ts'
import { addTerms } from '../transactions/search/search-term-store.ts'

/**
 * Accounts with events or transfers that are not counted, or were counted by older rules. The one
 * that was tried longest ago is first, so an account that always fails does not stop the others.
 * Accounts that a newer version has counted are left to it.
 */
export async function accountsToCount(sql: Sql, limit: number): Promise<string[]> {
  const isOpen = sql`coalesce(c.rule, ${rule}) <= ${rule}`
  const rows = await sql<{ accountId: string }[]>`
    select account_id as "accountId" from (
      select f.account_id, c.tried_at
      from event_feeds f left join totals_cursors c on c.account_id = f.account_id
      where ${isOpen} and (
        f.last_position > coalesce(least(c.event_position, c.terms_position), 0)
        or c.rule < ${rule})
      union
      select b.account_id, c.tried_at
      from balances b left join totals_cursors c on c.account_id = b.account_id
      where ${isOpen} and (b.last_number > coalesce(c.transfer_number, 0) or c.rule < ${rule})
    ) as behind
    order by tried_at nulls first, account_id
    limit ${limit}`
  return rows.map(({ accountId }) => accountId)
}

/** How much of an account is counted. */
export interface Progress {
  /** The number of events and transfers that are not counted yet. */
  readonly behind: number
  /** When they were last counted, by the database's clock. Null: never. */
  readonly countedAt: Date | null
}

export async function progressOf(sql: Sql, accountId: string): Promise<Progress> {
  const [row] = await sql<{ behind: number; countedAt: Date | null }[]>`
    select
      coalesce((
          select last_position
          from event_feeds
          where account_id = ${accountId}
        ), 0) - coalesce(c.event_position, 0)
        + coalesce((
          select last_number
          from balances
          where account_id = ${accountId}
        ), 0) - coalesce(c.transfer_number, 0) as behind,
      c.counted_at as "countedAt"
    from (select) as one left join totals_cursors c on c.account_id = ${accountId}`
  return { behind: Math.max(0, row?.behind ?? 0), countedAt: row?.countedAt ?? null }
}

/**
 * Counts the next events and transfers of an account, and adds the search terms of its payments.
 * The cursor moves in the same commit, so each is counted once, also when a process dies. Returns
 * the number of those counted, or 0 when another process counts this account now or a newer version
 * has counted it.
 */
export const countNext = (
  sql: Sql,
  accountId: string,
  charges: readonly PaymentMethod[],
  atMost: number,
): Promise<number> =>
  sql.begin(async (tx) => {
    await tx`
      insert into totals_cursors (account_id, rule, event_position, transfer_number)
      values (${accountId}, ${rule}, 0, 0)
      on conflict do nothing`
    const [cursor] = await tx<Cursor[]>`
      select rule, event_position as position, transfer_number as number, terms_position as terms
      from totals_cursors
      where account_id = ${accountId}
      for update skip locked`
    if (!cursor || cursor.rule > rule) return 0
    if (cursor.rule < rule) await forget(tx, accountId)
    const { terms } = cursor
    const from = cursor.rule === rule ? cursor : { position: 0, number: 0, terms }
    const [end] = await tx<Place[]>`
      select
        least(${from.position}::bigint + ${atMost}::int, coalesce((
          select last_position
          from event_feeds
          where account_id = ${accountId}), 0)) as position,
        least(${terms}::bigint + ${atMost}::int, coalesce((
          select last_position
          from event_feeds
          where account_id = ${accountId}), 0)) as terms,
        least(${from.number}::bigint + ${atMost}::int, coalesce((
          select last_number
          from balances
          where account_id = ${accountId}), 0)) as number`
    const to = end ?? from
    const span: Span = { accountId, from, to }
    if (to.position > from.position) await countOutcomes(tx, span, charges)
    if (to.terms > terms) await addTerms(tx, { accountId, after: terms, upTo: to.terms })
    if (to.number > from.number) {
      await countTransfers(tx, span)
      await countReceivables(tx, span)
    }
    await tx`
      update totals_cursors
      set rule = ${rule}, event_position = ${to.position}, transfer_number = ${to.number},
        terms_position = ${to.terms}, counted_at = now(), tried_at = now()
      where account_id = ${accountId}`
    const events = Math.max(to.position - from.position, to.terms - terms)
    return events + to.number - from.number
  })

/** Puts an account that could not be counted behind the others. */
export async function noteFailedCount(sql: Sql, accountId: string): Promise<void> {
  await sql`
    insert into totals_cursors (account_id, rule, event_position, transfer_number, tried_at)
    values (${accountId}, ${rule}, 0, 0, now())
    on conflict (account_id) do update set tried_at = excluded.tried_at`
}

/**
 * A change of what is counted raises it. Every account is then counted again from its start. Search
 * terms stay: a change of them sets `terms_position` to 0.
 */
const rule = 2

interface Place {
  readonly position: number
  readonly number: number
  /** Of the last event whose search terms were added. Counting again does not move it. */
  readonly terms: number
}

interface Cursor extends Place {
  readonly rule: number
}

/** The events and transfers after `from`, up to `to`. */
interface Span {
  readonly accountId: string
  readonly from: Place
  readonly to: Place
}

async function forget(tx: Tx, accountId: string): Promise<void> {
  await tx`delete from outcome_days where account_id = ${accountId}`
  await tx`delete from transfer_days where account_id = ${accountId}`
  await tx`delete from receivable_days where account_id = ${accountId}`
}

/**
 * A charge counts when it is created, any other payment when its provider decides: authorized, or
 * paid without an authorization before, or refused.
 */
const countOutcomes = (
  tx: Tx,
  { accountId, from, to }: Span,
  charges: readonly PaymentMethod[],
) => tx`
  insert into outcome_days as d (account_id, day, method, outcome, reason, count, amount)
  select ${accountId}::uuid, (occurred_at at time zone ${brazilTimeZone})::date as day, method,
    outcome,
    case when outcome = 'refused' then left(coalesce(reason, ''), 120) else '' end as reason,
    count(*), sum(amount)
  from (
    select e.occurred_at, "paymentMethod" as method, amount, "refusedReason" as reason,
      case
        when "paymentMethod" = any(${[...charges]}::text[])
          then case when e.type = 'transaction.waiting_payment' then 'created' end
        when e.type = 'transaction.refused' then 'refused'
        when e.type = 'transaction.authorized' then 'approved'
        when e.type = 'transaction.paid' and not exists (
          select from events a
          where a.account_id = e.account_id
            and a.object_id = e.object_id
            and a.type = 'transaction.authorized') then 'approved'
      end as outcome
    from events e
    cross join lateral json_to_record(${readableJson(tx, tx`e.payload`)} -> 'data') as data (
      "paymentMethod" text, amount bigint, "refusedReason" text)
    where e.account_id = ${accountId}
      and e.position > ${from.position} and e.position <= ${to.position}
      and e.type in (
        'transaction.waiting_payment',
        'transaction.authorized',
        'transaction.paid',
        'transaction.refused')
  ) as seen
  where outcome is not null
  group by 2, 3, 4, 5
  on conflict (account_id, day, method, outcome, reason) do update
  set count = d.count + excluded.count, amount = d.amount + excluded.amount`

const countTransfers = (tx: Tx, { accountId, from, to }: Span) => tx`
  insert into transfer_days as d (
    account_id, day, cause_type, effect, debit_book, credit_book, count, amount
  )
  select ${accountId}::uuid, (posted_at at time zone ${brazilTimeZone})::date, cause_type,
    regexp_replace(effect, ${effectSuffix}, '') as effect, debit_book, credit_book, count(*),
    sum(amount)
  from ledger_transfers
  where account_id = ${accountId} and number > ${from.number} and number <= ${to.number}
  group by 2, 3, 4, 5, 6
  on conflict (account_id, day, cause_type, effect, debit_book, credit_book) do update
  set count = d.count + excluded.count, amount = d.amount + excluded.amount`

/**
 * A sale adds its receivables. Refunds and disputes take from a receivable and may give back, and
 * its settlement empties it: these transfers name it.
 */
const countReceivables = (tx: Tx, { accountId, from, to }: Span) => tx`
  insert into receivable_days as d (account_id, due_on, scheduled, settled)
  with moved as (
    select * from ledger_transfers
    where account_id = ${accountId} and number > ${from.number} and number <= ${to.number}
      and 'pending' in (debit_book, credit_book)
  ), changes as (
    select r.due_on, r.gross - r.fee as scheduled, 0 as settled
    from moved m join receivables r
      on r.account_id = m.account_id and r.transaction_id = m.transaction_id
    where m.cause_type = 'transaction' and m.effect = 'sale'
    union all
    select r.due_on, case when m.credit_book = 'pending' then m.amount else -m.amount end,
      case when m.cause_type = 'receivable' then m.amount else 0 end
    from moved m join receivables r on r.account_id = m.account_id and r.id = m.receivable_id
  )
  select ${accountId}::uuid, due_on, sum(scheduled), sum(settled)
  from changes
  group by due_on
  on conflict (account_id, due_on) do update
  set scheduled = d.scheduled + excluded.scheduled, settled = d.settled + excluded.settled`

export type Outcome = 'created' | 'approved' | 'refused'

export interface OutcomeTotal {
  readonly method: PaymentMethod
  readonly outcome: Outcome
  readonly count: number
}

/** The outcomes of a period by method. Both days are included. */
export const outcomeTotals = (sql: Sql, accountId: string, { first, last }: Days) => sql<
  OutcomeTotal[]
>`
  select method, outcome, sum(count)::bigint as count
  from outcome_days
  where account_id = ${accountId} and day between ${first}::date and ${last}::date
  group by method, outcome`

export interface RefusalTotal {
  readonly method: PaymentMethod
  readonly reason: string
  readonly count: number
  readonly amount: number
}

/** The most frequent reasons for refusals in a period. */
export const refusalTotals = (
  sql: Sql,
  accountId: string,
  { first, last }: Days,
  limit: number,
) => sql<RefusalTotal[]>`
  select method, reason, sum(count)::bigint as count, sum(amount)::bigint as amount
  from outcome_days
  where account_id = ${accountId} and day between ${first}::date and ${last}::date
    and outcome = 'refused'
  group by method, reason
  order by 3 desc, 4 desc, method, reason
  limit ${limit}`

export interface SaleTotal {
  readonly day: string
  /** The clearing book of the method. */
  readonly book: string
  readonly count: number
  readonly amount: number
}

/** The payments that arrived in a period, by day and clearing book. */
export const saleTotals = (sql: Sql, accountId: string, { first, last }: Days) => sql<SaleTotal[]>`
  select day, debit_book as book, sum(count)::bigint as count, sum(amount)::bigint as amount
  from transfer_days
  where account_id = ${accountId} and day between ${first}::date and ${last}::date
    and cause_type = 'transaction' and effect = 'sale'
  group by day, debit_book`

/** How many payments were created or decided in a period. */
export async function outcomeCount(
  sql: Sql,
  accountId: string,
  { from, to }: { readonly from?: Date; readonly to?: Date },
  methods: readonly PaymentMethod[],
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select coalesce(sum(count), 0)::bigint as count
    from outcome_days
    where account_id = ${accountId} and method = any(${[...methods]}::text[])
      ${from ? sql`and day >= (${from} at time zone ${brazilTimeZone})::date` : sql``}
      ${to ? sql`and day <= (${to} at time zone ${brazilTimeZone})::date` : sql``}`
  return row?.count ?? 0
}

export interface ReceivableDay {
  readonly day: string
  readonly scheduled: number
  readonly settled: number
}

/** The money of receivables by the day on which it arrives, the earliest first. */
export const receivableDays = (sql: Sql, accountId: string, { first, last }: Days) => sql<
  ReceivableDay[]
>`
  select due_on as day, scheduled, settled
  from receivable_days
  where account_id = ${accountId} and due_on between ${first}::date and ${last}::date
    and (scheduled <> 0 or settled <> 0)
  order by due_on`

export interface TransferTotal {
  readonly causeType: string
  readonly effect: string
  readonly debit: Book
  readonly credit: Book
  readonly count: number
  readonly amount: number
}

/** What moved in a period from or to a book, by its cause. */
export const transferTotals = (
  sql: Sql,
  accountId: string,
  { first, last, book }: Days & { readonly book: string },
) => sql<TransferTotal[]>`
  select cause_type as "causeType", effect, debit_book as debit, credit_book as credit,
    sum(count)::bigint as count, sum(amount)::bigint as amount
  from transfer_days
  where account_id = ${accountId} and day between ${first}::date and ${last}::date
    and ${book} in (debit_book, credit_book)
  group by cause_type, effect, debit_book, credit_book
  order by cause_type, effect, debit_book, credit_book`

/** Days of São Paulo, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly first: string
  readonly last: string
}
