import type { Queryable } from '../db/pool.ts'
import { type BooksRule, type Breach, maxBreaches } from './books-check-store.ts'

/** The rules between the ledger and its cashouts. They read every row. */
export const cashoutRules: readonly BooksRule[] = [cashoutsArePosted, openCashoutsAreQueried]

/**
 * Each cashout was held once. It was paid out with its fee, or released, as its status requires.
 * The returns match its stored sum. Every transfer of a cashout has an existing cashout and the
 * right books.
 */
async function cashoutsArePosted(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'cashouts-are-posted' as rule, coalesce(c.account_id, t.account_id) as "accountId",
      'cashout ' || coalesce(c.id, t.cause_id) as subject
    from cashouts c full join (
      select account_id, cause_id, count(*) filter (where way is null) as unexpected,
        coalesce(sum(amount) filter (where way = 'hold'), 0) as held,
        coalesce(sum(amount) filter (where way = 'release'), 0) as released,
        coalesce(sum(amount) filter (where way = 'payout'), 0) as paid,
        coalesce(sum(amount) filter (where way = 'fee'), 0) as fee,
        coalesce(sum(amount) filter (where way = 'return'), 0) as returned
      from (
        select *, case
          when (effect, debit_book, credit_book) = ('hold', 'available', 'blocked') then 'hold'
          when (effect, debit_book, credit_book) = ('hold-2', 'debt', 'blocked') then 'hold'
          when (effect, debit_book, credit_book) = ('release', 'blocked', 'available')
            then 'release'
          when (effect, debit_book, credit_book) = ('payout', 'blocked', 'clearing:payout')
            then 'payout'
          when (effect, debit_book, credit_book) = ('fee', 'blocked', 'fees') then 'fee'
          when effect like 'return D%'
            and (debit_book, credit_book) = ('clearing:payout', 'available') then 'return'
        end as way
        from ledger_transfers where cause_type = 'cashout'
      ) as named
      group by account_id, cause_id
    ) as t on t.account_id = c.account_id and t.cause_id = c.id
    where c.id is null or t.cause_id is null or t.unexpected > 0
      or t.held <> c.amount + c.fee
      or t.released <> case when c.status in ('FAILED', 'CANCELED') then c.amount + c.fee else 0 end
      or t.paid <> case when c.completed_at is null then 0 else c.amount end
      or t.fee <> case when c.completed_at is null then 0 else c.fee end
      or t.returned <> c.returned_amount
    limit ${maxBreaches}`
}

/** The bank of a cashout without a result is queried again: else its money is held for ever. */
async function openCashoutsAreQueried(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'open-cashouts-are-queried' as rule, account_id as "accountId",
      'cashout ' || id as subject
    from cashouts
    where status = 'PROCESSING' and check_at is null
    limit ${maxBreaches}`
}
