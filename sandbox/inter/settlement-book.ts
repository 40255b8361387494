import type { DatabaseSync } from 'node:sqlite'
import { cents } from '../../src/primitives/money.ts'
import { everyRow, firstInstant } from '../settlement/every-row.ts'
import type { Book } from '../settlement/files.ts'
import type { Charge } from './charge.ts'
import { chargeOf } from './charge-store.ts'

/** The charges that were paid on a day that is over, by barcode or by PIX. */
export function openSettlementBook(db: DatabaseSync): Book<Charge> {
  const [isPaid, at] = [`state ->> '$.kind' = 'paid'`, `state ->> '$.at'`]
  db.exec(`
    create index if not exists inter_charges_paid
    on inter_charges (${at}, code)
    where ${isPaid}
  `)
  const first = db.prepare(`select min(${at}) as at from inter_charges where ${isPaid}`)
  const paid = db.prepare(`
    select ${at} as at, code as key, title, state
    from inter_charges
    where ${isPaid}
      and ${at} between ? and ?
      and (${at}, code) > (?, ?)
    order by ${at}, code
    limit 500`)
  return {
    spoiling: {
      isMain: () => true,
      isPartOf: () => false,
      withMore: (charge, more) =>
        charge.state.kind === 'paid'
          ? { ...charge, state: { ...charge.state, amount: cents(charge.state.amount + more) } }
          : charge,
    },
    firstAt: () => firstInstant(first),
    *rows({ from, to }) {
      const days = [new Date(from).toISOString(), new Date(to).toISOString()] as const
      for (const row of everyRow(paid, ...days)) {
        const charge = chargeOf(row)
        if (charge) yield charge
      }
    },
    invented: ({ date, from }) => [neverIssued(date, new Date(from))],
  }
}

const neverIssued = (date: Temporal.PlainDate, at: Date): Charge => ({
  code: '99999999-9999-4999-8999-999999999999',
  ourNumber: '99999999999',
  barcode: '',
  digitableLine: '',
  ownNumber: '999999999999999',
  amount: cents(1_23),
  dueDate: date,
  payableDaysAfterDue: 0,
  payer: {
    ...{ document: '52998224725', name: 'PAGADOR DO SANDBOX', street: '', number: '' },
    ...{ complement: '', district: '', city: '', state: '', zipCode: '', email: '' },
  },
  message: [],
  wantsPix: false,
  registeredAt: at,
  state: {
    kind: 'paid',
    at,
    amount: cents(1_23),
    channel: 'boleto',
    reference: 'IN99999999999999',
  },
})
