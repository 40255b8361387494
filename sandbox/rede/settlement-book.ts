import type { DatabaseSync } from 'node:sqlite'
import { endOfLocalDay, startOfLocalDay } from '../../src/brazil/local-time.ts'
import { installmentsOfDay, soldDaysPaidOn } from '../settlement/card-installments.ts'
import type { Day } from '../settlement/day.ts'
import { dateOf, everyRow, firstInstant } from '../settlement/every-row.ts'
import type { Book } from '../settlement/files.ts'
import type { Spoiling } from '../settlement/spoil.ts'
import type { PaidPart, SoldSale, TakenBack } from './edi-text.ts'
import { withEqualParts } from './equal-parts.ts'

/** Adds the refunds of captured sales to the tables of the store, and reads its days. */
export function openSettlementBook(db: DatabaseSync): Book<SoldSale> & RedeBook {
  db.exec(`
    create index if not exists rede_sales_by_capture
    on rede_sales (captured_at)
    where captured_at is not null;
    create table if not exists rede_canceled (
      id integer primary key,
      sale_id text not null,
      amount integer not null,
      at integer not null
    ) strict;
    create index if not exists rede_canceled_by_time on rede_canceled (at);
    create trigger if not exists rede_sales_canceled after update of voided_amount on rede_sales
    when new.captured_at is not null and new.voided_amount > old.voided_amount begin
      insert into rede_canceled (sale_id, amount, at)
      values (new.id, new.voided_amount - old.voided_amount, new.voided_at);
    end;
  `)
  const columns = `s.captured_at as sold_at, s.id as tid, s.number, s.order_id,
    s.authorization_code, s.brand, s.captured_amount, s.installments`
  const first = db.prepare(
    'select min(captured_at) as at from rede_sales where captured_at is not null',
  )
  const sales = db.prepare(`
    select s.captured_at as at, s.number as key, ${columns}
    from rede_sales s
    where s.captured_at between ? and ?
      and (s.captured_at, s.number) > (?, ?)
    order by s.captured_at, s.number
    limit 500`)
  const canceled = db.prepare(`
    select c.at, c.id as key, c.amount, ${columns}
    from rede_canceled c
    join rede_sales s on s.id = c.sale_id
    where c.at between ? and ?
      and (c.at, c.id) > (?, ?)
    order by c.at, c.id
    limit 500`)

  function* paidParts({ date }: Day): Iterable<PaidPart> {
    for (const { part: number, from, to } of soldDaysPaidOn(date)) {
      const span = [startOfLocalDay(from).getTime(), endOfLocalDay(to).getTime()] as const
      for (const row of everyRow(sales, ...span)) {
        const sold = soldSale(row)
        const part = sold.parts[number - 1]
        if (part) yield { sold, part }
      }
    }
  }

  function* takenBack({ from, to }: Day): Iterable<TakenBack> {
    for (const row of everyRow(canceled, from, to)) {
      yield {
        kind: 'cancel',
        sale: soldSale(row).sale,
        reference: String(row.key).padStart(9, '0'),
        amount: Number(row.amount),
        date: dateOf(row.at),
      }
    }
  }

  return {
    spoiling,
    paidParts,
    takenBack,
    firstAt: () => firstInstant(first),
    *rows({ from, to }) {
      for (const row of everyRow(sales, from, to)) yield soldSale(row)
    },
    invented: ({ date }) => {
      const [digits, gross] = [date.toString().replaceAll('-', ''), 1_23]
      const providerReference = `DESCONHECIDA${digits}`
      return [
        {
          sale: {
            kind: 'sale',
            reference: `D${digits}DESCONHECIDA`,
            ...{ providerReference, gross, installments: 1, brand: 'Visa', nsu: '999999999' },
            date: date.toString(),
          },
          parts: installmentsOfDay(date)({ gross, installments: 1 }).map((part) => ({
            kind: 'installment' as const,
            providerReference,
            ...part,
          })),
        },
      ]
    },
  }
}

/** What the second file of a day has. */
export interface RedeBook {
  /** The installments that fall due that day. */
  paidParts(day: Day): Iterable<PaidPart>
  /** The cancels of that day, of captured sales. */
  takenBack(day: Day): Iterable<TakenBack>
}

const spoiling: Spoiling<SoldSale> = {
  isMain: () => true,
  isPartOf: () => false,
  withMore: ({ sale, parts }, cents) => ({
    sale: { ...sale, gross: sale.gross + cents },
    parts: parts.map((part) =>
      part.number === 1 ? { ...part, gross: part.gross + cents, net: part.net + cents } : part,
    ),
  }),
}

function soldSale(row: Readonly<Record<string, unknown>>): SoldSale {
  const [date, providerReference] = [dateOf(row.sold_at), String(row.tid)]
  const [gross, installments] = [Number(row.captured_amount), Number(row.installments)]
  const parts = installmentsOfDay(Temporal.PlainDate.from(date))({ gross, installments })
  return {
    sale: {
      kind: 'sale',
      reference: String(row.order_id),
      providerReference,
      nsu: String(Number(row.number) % 1_000_000_000),
      ...(row.authorization_code !== null && { authorizationCode: String(row.authorization_code) }),
      brand: String(row.brand),
      ...{ gross, installments, date },
    },
    parts: withEqualParts(parts).map((part) => ({
      kind: 'installment',
      providerReference,
      ...part,
    })),
  }
}
