import type { DatabaseSync } from 'node:sqlite'
import type { Day } from '../settlement/day.ts'
import { dateOf, everyRow, firstInstant } from '../settlement/every-row.ts'
import type { Book } from '../settlement/files.ts'
import type { Row } from '../settlement/row.ts'

/**
 * The rows of the paying account in the daily file: payments on the day they were done, and
 * returned money.
 */
export function openSettlementBook(db: DatabaseSync): Book {
  db.exec(`
    create index if not exists efi_payouts_done
    on efi_payouts (decided_at)
    where status = 'REALIZADO';
    create index if not exists efi_returns_by_time on efi_returns (at);
  `)
  const first = db.prepare(
    `select min(decided_at) as at from efi_payouts where status = 'REALIZADO'`,
  )
  const payouts = db.prepare(`
    select decided_at as at, rowid as key, id_envio, end_to_end_id as id, amount
    from efi_payouts
    where status = 'REALIZADO'
      and decided_at between ? and ?
      and (decided_at, rowid) > (?, ?)
    order by decided_at, rowid
    limit 500`)
  const returns = db.prepare(`
    select at, rowid as key, id_envio, rtr_id as id, amount
    from efi_returns
    where at between ? and ?
      and (at, rowid) > (?, ?)
    order by at, rowid
    limit 500`)

  const rowOf = (kind: 'payout' | 'payout-return') => (row: Readonly<Record<string, unknown>>) => {
    const [payoutId, endToEndId] = [String(row.id_envio), String(row.id)]
    return { kind, payoutId, endToEndId, amount: Number(row.amount), date: dateOf(row.at) }
  }
  return {
    firstAt: () => firstInstant(first),
    *rows({ from, to }: Day): Iterable<Row> {
      yield* Iterator.from(everyRow(payouts, from, to)).map(rowOf('payout'))
      yield* Iterator.from(everyRow(returns, from, to)).map(rowOf('payout-return'))
    },
    invented({ date }) {
      const digits = date.toString().replaceAll('-', '')
      const endToEndId = `E99999024${digits}1200desconhecid`
      return [
        {
          kind: 'payout',
          payoutId: `desconhecido${digits}`,
          endToEndId,
          amount: 1_23,
          date: date.toString(),
        },
      ]
    },
  }
}
