import type { Queryable } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import { type DayScope, type LineRule, localDay, type Part, type Rule } from './rule-store.ts'

/** Each sale of a file is one of ours, once, in its amount and parts, and paid. */
export const saleLines: LineRule = {
  lineKinds: ['sale'],
  kinds: [
    'sale-unknown',
    'sale-doubled',
    'sale-amount-differs',
    'sale-installments-differ',
    'sale-status-differs',
  ],
  statement: (sql, { lines }) => sql`
    select d.kind,
      case d.kind
        when 'sale-doubled' then concat_ws(' ', l.reference, l.sequence, l.line)
        else l.reference
      end as subject,
      l.account_id, l.object_type, l.object_id, l.reference, d.expected, d.found, l.sequence, l.line
    from settlement_lines l
    left join transactions t on t.account_id = l.account_id and t.id = l.object_id
    cross join lateral (
      -- Another payment of the sale does not count once it has a case of its own.
      select count(*) filter (
          where e.provider_reference = l.provider_reference or not ${hasCase(sql, sql`e.`)}
        ) > 0 as is_doubled,
        count(*) filter (where e.provider_reference = l.provider_reference) > 0 as is_repeated,
        -- The sale was canceled before it counted, also in the provider's files. A row that is
        -- there twice is not canceled by that.
        ${refundedSum(sql)} = l.amount
          and count(*) filter (where e.provider_reference = l.provider_reference) = 0
          as is_refunded
      from settlement_lines e
      where e.provider_id = l.provider_id and e.reference = l.reference and e.kind = 'sale'
        and (e.sequence, e.line) < (l.sequence, l.line)
    ) as f
    cross join lateral (
      select 'sale-unknown' as kind, null::jsonb as expected,
        jsonb_build_object('amount', l.amount) as found
      where l.object_id is null and not f.is_doubled
      union all
      select 'sale-doubled', jsonb_build_object('amount', t.amount),
        jsonb_build_object('amount', l.amount, 'providerReference', l.provider_reference)
      where f.is_doubled and not f.is_refunded
        and (f.is_repeated or not ${hasCase(sql, sql`l.`)})
      union all
      select 'sale-amount-differs', jsonb_build_object('amount', t.amount),
        jsonb_build_object('amount', l.amount)
      where t.amount <> l.amount and not f.is_doubled and not ${hasCase(sql, sql`l.`)}
      union all
      select 'sale-installments-differ', jsonb_build_object('installments', t.installments),
        jsonb_build_object('installments', l.parts)
      where t.installments <> l.parts and not f.is_doubled
      union all
      select 'sale-status-differs', jsonb_build_object('status', t.status),
        jsonb_build_object('status', 'PAID')
      where t.status in ('WAITING_PAYMENT', 'AUTHORIZED', 'REFUSED', 'CANCELED')
        and not f.is_doubled and not f.is_refunded and not ${hasCase(sql, sql`l.`)}
    ) as d
    where l.kind = 'sale' and ${lines}`,
}

/** Each sale of ours that was paid on a day has a row in a file. */
export const salesOfDays: Rule<DayScope> = {
  kinds: ['sale-missing-in-file'],
  statement: (sql, { providerId, during }) => sql`
    select 'sale-missing-in-file' as kind, t.id::text as subject, t.account_id,
      'transaction' as object_type, t.id as object_id,
      coalesce(
        f.facts #>> '{pix,txid}', f.facts #>> '{boleto,reference}',
        f.facts #>> '{boleto,ourNumber}', f.facts #>> '{card,tid}'
      ) as reference,
      jsonb_build_object(
        'amount', t.amount, 'status', t.status, 'date', ${localDay(sql, sql`t.paid_at`)}
      ) as expected,
      null::jsonb as found, null::int as sequence, null::int as line
    from transactions t
    cross join lateral (select ${readableJson(sql, sql`t.facts`)} as facts) as f
    where t.provider_id = ${providerId}::uuid
      and ${during(sql`t.paid_at`, 'sale-missing-in-file', sql`t.id`)}
      and not exists (
        select from settlement_lines l
        where l.account_id = t.account_id and l.object_id = t.id and l.kind = 'sale')`,
}

/**
 * Whether a case about the payment on a line was opened when it was received. A payment without an
 * id of its own, as of a boleto, is known by its sale and amount.
 */
const hasCase = (sql: Queryable, line: Part) => sql`exists (
  select from reconciliation_cases k
  where k.provider_id = ${line}provider_id
    and k.kind in ('arrival-doubled', 'arrival-amount-differs')
    and (k.subject = ${line}provider_reference
      or (k.subject = ${line}object_id::text
        and k.found -> 'amount' = to_jsonb(${line}amount))))`

/** The sum refunded of the sale on line `l`, by the provider's files, in cents. */
const refundedSum = (sql: Queryable) => sql`(
  select coalesce(sum(b.amount), 0) from settlement_lines b
  where b.provider_id = l.provider_id and b.provider_reference = l.provider_reference
    and b.kind = 'refund')`
