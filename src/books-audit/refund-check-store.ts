import type { Queryable } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import { type BooksRule, type Breach, maxBreaches } from './books-check-store.ts'
import { methodBookRows } from './method-books-store.ts'

/** The rules between the ledger, its refunds and their payments. They read every row. */
export const refundRules: readonly BooksRule[] = [refundsArePosted, refundsAreAsTheirPaymentsSay]

/**
 * Each hold of a refund was posted once, from its stored book. It left by its rail, or was released
 * part by part, as the status requires. The returns match the stored sum. Every transfer of a
 * refund has an existing refund and the right books.
 */
async function refundsArePosted(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    with known as (
      select r.*, s.fee,
        case when r.payout is not null then 'clearing:payout' else m.clearing_book end as rail
      from refunds r
      left join transactions s on s.account_id = r.account_id and s.id = r.transaction_id
      left join ${methodBookRows(sql)} on m.method = s.method
    ), expected as (
      select account_id, id, transaction_id, 'hold-' || n as effect, hold ->> 'book' as debit,
        array['blocked'] as credits, (hold ->> 'amount')::bigint as amount
      from known cross join lateral json_array_elements(holds) with ordinality as h (hold, n)
      union all
      select account_id, id, transaction_id, 'release-' || n, 'blocked',
        array['available', 'pending'], (hold ->> 'amount')::bigint
      from known cross join lateral json_array_elements(holds) with ordinality as h (hold, n)
      where status = 'FAILED'
      union all
      select account_id, id, transaction_id, 'return', 'blocked', array[rail], amount
      from known
      where status = 'COMPLETED'
    ), posted as (
      select * from ledger_transfers where cause_type = 'refund'
    )
    select 'refunds-are-posted' as rule, account_id as "accountId", 'refund ' || id as subject
    from (
      select coalesce(e.account_id, t.account_id) as account_id, coalesce(e.id, t.cause_id) as id
      from expected e full join (
        select * from posted where effect <> 'fee-return' and effect not like 'returned %'
      ) as t on t.account_id = e.account_id and t.cause_id = e.id and t.effect = e.effect
      where e.id is null or t.id is null or t.credit_book <> all (e.credits)
        or (t.debit_book, t.amount, t.transaction_id)
          is distinct from (e.debit, e.amount, e.transaction_id)
      union
      select account_id, id from known k
      where amount <> (
        select coalesce(sum((hold ->> 'amount')::bigint), 0)
        from json_array_elements(holds) as hold)
      union
      select t.account_id, t.cause_id
      from posted t left join known k on k.account_id = t.account_id and k.id = t.cause_id
      where effect = 'fee-return' and (k.id is null or k.status <> 'COMPLETED' or t.amount > k.fee
        or (t.debit_book, t.credit_book, t.transaction_id)
          is distinct from ('fees', 'available', k.transaction_id))
      union
      select coalesce(k.account_id, t.account_id), coalesce(k.id, t.cause_id)
      from known k full join (
        select account_id, cause_id, sum(amount) as amount,
          bool_and((debit_book, credit_book) = ('clearing:payout', 'available')
            and effect like 'returned D%') as is_usual
        from posted
        where effect like 'returned %'
        group by account_id, cause_id
      ) as t on t.account_id = k.account_id and t.cause_id = k.id
      where k.id is null or coalesce(t.amount, 0) <> k.returned_amount
        or not coalesce(t.is_usual, true)
    ) as broken
    limit ${maxBreaches}`
}

/** A payment shows each of its refunds with the stored state, and no others. */
async function refundsAreAsTheirPaymentsSay(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'refunds-are-as-their-payments-say' as rule,
      coalesce(r.account_id, p.account_id) as "accountId",
      'refund ' || coalesce(r.id, p.refund_id) as subject
    from refunds r full join (
      select t.account_id, t.id as transaction_id, (f ->> 'id')::uuid as refund_id,
        f ->> 'status' as status, (f ->> 'amount')::bigint as amount,
        (
          select coalesce(sum((back ->> 'amount')::bigint), 0)
          from json_array_elements(coalesce(f -> 'returns', '[]')) as back
        ) as returned
      from transactions t
      cross join lateral (select ${readableJson(sql, sql`facts`)} -> 'refunds' as shown) as r
      cross join lateral json_array_elements(shown) as f
      where shown is not null
    ) as p on p.account_id = r.account_id and p.refund_id = r.id
    where (r.transaction_id, r.status, r.amount, r.returned_amount) is distinct from
      (p.transaction_id, p.status, p.amount, p.returned)
    limit ${maxBreaches}`
}
