import { firstInstant } from '../settlement/every-row.ts'
import type { Book } from '../settlement/files.ts'
import { payerIspb } from './identity.ts'
import type { Payment } from './payment.ts'
import type { Psp } from './psp.ts'

/** The Pix that `GET /pix` lists for a day that is over. */
export function openSettlementBook({
  world,
  payments,
  identity,
}: Pick<Psp, 'world' | 'payments' | 'identity'>): Book<Payment> {
  const first = world.db.prepare('select min(paid_at) as at from pix_payments')
  return {
    spoiling: {
      isMain: () => true,
      isPartOf: () => false,
      withMore: (payment, cents) => ({ ...payment, amount: payment.amount + cents }),
    },
    firstAt: () => firstInstant(first),
    rows: ({ from, to }) =>
      payments.list({ from: new Date(from), to: new Date(to), limit: -1, offset: 0 }),
    invented({ date, from }) {
      const digits = date.toString().replaceAll('-', '')
      return [
        {
          endToEndId: `E${payerIspb}${digits}1200desconhecid`,
          txid: `desconhecido${digits}00000000`,
          amount: 1_23,
          key: identity.key,
          paidAt: new Date(from),
          payerDocument: '52998224725',
        },
      ]
    },
  }
}
