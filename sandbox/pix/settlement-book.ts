import type { Day } from '../settlement/day.ts'
import { dateOf, everyRow, firstInstant, salesPaidAtOnce } from '../settlement/every-row.ts'
import type { Book } from '../settlement/files.ts'
import type { Row } from '../settlement/row.ts'
import { runDueInfractions } from './decide-infraction.ts'
import { payerIspb } from './identity.ts'
import type { Psp } from './psp.ts'

/**
 * The rows of the receiver's account in the daily file: Pix received, returned by the receiver, and
 * returned by the bank (MED).
 */
export function openSettlementBook(psp: Psp): Book {
  const { db } = psp.world
  db.exec(`
    create index if not exists pix_refunds_done
    on pix_refunds (decided_at)
    where status = 'DEVOLVIDO';
    create index if not exists pix_infractions_return
    on pix_infractions (return_id)
    where return_id is not null;
  `)
  const first = db.prepare('select min(paid_at) as at from pix_payments')
  const payments = db.prepare(`
    select paid_at as at, rowid as key, txid as reference, end_to_end_id as provider_reference,
      amount
    from pix_payments
    where paid_at between ? and ?
      and (paid_at, rowid) > (?, ?)
    order by paid_at, rowid
    limit 500`)
  const returns = db.prepare(`
    select r.decided_at as at, r.rowid as key, r.*, i.id as infraction_id
    from pix_refunds r
    left join pix_infractions i on i.return_id = r.return_id
    where r.status = 'DEVOLVIDO'
      and r.decided_at between ? and ?
      and (r.decided_at, r.rowid) > (?, ?)
    order by r.decided_at, r.rowid
    limit 500`)

  function* returned({ from, to }: Day): Iterable<Row> {
    for (const row of everyRow(returns, from, to)) {
      const [providerReference, nature] = [String(row.end_to_end_id), String(row.nature)]
      const what = { providerReference, amount: Number(row.amount), date: dateOf(row.at) }
      // A return without an infraction is a case of its own.
      const caseId = String(row.infraction_id ?? row.return_id)
      if (nature.startsWith('MED_')) yield { kind: 'chargeback', caseId, reason: nature, ...what }
      else yield { kind: 'refund', refundId: String(row.id), ...what }
    }
  }

  return {
    catchUp: () => void runDueInfractions(psp),
    firstAt: () => firstInstant(first),
    *rows(day) {
      yield* salesPaidAtOnce(payments, day.from, day.to)
      yield* returned(day)
    },
    invented({ date }) {
      const digits = date.toString().replaceAll('-', '')
      const providerReference = `E${payerIspb}${digits}1200desconhecid`
      const sale = {
        reference: `desconhecido${digits}00000000`,
        providerReference,
        date: date.toString(),
      }
      return [{ kind: 'sale', ...sale, gross: 1_23, installments: 1 }]
    },
  }
}
