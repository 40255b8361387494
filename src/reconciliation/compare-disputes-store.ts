import type { Queryable } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import { isCardSale } from '../transactions/methods/card-sale-store.ts'
import { type DayScope, type LineRule, localDay, type Part, type Rule } from './rule-store.ts'

/**
 * Each claim of a file is a dispute of ours, and took the amount that we recorded. While the
 * dispute is open here its money is blocked, at either side. A dispute decided on a day whose files
 * are incomplete is not compared yet.
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
      select d.* from disputes d
      where d.provider_id = l.provider_id and d.case_id = l.reference
      union all
      -- The file names the sale in place of the case.
      select d.* from transactions t
      join disputes d on d.account_id = t.account_id and d.transaction_id = t.id
        and d.provider_id = t.provider_id
      where l.reference = l.provider_reference and t.provider_id = l.provider_id
        and ${isCardSale(sql, sql`t.`)} and t.facts #>> '{card,tid}' = l.reference
    ) as d on true
    where d.id is null
      or (d.decided_at is null and c.taken not in (0, d.amount))
      or (d.decided_at is not null and c.taken <> d.lost_amount and exists (
        select from settlement_files f
        where f.provider_id = l.provider_id and f.status = 'READ'
          and f.date > ${localDay(sql, sql`d.decided_at`)}))`,
}

/** Each dispute of ours that was lost on a day also has a row in a file. */
export const disputesOfDays: Rule<DayScope> = {
  kinds: ['dispute-missing-in-file', 'dispute-amount-differs'],
  statement: (sql, { providerId, during }) => sql`
    select d.kind, l.reference as subject, l.account_id, 'dispute' as object_type,
      l.id as object_id, l.reference,
      jsonb_build_object('amount', l.lost_amount, 'status', l.status) as expected,
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
      select count(*) as rows, ${taken(sql, sql`l.reference, l.tid`)} as taken
      from settlement_lines e
      where e.provider_id = l.provider_id and e.reference in (l.reference, l.tid)
        and e.kind in ('chargeback', 'chargeback-reversal')
    ) as c
    cross join lateral (
      select case
        when c.rows = 0 then 'dispute-missing-in-file'
        else 'dispute-amount-differs'
      end as kind
    ) as d
    where c.taken <> l.lost_amount and (
      ${during(sql`l.decided_at`, 'dispute-missing-in-file', sql`l.id`)}
        or ${during(sql`l.decided_at`, 'dispute-amount-differs', sql`l.id`)})`,
}

/**
 * The amount that the provider's files show as taken and not returned for the case of row `l`, in
 * cents. `names`: what the files call the case.
 */
const taken = (sql: Queryable, names: Part) => sql`(
  select coalesce(sum(case x.kind when 'chargeback' then x.amount else -x.amount end), 0)
  from settlement_lines x
  where x.provider_id = l.provider_id and x.reference in (${names})
    and x.kind in ('chargeback', 'chargeback-reversal'))`
