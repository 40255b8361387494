import type { Queryable } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import { isCardSale } from '../transactions/methods/card-sale-store.ts'
import { isOfOtherKey } from './payment-rows-store.ts'
import { type DayScope, type LineRule, localDay, type Part, type Rule } from './rule-store.ts'

/**
 * Each claim of a file is a dispute of ours, and took the amount that we recorded. A file that
 * names the sale in place of the case has the sum of the sale's disputes. While a dispute is open
 * here its money is blocked, at either side. A dispute decided on a day whose files are incomplete
 * is not compared yet.
 */
export const disputeLines: LineRule = {
  lineKinds: ['chargeback', 'chargeback-reversal'],
  kinds: ['dispute-unknown', 'dispute-amount-differs'],
  statement: (sql, { lines }) => sql`
    select case when d.id is null then 'dispute-unknown' else 'dispute-amount-differs' end as kind,
      -- As the rule of days, where the file names the sale in place of the case.
      coalesce(d.case_id, l.reference) as subject, d.account_id,
      case when d.id is not null then 'dispute' end as object_type, d.id as object_id, l.reference,
      case
        when d.id is not null then jsonb_build_object('amount', d.lost_amount, 'status', d.status)
      end as expected,
      jsonb_build_object('amount', c.taken) as found, l.sequence, l.line
    from (
      select distinct on (l.reference) l.* from settlement_lines l
      where l.kind in ('chargeback', 'chargeback-reversal') and ${lines}
      order by l.reference, l.sequence, l.line
    ) as l
    cross join lateral (select ${taken(sql, sql`l.reference`)} as taken) as c
    left join lateral (
      select d.account_id, d.id, d.case_id, d.status, d.amount, d.lost_amount, d.decided_at,
        1 as disputes
      from disputes d
      where d.provider_id = l.provider_id and d.case_id = l.reference
      union all
      -- The file names the sale in place of the case.
      select t.account_id, s.id, s.case_id, s.status, s.amount, s.lost_amount, s.decided_at,
        s.disputes
      from transactions t
      cross join lateral ${ofSale(sql, sql`t.account_id, t.id, t.provider_id`)} as s
      where l.reference = l.provider_reference and t.provider_id = l.provider_id
        and ${isCardSale(sql, sql`t.`)} and t.facts #>> '{card,tid}' = l.reference
        and s.disputes > 0
    ) as d on true
    where (d.id is null and not ${isRefusedClaim(sql)}
        and (not ${isOfOtherKey(sql, sql`l.`)} or exists (
          select from settlement_lines s
          where s.provider_id = l.provider_id and s.provider_reference = l.provider_reference
            and s.kind = 'sale' and s.object_id is not null)))
      or (d.decided_at is null and d.disputes = 1 and c.taken not in (0, d.amount))
      or (d.decided_at is not null and c.taken <> d.lost_amount and exists (
        select from settlement_files f
        where f.provider_id = l.provider_id and f.status = 'READ'
          and f.date > ${localDay(sql, sql`d.decided_at`)}))`,
}

/** Each dispute of ours that was lost on a day also has a row in a file. */
export const disputesOfDays: Rule<DayScope> = {
  kinds: ['dispute-missing-in-file', 'dispute-amount-differs'],
  statement: (sql, { providerId, during }) => sql`
    select k.kind, d.case_id as subject, l.account_id, 'dispute' as object_type, d.id as object_id,
      d.case_id as reference,
      jsonb_build_object('amount', d.lost_amount, 'status', d.status) as expected,
      case when c.rows > 0 then jsonb_build_object('amount', c.taken) end as found,
      null::int as sequence, null::int as line
    from (
      select d.*, d.case_id as reference,
        ${readableJson(sql, sql`t.facts`)} #>> '{card,tid}' as tid
      from disputes d
      join transactions t on t.account_id = d.account_id and t.id = d.transaction_id
      where d.provider_id = ${providerId}::uuid
    ) as l
    cross join lateral (
      select count(*) as rows, coalesce(bool_or(e.reference = l.tid), false) as names_sale,
        ${taken(sql, sql`l.reference, l.tid`)} as taken
      from settlement_lines e
      where e.provider_id = l.provider_id and e.reference in (l.reference, l.tid)
        and e.kind in ('chargeback', 'chargeback-reversal')
    ) as c
    cross join lateral (
      select l.id, l.case_id, l.status, l.lost_amount, l.decided_at
      where not c.names_sale
      union all
      select s.id, s.case_id, s.status, s.lost_amount, s.decided_at
      from ${ofSale(sql, sql`l.account_id, l.transaction_id, l.provider_id`)} as s
      where c.names_sale
    ) as d
    cross join lateral (
      select case
        when c.rows = 0 then 'dispute-missing-in-file'
        else 'dispute-amount-differs'
      end as kind
    ) as k
    where c.taken <> d.lost_amount and d.decided_at is not null and (
      ${during(sql`l.decided_at`, 'dispute-missing-in-file', sql`l.id`)}
        or ${during(sql`l.decided_at`, 'dispute-amount-differs', sql`l.id`)})`,
}

/**
 * The disputes of a sale as one, with the case of the first. It is decided when all of them are.
 * `sale`: account, id and provider of the sale.
 */
const ofSale = (sql: Queryable, sale: Part) => sql`(
  select count(*) as disputes, (array_agg(o.id order by o.opened_at, o.id))[1] as id,
    (array_agg(o.case_id order by o.opened_at, o.id))[1] as case_id,
    (array_agg(o.status order by o.opened_at, o.id))[1] as status,
    sum(o.amount)::bigint as amount, sum(o.lost_amount)::bigint as lost_amount,
    case when bool_and(o.decided_at is not null) then max(o.decided_at) end as decided_at
  from disputes o
  where (o.account_id, o.transaction_id, o.provider_id) = (${sale}))`

/**
 * The amount that the provider's files show as taken and not returned for the case of row `l`, in
 * cents. `names`: what the files call the case.
 */
const taken = (sql: Queryable, names: Part) => sql`(
  select coalesce(sum(case x.kind when 'chargeback' then x.amount else -x.amount end), 0)
  from settlement_lines x
  where x.provider_id = l.provider_id and x.reference in (${names})
    and x.kind in ('chargeback', 'chargeback-reversal'))`

/** Whether the claim on line `l` was not taken when it was reported: that is a case already. */
const isRefusedClaim = (sql: Queryable) => sql`exists (
  select from reconciliation_cases k
  where k.provider_id = l.provider_id and k.kind = 'claim-not-taken' and k.subject = l.reference)`
