import { readableJson } from '../db/readable-json.ts'
import {
  counts,
  hasCase,
  isOfOtherKey,
  isOtherPayment,
  isOwnPayment,
  isUndone,
} from './payment-rows-store.ts'
import { type DayScope, type LineRule, localDay, type Rule } from './rule-store.ts'

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
  statement(sql, { lines }) {
    const row = sql`l.`
    const isCompared = sql`(not f.is_repeated and not ${isOtherPayment(sql, row)})`
    // The sale was canceled before it counted, also in the provider's files. A row that is there
    // twice is not canceled by that.
    const isCanceled = sql`(not f.is_repeated and ${isUndone(sql, row)})`
    return sql`
      select d.kind,
        case d.kind
          when 'sale-doubled' then concat_ws(' ', l.reference, l.sequence, l.line)
          else l.reference
        end as subject,
        l.account_id, l.object_type, l.object_id, l.reference, d.expected, d.found, l.sequence,
        l.line
      from settlement_lines l
      left join transactions t on t.account_id = l.account_id and t.id = l.object_id
      left join lateral (
        select e.line, e.amount, e.provider_reference
        from settlement_lines e
        where e.provider_id = l.provider_id and e.reference = l.reference and e.kind = 'sale'
          and (e.sequence, e.line) < (l.sequence, l.line)
          and (e.provider_reference = l.provider_reference or ${counts(sql, sql`e.`)})
        order by e.provider_reference <> l.provider_reference, e.sequence, e.line
        limit 1
      ) as e on true
      cross join lateral (
        select e.line is not null as is_doubled,
          coalesce(e.provider_reference = l.provider_reference, false) as is_repeated
      ) as f
      cross join lateral (
        select 'sale-unknown' as kind, null::jsonb as expected,
          jsonb_build_object('amount', l.amount) as found
        where l.object_id is null and not f.is_doubled
        union all
        -- The second one is the one that our books do not have, in any order of the rows.
        select 'sale-doubled', jsonb_build_object('amount', t.amount),
          case when not f.is_repeated and ${isOwnPayment(sql, row)}
            then jsonb_build_object('amount', e.amount, 'providerReference', e.provider_reference)
            else jsonb_build_object('amount', l.amount, 'providerReference', l.provider_reference)
          end
        where f.is_doubled and not ${isCanceled}
          and (f.is_repeated or not ${hasCase(sql, row)})
        union all
        select 'sale-amount-differs', jsonb_build_object('amount', t.amount),
          jsonb_build_object('amount', l.amount)
        where t.amount <> l.amount and ${isCompared} and not ${hasCase(sql, row)}
        union all
        select 'sale-installments-differ', jsonb_build_object('installments', t.installments),
          jsonb_build_object('installments', l.parts)
        where t.installments <> l.parts and ${isCompared}
        union all
        select 'sale-status-differs', jsonb_build_object('status', t.status),
          jsonb_build_object('status', 'PAID')
        where t.status in ('WAITING_PAYMENT', 'AUTHORIZED', 'REFUSED', 'CANCELED')
          and ${isCompared} and not ${isCanceled} and not ${hasCase(sql, row)}
      ) as d
      where l.kind = 'sale' and ${lines}
        and (l.object_id is not null or not ${isOfOtherKey(sql, row)})`
  },
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
