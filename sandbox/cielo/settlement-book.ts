import type { DatabaseSync } from 'node:sqlite'
import { endOfLocalDay, startOfLocalDay } from '../../src/brazil/local-time.ts'
import { installmentsOfDay, netOfPart, soldDaysPaidOn } from '../settlement/card-installments.ts'
import type { Day } from '../settlement/day.ts'
import { dateOf, everyRow, firstInstant } from '../settlement/every-row.ts'
import type { Book } from '../settlement/files.ts'
import type { Row } from '../settlement/row.ts'
import { spoilingRows } from '../settlement/spoil.ts'
import { reasonText } from './chargeback.ts'
import type { PaidPart } from './edi-text.ts'

/**
 * The rows of the store in the daily file: captured sales and their parts, parts paid, cancels,
 * claims lost and won back.
 */
export function openSettlementBook(
  db: DatabaseSync,
): Book<Row> & { readonly paidParts: PaidParts } {
  db.exec(`
    create index if not exists cielo_sales_by_capture
    on cielo_sales (captured_at)
    where captured_at is not null;
    create index if not exists cielo_case_entries_by_time on cielo_case_entries (at);
    create table if not exists cielo_refunds (
      id integer primary key,
      payment_id text not null,
      amount integer not null,
      at integer not null
    ) strict;
    create index if not exists cielo_refunds_by_time on cielo_refunds (at);
    create trigger if not exists cielo_sales_refunded after update of voided_amount on cielo_sales
    when new.captured_at is not null and new.voided_amount > old.voided_amount begin
      insert into cielo_refunds (payment_id, amount, at)
      values (new.payment_id, new.voided_amount - old.voided_amount, new.voided_at);
    end;
  `)
  const first = db.prepare(
    'select min(captured_at) as at from cielo_sales where captured_at is not null',
  )
  const sales = db.prepare(`
    select captured_at as at, rowid as key, order_id, tid, proof_of_sale, authorization_code, brand,
      captured_amount, installments
    from cielo_sales
    where captured_at between ? and ?
      and (captured_at, rowid) > (?, ?)
    order by captured_at, rowid
    limit 500`)
  const alike = db.prepare(`
    select captured_amount as gross, installments, count(*) as count
    from cielo_sales
    where captured_at between ? and ?
      and installments >= ?
    group by captured_amount, installments`)
  const refunds = db.prepare(`
    select r.at, r.id as key, s.tid, r.amount
    from cielo_refunds r
    join cielo_sales s using (payment_id)
    where r.at between ? and ?
      and (r.at, r.id) > (?, ?)
    order by r.at, r.id
    limit 500`)
  // A case may be decided more than once. Money moves only when a decision differs from the one
  // before it.
  const decisions = db.prepare(`
    select e.at, e.id as key, e.id_case, e.phase, s.tid, c.amount, c.reason_code, coalesce((
      select phase from cielo_case_entries b
      where b.id_case = e.id_case
        and b.id < e.id
        and b.phase in ('for-issuer', 'for-merchant')
      order by b.id desc
      limit 1
    ), 'for-merchant') as before
    from cielo_case_entries e
    join cielo_chargebacks c using (id_chargeback)
    join cielo_sales s using (payment_id)
    where e.phase in ('for-issuer', 'for-merchant')
      and e.at between ? and ?
      and (e.at, e.id) > (?, ?)
    order by e.at, e.id
    limit 500`)

  function* sold({ date, from, to }: Day): Iterable<Row> {
    const partsOf = installmentsOfDay(date)
    for (const row of everyRow(sales, from, to)) {
      const sale = saleFrom(row)
      yield sale
      for (const part of partsOf(sale))
        yield { kind: 'installment', providerReference: sale.providerReference, ...part }
    }
  }

  /** The parts that fall due that day, each with its sale. */
  function* paidParts({ date }: Day): Iterable<PaidPart> {
    for (const { part, from, to } of soldDaysPaidOn(date)) {
      const span = [startOfLocalDay(from).getTime(), endOfLocalDay(to).getTime()] as const
      for (const row of everyRow(sales, ...span)) {
        const sale = saleFrom(row)
        const own = installmentsOfDay(Temporal.PlainDate.from(sale.date))(sale)[part - 1]
        const { providerReference } = sale
        if (own) yield { sale, part: { kind: 'installment', providerReference, ...own } }
      }
    }
  }

  /** The parts that fall due that day, all in one credit. */
  function* paid({ date }: Day): Iterable<Row> {
    let amount = 0
    for (const { part, from, to } of soldDaysPaidOn(date)) {
      for (const row of alike.all(
        startOfLocalDay(from).getTime(),
        endOfLocalDay(to).getTime(),
        part,
      )) {
        const sale = { gross: Number(row.gross), installments: Number(row.installments) }
        amount += netOfPart(sale, part) * Number(row.count)
      }
    }
    if (amount === 0) return
    yield {
      kind: 'payment',
      date: date.toString(),
      amount,
      bankReference: `CIELO${digitsOf(date)}`,
    }
  }

  function* refunded({ from, to }: Day): Iterable<Row> {
    for (const row of everyRow(refunds, from, to)) {
      const [providerReference, refundId] = [String(row.tid), String(row.key).padStart(9, '0')]
      yield {
        kind: 'refund',
        providerReference,
        refundId,
        amount: Number(row.amount),
        date: dateOf(row.at),
      }
    }
  }

  function* decided({ from, to }: Day): Iterable<Row> {
    for (const row of everyRow(decisions, from, to)) {
      if (row.phase === row.before) continue
      const kind = row.phase === 'for-issuer' ? 'chargeback' : 'chargeback-reversal'
      const [caseId, providerReference] = [String(row.id_case), String(row.tid)]
      const reason = `${row.reason_code} ${reasonText(String(row.reason_code))}`
      yield {
        kind,
        caseId,
        providerReference,
        amount: Number(row.amount),
        reason,
        date: dateOf(row.at),
      }
    }
  }

  return {
    spoiling: spoilingRows,
    paidParts,
    firstAt: () => firstInstant(first),
    *rows(day) {
      yield* sold(day)
      yield* paid(day)
      yield* refunded(day)
      yield* decided(day)
    },
    invented({ date }) {
      const [gross, installments, providerReference] = [1_23, 1, `DESCONHECIDA${digitsOf(date)}`]
      const sale = {
        reference: `D${digitsOf(date)}DESCONHECIDA`,
        nsu: '999999',
        brand: 'Visa',
        date: date.toString(),
      }
      return [
        { kind: 'sale', ...sale, providerReference, gross, installments },
        ...installmentsOfDay(date)({ gross, installments }).map((part) => ({
          kind: 'installment' as const,
          providerReference,
          ...part,
        })),
      ]
    },
  }
}

/** The parts that are paid on a day, each with its sale. */
export type PaidParts = (day: Day) => Iterable<PaidPart>

function saleFrom(row: Readonly<Record<string, unknown>>): PaidPart['sale'] {
  return {
    kind: 'sale',
    reference: String(row.order_id),
    providerReference: String(row.tid),
    nsu: String(row.proof_of_sale),
    ...(row.authorization_code !== null && { authorizationCode: String(row.authorization_code) }),
    brand: String(row.brand),
    gross: Number(row.captured_amount),
    installments: Number(row.installments),
    date: dateOf(row.at),
  }
}

const digitsOf = (date: Temporal.PlainDate): string => date.toString().replaceAll('-', '')
