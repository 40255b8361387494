import type { Queryable } from '../db/pool.ts'
import { isOfOtherKey, isOtherPayment } from './payment-rows-store.ts'
import type { DayScope, LineRule, Part, Rule } from './rule-store.ts'

const kinds = ['refund-unknown', 'refund-amount-differs', 'refund-status-differs'] as const

/** Each refund of a file is one of ours, in its amount, and completed. */
export const refundLines: LineRule = {
  lineKinds: ['refund'],
  kinds,
  statement: (sql, { lines }) => sql`
    select 'refund-unknown' as kind, concat_ws(' ', l.reference, l.sequence, l.line) as subject,
      null::uuid as account_id, null::text as object_type, null::uuid as object_id, l.reference,
      null::jsonb as expected,
      jsonb_build_object('amount', l.amount, 'providerReference', l.provider_reference) as found,
      l.sequence, l.line
    from settlement_lines l
    where l.kind = 'refund' and l.object_id is null and ${lines}
      and not ${isOfOtherKey(sql, sql`l.`)}
    union all
    select * from (${paired(sql, {
      sales: sql`
        select l.account_id, l.object_id from settlement_lines l
        where l.kind = 'refund' and l.object_id is not null and ${lines}`,
      isMissing: sql`false`,
    })}) as paired`,
}

/** Each refund of ours that was completed on a day has a row in a file. */
export const refundsOfDays: Rule<DayScope> = {
  kinds: ['refund-missing-in-file'],
  statement: (sql, { providerId, during }) => {
    const isThen = during(sql`r.updated_at`, 'refund-missing-in-file', sql`r.id`)
    return sql`
      select * from (${paired(sql, {
        sales: sql`
          select r.account_id, r.transaction_id from refunds r
          join transactions t on t.account_id = r.account_id and t.id = r.transaction_id
            and t.provider_id = ${providerId}::uuid
          where r.status = 'COMPLETED' and r.payout is null and ${isThen}`,
        isMissing: isThen,
      })}) as paired where kind = 'refund-missing-in-file'`
  },
}

/**
 * Compares the refunds of some sales with the rows of the files. They are matched by our id if the
 * provider has it, otherwise by amount and order, because an acquirer has its own ids. The
 * unmatched rest of both sides differs in its amount.
 */
const paired = (
  sql: Queryable,
  { sales, isMissing }: { readonly sales: Part; readonly isMissing: Part },
): Part => sql`
  with touched as materialized (
    select distinct s.account_id, s.object_id
    from (${sales}) as s (account_id, object_id)
  ),
  listed as (
    select l.provider_id, l.sequence, l.line, l.reference, l.amount, l.account_id, l.object_id,
      case when l.reference ~ '^[0-9a-f]{32}$' then l.reference::uuid end as refund_id,
      row_number() over (
        partition by l.account_id, l.object_id, l.reference order by l.sequence, l.line
      ) as nth,
      sum(l.amount) over (partition by l.account_id, l.object_id, l.reference) as total
    from touched s
    join settlement_lines l on l.account_id = s.account_id and l.object_id = s.object_id
      and l.kind = 'refund'
    join transactions t on t.account_id = l.account_id and t.id = l.object_id
    -- What was returned of a sale that never counted, or of another payment of it, is no refund.
    where t.status not in ('WAITING_PAYMENT', 'AUTHORIZED', 'REFUSED', 'CANCELED') and not exists (
      select from settlement_lines a
      where a.provider_id = l.provider_id and a.provider_reference = l.provider_reference
        and a.kind = 'sale' and ${isOtherPayment(sql, sql`a.`)})
  ),
  -- Rows with one id of the provider are one refund that was taken in parts.
  there as materialized (
    select provider_id, sequence, line, reference, account_id, object_id, refund_id, nth,
      case when refund_id is null then total::bigint else amount end as amount
    from listed
    where refund_id is not null or nth = 1
  ),
  ours as materialized (
    select r.account_id, r.transaction_id, r.id, r.status, r.amount, r.created_at, r.updated_at
    from touched s join refunds r on r.account_id = s.account_id and r.transaction_id = s.object_id
    where r.payout is null
  ),
  by_id as (
    select h.sequence, h.line, o.id from there h
    join ours o on o.account_id = h.account_id and o.transaction_id = h.object_id
      and o.id = h.refund_id
    where h.nth = 1
  ),
  by_amount as (
    select h.sequence, h.line, o.id from (
      select h.*, row_number() over (
          partition by account_id, object_id, amount order by sequence, line
        ) as place
      from there h
      where (h.sequence, h.line) not in (select sequence, line from by_id)
        -- A row with the id of one of our refunds is not compared with another refund.
        and (h.refund_id is null or not exists (select from ours o where o.id = h.refund_id))
    ) as h
    join (
      select o.*, row_number() over (
          partition by account_id, transaction_id, amount
          order by status = 'FAILED', created_at, id
        ) as place
      from ours o
      where o.id not in (select id from by_id)
    ) as o on o.account_id = h.account_id and o.transaction_id = h.object_id and o.amount = h.amount
      and o.place = h.place
  ),
  pairs as (
    select *, true as is_by_id from by_id
    union all
    select *, false from by_amount
  ),
  left_there as (
    select h.*, row_number() over (
        partition by account_id, object_id order by sequence, line
      ) as place
    from there h
    where (h.sequence, h.line) not in (select sequence, line from pairs)
  ),
  left_ours as (
    select o.*, row_number() over (
        partition by account_id, transaction_id order by created_at, id
      ) as place
    from ours o
    where o.status = 'COMPLETED' and o.id not in (select id from pairs)
  )
  select d.kind, d.subject, d.account_id, 'refund' as object_type, d.id as object_id, d.reference,
    d.expected, d.found, d.sequence, d.line
  from (
    select 'refund-status-differs' as kind, o.id::text as subject, o.account_id, o.id, h.reference,
      jsonb_build_object('status', o.status) as expected,
      jsonb_build_object('status', 'COMPLETED') as found, h.sequence, h.line
    from pairs p
    join there h using (sequence, line)
    join ours o using (id)
    where o.status <> 'COMPLETED'
    union all
    select 'refund-amount-differs', o.id::text, o.account_id, o.id, h.reference,
      jsonb_build_object('amount', o.amount), jsonb_build_object('amount', h.amount), h.sequence,
      h.line
    from pairs p
    join there h using (sequence, line)
    join ours o using (id)
    where o.amount <> h.amount
    union all
    select 'refund-amount-differs', o.id::text, o.account_id, o.id, h.reference,
      jsonb_build_object('amount', o.amount), jsonb_build_object('amount', h.amount), h.sequence,
      h.line
    from left_there h
    join left_ours o on o.account_id = h.account_id and o.transaction_id = h.object_id
      and o.place = h.place
    union all
    select 'refund-unknown', concat_ws(' ', h.reference, h.sequence, h.line), h.account_id, null,
      h.reference, null, jsonb_build_object('amount', h.amount, 'transactionId', h.object_id),
      h.sequence, h.line
    from left_there h
    left join left_ours o on o.account_id = h.account_id and o.transaction_id = h.object_id
      and o.place = h.place
    where o.id is null
    union all
    select 'refund-missing-in-file', r.id::text, r.account_id, r.id, r.id::text,
      jsonb_build_object('amount', r.amount, 'status', r.status), null, null, null
    from left_ours r
    left join left_there h on h.account_id = r.account_id and h.object_id = r.transaction_id
      and h.place = r.place
    where h.line is null and ${isMissing}
  ) as d`
