import type { Queryable } from '../db/pool.ts'
import type { DayScope, LineRule, Part, Rule } from './rule-store.ts'

/**
 * Each payment that a bank reports as sent is one of ours, once, in its amount, and completed. The
 * returns match ours. A payment that failed here is no difference when the bank's rows return it
 * whole.
 */
export const payoutLines: LineRule = {
  lineKinds: ['payout', 'payout-return'],
  kinds: ['payout-unknown', 'payout-doubled', 'payout-amount-differs', 'payout-status-differs'],
  statement: (sql, { lines }) => sql`
    select d.kind,
      case
        when d.kind in ('payout-doubled', 'payout-unknown')
          then concat_ws(' ', l.reference, l.sequence, l.line)
        else l.reference
      end as subject,
      l.account_id, l.object_type, l.object_id, l.reference, d.expected, d.found, l.sequence, l.line
    from settlement_lines l
    left join lateral ${ours(sql)} as o on true
    cross join lateral (
      select exists (
        select from settlement_lines e
        where e.provider_id = l.provider_id and e.reference = l.reference and e.kind = l.kind
          and (e.sequence, e.line) < (l.sequence, l.line)) as is_doubled
    ) as f
    cross join lateral (
      select 'payout-unknown' as kind, null::jsonb as expected,
        jsonb_build_object('amount', l.amount) as found
      where o.id is null and (l.kind = 'payout-return' or not f.is_doubled)
      union all
      select 'payout-doubled', jsonb_build_object('amount', o.amount),
        jsonb_build_object('amount', l.amount)
      where f.is_doubled and l.kind = 'payout'
      union all
      select 'payout-amount-differs', jsonb_build_object('amount', o.amount),
        jsonb_build_object('amount', l.amount)
      where o.amount <> l.amount and not f.is_doubled and l.kind = 'payout'
      union all
      select 'payout-status-differs', jsonb_build_object('status', o.status),
        jsonb_build_object('status', 'COMPLETED')
      where o.status not in ('COMPLETED', 'REFUNDED') and not f.is_doubled and l.kind = 'payout'
        and not (o.status = 'FAILED' and ${returned(sql)} = l.amount)
    ) as d
    where l.kind in ('payout', 'payout-return') and ${lines}`,
}

/**
 * The returns of each payment in the lines, as a sum. A sum above ours is reported now. A sum below
 * ours is reported when its day is checked.
 */
export const payoutReturnLines: LineRule = {
  lineKinds: ['payout-return'],
  kinds: ['payout-return-differs'],
  statement: (sql, { lines }) => sql`
    select 'payout-return-differs' as kind, l.reference as subject, l.account_id, l.object_type,
      l.object_id, l.reference, jsonb_build_object('amount', o.returned_amount) as expected,
      jsonb_build_object('amount', b.amount) as found, l.sequence, l.line
    from (
      select distinct on (l.reference) l.* from settlement_lines l
      where l.kind = 'payout-return' and l.object_id is not null and ${lines}
      order by l.reference, l.sequence, l.line
    ) as l
    join lateral ${ours(sql)} as o on true
    cross join lateral (select ${returned(sql)} as amount) as b
    where b.amount > o.returned_amount and not (o.status = 'FAILED' and b.amount = o.amount)`,
}

/** Each payment of ours that arrived on a day has a row in a file, with its returns until then. */
export const payoutsOfDays: Rule<DayScope> = {
  kinds: ['payout-missing-in-file', 'payout-return-differs'],
  statement: (sql, { providerId, during }) => {
    // As `bareId` of primitives/id.ts.
    const bareId = (id: Part) => sql`replace(${id}::text, '-', '')`
    const missing = 'payout-missing-in-file'
    const returns = 'payout-return-differs'
    return sql`
      select d.kind, l.reference as subject, l.account_id, l.object_type, l.object_id, l.reference,
        d.expected, d.found, null::int as sequence, null::int as line
      from (
        select c.provider_id, c.account_id, 'cashout' as object_type, c.id as object_id, c.amount,
          c.returned_amount, c.status, c.completed_at, c.updated_at,
          ${bareId(sql`c.id`)} as reference,
          ${during(sql`c.completed_at`, missing, sql`c.id`)} as is_due,
          c.returned_amount > 0 and ${during(sql`c.updated_at`, returns, sql`c.id`)} as is_back
        from cashouts c
        where c.provider_id = ${providerId}::uuid and c.completed_at is not null and (
          ${during(sql`c.completed_at`, missing, sql`c.id`)}
            or (c.returned_amount > 0 and ${during(sql`c.updated_at`, returns, sql`c.id`)}))
        union all
        select ${providerId}::uuid, r.account_id, 'refund', r.id, r.amount, r.returned_amount,
          r.status, r.updated_at, r.updated_at,
          ${bareId(sql`r.id`)},
          ${during(sql`r.updated_at`, missing, sql`r.id`)},
          r.returned_amount > 0 and ${during(sql`r.updated_at`, returns, sql`r.id`)}
        from refunds r
        where r.status = 'COMPLETED' and r.payout ->> 'providerId' = ${providerId} and (
          ${during(sql`r.updated_at`, missing, sql`r.id`)}
            or (r.returned_amount > 0 and ${during(sql`r.updated_at`, returns, sql`r.id`)}))
      ) as l
      cross join lateral (
        select ${missing}::text as kind,
          jsonb_build_object('amount', l.amount, 'status', l.status) as expected,
          null::jsonb as found
        where l.is_due and not exists (
          select from settlement_lines e
          where e.account_id = l.account_id and e.object_id = l.object_id and e.kind = 'payout')
        union all
        select ${returns}::text, jsonb_build_object('amount', l.returned_amount),
          jsonb_build_object('amount', ${returned(sql)})
        where l.is_back and ${returned(sql)} <> l.returned_amount
      ) as d`
  },
}

/** The object of line `l`: a cashout, or a refund that was sent as a separate payment. */
const ours = (sql: Queryable) => sql`(
  select c.id, c.amount, c.status, c.returned_amount from cashouts c
  where l.object_type = 'cashout' and c.account_id = l.account_id and c.id = l.object_id
  union all
  select r.id, r.amount, r.status, r.returned_amount from refunds r
  where l.object_type = 'refund' and r.account_id = l.account_id and r.id = l.object_id)`

/** The sum of returns in the provider's files for the payment of row `l`, in cents. */
const returned = (sql: Queryable) => sql`(
  select coalesce(sum(x.amount), 0) from settlement_lines x
  where x.provider_id = l.provider_id and x.reference = l.reference and x.kind = 'payout-return')`
