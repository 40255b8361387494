import type { Queryable } from '../db/pool.ts'
import {
  type BooksRule,
  type Breach,
  maxBreaches,
  postedSince,
  type Scope,
} from './books-check-store.ts'

/**
 * The rules between the ledger and the receivables. They run every minute, so they read only their
 * scope.
 */
export const salesRules: readonly BooksRule[] = [pendingIsScheduled]

/** The rules between the ledger, the receivables and their payments. They read every row. */
export const wholeSalesRules: readonly BooksRule[] = [
  receivablesAreAsSealed,
  receivablesAreSettledOnce,
  receivablesAreTakenAsPosted,
  receivablesAddUp,
  salesArePosted,
]

/** The pending balance is the sum of the scheduled receivables less what was taken from them. */
async function pendingIsScheduled(sql: Queryable, scope: Scope): Promise<readonly Breach[]> {
  const due = scope.since
    ? sql`balances b cross join lateral (
      select b.account_id, sum(gross - fee - taken) as due from receivables s
      where s.account_id = b.account_id and s.status = 'SCHEDULED') as r`
    : sql`balances b full join (
      select account_id, sum(gross - fee - taken) as due
      from receivables
      where status = 'SCHEDULED'
      group by account_id
    ) as r on r.account_id = b.account_id`
  return sql<Breach[]>`
    select 'pending-is-what-is-scheduled' as rule,
      coalesce(b.account_id, r.account_id) as "accountId",
      'pending, ' || coalesce(b.pending, 0) - coalesce(r.due, 0) || ' too much' as subject
    from ${due}
    where ${postedSince(sql, scope)} and coalesce(b.pending, 0) <> coalesce(r.due, 0)
    limit ${maxBreaches}`
}

async function receivablesAreAsSealed(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'receivables-are-as-sealed' as rule, account_id as "accountId",
      'receivable ' || id as subject
    from receivables
    where seal <> receivable_seal(account_id, id, transaction_id, method, number, parts, gross, fee,
      due_on, merchant_document, arrangement, provider_id)
    limit ${maxBreaches}`
}

/**
 * A settled receivable has one transfer of its rest. Any other has none. Every settlement transfer
 * has an existing receivable.
 */
async function receivablesAreSettledOnce(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'receivables-are-settled-once' as rule,
      coalesce(r.account_id, t.account_id) as "accountId",
      coalesce('receivable ' || r.id, 'transfer ' || t.number) as subject
    from receivables r full join (
      select * from ledger_transfers where cause_type = 'receivable' and effect = 'settlement'
    ) as t on t.account_id = r.account_id and t.cause_id = r.id
    where r.id is null
      or coalesce(t.amount, 0) <>
        case r.status when 'SETTLED' then r.gross - r.fee - r.taken else 0 end
      or (t.id is not null and (t.debit_book, t.credit_book, t.transaction_id, t.receivable_id)
        is distinct from ('pending', 'available', r.transaction_id, r.id))
    limit ${maxBreaches}`
}

/**
 * What was taken from a receivable equals what was moved out of its part of `pending` and not put
 * back. A sale moves all its parts. A correction moves no receivable's part:
 * `pending-is-what-is-scheduled` checks it.
 */
async function receivablesAreTakenAsPosted(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'receivables-are-taken-as-posted' as rule,
      coalesce(r.account_id, t.account_id) as "accountId",
      'receivable ' || coalesce(r.id, t.receivable_id)::text as subject
    from receivables r full join (
      select account_id, receivable_id,
        sum(case
          when effect = 'settlement' then 0
          when debit_book = 'pending' then amount
          else -amount
        end) as taken,
        bool_and('pending' in (debit_book, credit_book)) as is_pending
      from ledger_transfers
      where receivable_id is not null
        or cause_type not in ('transaction', 'correction')
          and 'pending' in (debit_book, credit_book)
      group by account_id, receivable_id
    ) as t on t.account_id = r.account_id and t.receivable_id = r.id
    where r.id is null or r.taken <> coalesce(t.taken, 0) or not coalesce(t.is_pending, true)
    limit ${maxBreaches}`
}

/**
 * The parts of a sale are complete and add up to its amount and its fee. A sale that is pending has
 * them.
 */
async function receivablesAddUp(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'receivables-add-up' as rule, coalesce(r.account_id, s.account_id) as "accountId",
      'transaction ' || coalesce(r.transaction_id, s.cause_id) as subject
    from (
      select account_id, transaction_id, count(*) as count, min(parts) as least, max(parts) as most,
        sum(gross) as gross, sum(fee) as fee
      from receivables group by account_id, transaction_id
    ) as r
    full join (
      select account_id, cause_id from ledger_transfers
      where cause_type = 'transaction' and effect = 'sale' and credit_book = 'pending'
    ) as s on s.account_id = r.account_id and s.cause_id = r.transaction_id
    left join transactions t on t.account_id = r.account_id and t.id = r.transaction_id
    where r.transaction_id is null or s.cause_id is null or t.id is null
      or r.count <> r.most or r.least <> r.most or r.gross <> t.amount or r.fee <> t.fee
    limit ${maxBreaches}`
}

/**
 * Each payment that was ever paid is posted with its amount and its fee, and no other is posted.
 */
async function salesArePosted(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'sales-are-posted' as rule, coalesce(t.account_id, s.account_id) as "accountId",
      'transaction ' || coalesce(t.id, s.cause_id) as subject
    from (
      select * from transactions where status in ('PAID', 'REFUNDED', 'IN_PROTEST', 'CHARGEDBACK')
    ) as t
    full join (
      select account_id, cause_id,
        coalesce(sum(amount) filter (where effect = 'sale'), 0) as amount,
        coalesce(sum(amount) filter (where effect = 'sale-fee'), 0) as fee
      from ledger_transfers
      where cause_type = 'transaction' and effect in ('sale', 'sale-fee')
      group by account_id, cause_id
    ) as s on s.account_id = t.account_id and s.cause_id = t.id
    where t.id is null or s.cause_id is null or t.amount <> s.amount or t.fee <> s.fee
    limit ${maxBreaches}`
}
