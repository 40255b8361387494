import type { Queryable } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import { type BooksRule, type Breach, maxBreaches } from './books-check-store.ts'
import { methodBookRows } from './method-books-store.ts'

/** The rules between the ledger, its disputes and their payments. They read every row. */
export const disputeRules: readonly BooksRule[] = [
  disputesArePosted,
  disputesAreAsTheirPaymentsSay,
  lossesAreTaken,
  paymentsGoBackOnce,
]

/**
 * What a dispute held is released, lost or still blocked. Its loss and its reversal match the
 * dispute, by the payment's rail. Every transfer of a dispute has an existing dispute and the right
 * books.
 */
async function disputesArePosted(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'disputes-are-posted' as rule, coalesce(d.account_id, t.account_id) as "accountId",
      'dispute ' || coalesce(d.id, t.cause_id) as subject
    from (
      select d.*, (
          select coalesce(sum((hold ->> 'amount')::bigint), 0)
          from json_array_elements(holds) as hold
        ) as parts
      from disputes d
    ) as d full join (
      select account_id, cause_id, count(*) filter (where way is null) as unexpected,
        coalesce(sum(amount) filter (where way = 'hold'), 0) as held,
        coalesce(sum(amount) filter (where way = 'release'), 0) as released,
        coalesce(sum(amount) filter (where way = 'loss'), 0) as lost,
        coalesce(sum(amount) filter (where way = 'reversal'), 0) as reversed
      from (
        select l.*, case
          when l.transaction_id is distinct from s.id then null
          when effect ~ '^hold(-[0-9]+)+$' and debit_book in ('available', 'pending', 'debt')
            and credit_book = 'blocked' then 'hold'
          when effect ~ '^release-[0-9]+$' and debit_book = 'blocked'
            and credit_book in ('available', 'pending') then 'release'
          when effect ~ '^loss(-[0-9]+)?$'
            and (debit_book, credit_book) = ('blocked', m.clearing_book) then 'loss'
          when (effect, debit_book, credit_book) = ('reversal', m.clearing_book, 'available')
            then 'reversal'
        end as way
        from ledger_transfers l
        left join disputes d on d.account_id = l.account_id and d.id = l.cause_id
        left join transactions s on s.account_id = d.account_id and s.id = d.transaction_id
        left join ${methodBookRows(sql)} on m.method = s.method and m.loss is not null
        where l.cause_type = 'dispute'
      ) as named
      group by account_id, cause_id
    ) as t on t.account_id = d.account_id and t.cause_id = d.id
    where d.id is null or coalesce(t.unexpected, 0) > 0 or d.parts <> d.held
      or coalesce(t.held - t.released - t.lost, 0) <> d.held
      or coalesce(t.lost - t.reversed, 0) <> d.lost_amount
      or coalesce(t.reversed, 0) not in (0, coalesce(t.lost, 0))
      or (d.decided_at is null and t.released + t.lost + t.reversed > 0)
    limit ${maxBreaches}`
}

/** A payment shows each of its disputes with the stored state, and no others. */
async function disputesAreAsTheirPaymentsSay(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'disputes-are-as-their-payments-say' as rule,
      coalesce(d.account_id, p.account_id) as "accountId",
      'dispute ' || coalesce(d.id, p.dispute_id) as subject
    from disputes d full join (
      select t.account_id, t.id as transaction_id, (f ->> 'id')::uuid as dispute_id,
        f ->> 'status' as status, (f ->> 'amount')::bigint as amount,
        (f ->> 'blockedAmount')::bigint as held, (f ->> 'lostAmount')::bigint as lost
      from transactions t
      cross join lateral (select ${readableJson(sql, sql`facts`)} -> 'disputes' as shown) as r
      cross join lateral json_array_elements(shown) as f
      where shown is not null
    ) as p on p.account_id = d.account_id and p.dispute_id = d.id
    where (d.transaction_id, d.status, d.amount, d.held, d.lost_amount) is distinct from
      (p.transaction_id, p.status, p.amount, p.held, p.lost)
    limit ${maxBreaches}`
}

/**
 * A dispute lost all that its provider took, or all that refunds and other disputes leave of the
 * payment. Otherwise it is `short`, and a worker takes the rest.
 */
async function lossesAreTaken(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'losses-are-taken' as rule, d.account_id as "accountId", 'dispute ' || d.id as subject
    from disputes d join transactions t on t.account_id = d.account_id and t.id = d.transaction_id
    where d.status = 'LOST' and not d.short and d.lost_amount < d.provider_took and t.amount >
      (
        select coalesce(sum(amount), 0) from refunds r
        where r.account_id = d.account_id and r.transaction_id = d.transaction_id
          and r.status <> 'FAILED'
      ) + (
        select sum(held + lost_amount) from disputes o
        where o.account_id = d.account_id and o.transaction_id = d.transaction_id
      )
    limit ${maxBreaches}`
}

/**
 * The sum of refunds, losses and holds never exceeds the payment. The refunded amount is the sum
 * that was returned. The payment is REFUNDED or CHARGEDBACK when nothing is left, depending on who
 * took it.
 */
async function paymentsGoBackOnce(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'payments-go-back-once' as rule, t.account_id as "accountId",
      'transaction ' || t.id as subject
    from transactions t left join (
      select account_id, transaction_id,
        coalesce(
          sum(amount) filter (where cause_type = 'refund' and effect = 'return'), 0
        ) as refunded,
        coalesce(
          sum(case when effect = 'reversal' then -amount else amount end)
            filter (where cause_type = 'dispute' and effect ~ '^(loss(-[0-9]+)?|reversal)$'), 0
        ) as disputed,
        coalesce(
          sum(((credit_book = 'blocked')::int - (debit_book = 'blocked')::int) * amount)
            filter (where cause_type in ('refund', 'dispute')), 0
        ) as blocked
      from ledger_transfers where cause_type in ('refund', 'dispute')
      group by account_id, transaction_id
    ) as l on l.account_id = t.account_id and l.transaction_id = t.id
    left join ${methodBookRows(sql)} on m.method = t.method
    cross join lateral (
      select
        coalesce(l.refunded, 0)
          + case m.loss when 'refund' then coalesce(l.disputed, 0) else 0 end as refunded,
        case m.loss when 'chargeback' then coalesce(l.disputed, 0) else 0 end as charged_back
    ) as went
    where t.refunded_amount <> went.refunded
      or went.refunded + went.charged_back + coalesce(l.blocked, 0) > t.amount
      or (t.status = 'REFUNDED') <> (went.refunded = t.amount)
      or (t.status = 'CHARGEDBACK')
        <> (went.charged_back > 0 and went.refunded + went.charged_back = t.amount)
      or (t.status = 'IN_PROTEST' and not exists (
        select from disputes d where d.account_id = t.account_id and d.transaction_id = t.id
          and d.status in ('NEEDS_RESPONSE', 'UNDER_REVIEW')))
    limit ${maxBreaches}`
}
