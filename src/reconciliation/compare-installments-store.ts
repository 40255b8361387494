import { methodsWith } from '../transactions/methods/methods.ts'
import type { FileScope, LineRule, Rule } from './rule-store.ts'

/**
 * Each part of a sale as the acquirer will pay it. Every part is present once, in the amount and on
 * the bank day that follow from the sale's own row (docs/decisions/reconciliation.md). If the
 * amount of the sale itself differs, its parts are not compared.
 */
export const installmentsOfSales: LineRule = {
  lineKinds: ['sale'],
  kinds: [
    'installment-missing',
    'installment-doubled',
    'installment-amount-differs',
    'installment-date-differs',
  ],
  statement: (sql, { lines }) => sql`
    select d.kind, concat_ws(' ', l.provider_reference, n.number,
        case when p.nth > 1 then concat_ws(' ', p.sequence, p.line) end) as subject,
      l.account_id, l.object_type, l.object_id, l.provider_reference as reference, d.expected,
      d.found, l.sequence, l.line
    from settlement_lines l
    join transactions t on t.account_id = l.account_id and t.id = l.object_id
      and t.method = any(${methodsWith('hasInstallments')})
    cross join lateral (
      select count(*) as rows,
        coalesce(bool_or((e.sequence, e.line) < (l.sequence, l.line)), false) as has_earlier
      from settlement_lines e
      where e.provider_id = l.provider_id and e.provider_reference = l.provider_reference
        and e.kind = 'sale'
    ) as s
    cross join lateral generate_series(1, l.parts) as n (number)
    cross join lateral (
      select l.amount / l.parts + (n.number <= l.amount % l.parts)::int as gross,
        l.due_days[n.number] as due_on
    ) as w
    left join lateral (
      select i.*, row_number() over (order by i.sequence, i.line) as nth from settlement_lines i
      where i.provider_id = l.provider_id and i.provider_reference = l.provider_reference
        and i.kind = 'installment' and i.number = n.number
    ) as p on true
    cross join lateral (
      select 'installment-missing' as kind,
        jsonb_build_object('number', n.number, 'gross', w.gross, 'dueOn', w.due_on) as expected,
        null::jsonb as found
      where p.line is null
      union all
      -- A sale that is in the files twice has its parts twice. That is one difference, not many.
      select 'installment-doubled', null,
        jsonb_build_object('number', n.number, 'gross', p.amount, 'dueOn', p.date, 'line', p.line)
      where p.nth > s.rows
      union all
      select 'installment-amount-differs', jsonb_build_object('number', n.number, 'gross', w.gross),
        jsonb_build_object('number', n.number, 'gross', p.amount, 'line', p.line)
      where p.nth = 1 and p.amount <> w.gross and l.amount = t.amount
      union all
      select 'installment-date-differs', jsonb_build_object('number', n.number, 'dueOn', w.due_on),
        jsonb_build_object('number', n.number, 'dueOn', p.date, 'line', p.line)
      where p.nth = 1 and p.date <> w.due_on
    ) as d
    where l.kind = 'sale' and ${lines} and not s.has_earlier`,
}

/** Each installment belongs to a sale of the files and is one of its parts. */
export const installmentLines: LineRule = {
  lineKinds: ['installment'],
  kinds: ['installment-unknown'],
  statement: (sql, { lines }) => sql`
    select 'installment-unknown' as kind, concat_ws(' ', l.sequence, l.line) as subject,
      l.account_id, l.object_type, l.object_id, l.provider_reference as reference,
      case when s.rows > 0 then jsonb_build_object('installments', s.parts) end as expected,
      jsonb_build_object('number', l.number, 'gross', l.amount, 'dueOn', l.date) as found,
      l.sequence, l.line
    from settlement_lines l
    cross join lateral (
      select count(*) as rows, max(e.parts) as parts from settlement_lines e
      where e.provider_id = l.provider_id and e.provider_reference = l.provider_reference
        and e.kind = 'sale'
    ) as s
    where l.kind = 'installment' and ${lines}
      -- A sale of ours whose row is missing is reported by the rule of sales.
      and (l.number > s.parts or (s.rows = 0 and l.object_id is null))`,
}

/**
 * Each day's payment is the net of the installments due that day. It is compared only when every
 * file from the first was read, because a gap hides installments. The day of a file counts with or
 * without a payment.
 */
export const paymentsOfFiles: Rule<FileScope> = {
  kinds: ['payment-sum-differs'],
  statement: (sql, { providerId, sequences }) => sql`
    select 'payment-sum-differs' as kind, f.date::text as subject, null::uuid as account_id,
      null::text as object_type, null::uuid as object_id, p.reference,
      jsonb_build_object('amount', e.amount) as expected,
      case when p.amount is not null then jsonb_build_object('amount', p.amount) end as found,
      f.sequence, p.line
    from settlement_files f
    cross join lateral (
      select max(l.line) as line, max(l.reference) as reference, sum(l.amount) as amount
      from settlement_lines l
      where l.provider_id = f.provider_id and l.sequence = f.sequence and l.kind = 'payment'
        and l.date = f.date
    ) as p
    cross join lateral (
      select coalesce(sum(l.net), 0) as amount from settlement_lines l
      where l.provider_id = f.provider_id and l.kind = 'installment' and l.date = f.date
        and l.sequence <= f.sequence
    ) as e
    where f.provider_id = ${providerId}::uuid and f.sequence = any(${[...sequences]}::int[])
      and f.status = 'READ'
      and e.amount <> coalesce(p.amount, 0)
      and f.sequence = (
        select count(*) from settlement_files g
        where g.provider_id = f.provider_id and g.status = 'READ' and g.sequence <= f.sequence)`,
}
