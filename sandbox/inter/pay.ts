import { randomBase62 } from '../../src/primitives/id.ts'
import {
  beneficiary,
  billBehind,
  payableUntil,
  payersEndToEndId,
  refusalToPay,
} from '../kit/boleto-bill.ts'
import type { Bill, HowToPay, Payment } from '../world.ts'
import type { Bank } from './bank.ts'
import type { Charge } from './charge.ts'
import { move } from './moves.ts'

/** What the payer's bank shows for a digitable line, a barcode or the PIX of one of our charges. */
export function readBill(bank: Bank, code: string): Bill | undefined {
  const found = billBehind(code, bank.world.now(), bank.charges)
  if (!found) return undefined
  const { bill: charge, channel } = found
  return {
    method: channel === 'pix' ? 'PIX' : 'BOLETO',
    receiver: { name: beneficiary.name, document: beneficiary.document },
    ...(charge.finalBeneficiary && { finalBeneficiary: charge.finalBeneficiary }),
    amount: charge.amount,
    payableUntil: payableUntil(charge),
    state: billState(charge, bank.world.now()),
    description: `Documento ${charge.ownNumber}`,
  }
}

/** Pays one of our codes. Both codes are one debt: when one is paid, the other is closed. */
export function payCharge(
  bank: Bank,
  code: string,
  amount: number | undefined,
  how: HowToPay,
): Payment | undefined {
  const found = billBehind(code, bank.world.now(), bank.charges)
  if (!found) return undefined
  const { bill: charge, channel } = found
  const now = bank.world.now()
  const state = billState(charge, now)
  const reason = refusalToPay(state, how, amount !== undefined && amount !== charge.amount)
  bank.world.calls.record({
    provider: 'inter',
    operation: 'pay',
    reference: charge.code,
    amount: amount ?? charge.amount,
    outcome: reason === undefined ? 'paid' : `refused:${state}`,
  })
  if (reason !== undefined) return { paid: false, reason }
  const reference =
    channel === 'pix' ? payersEndToEndId(now) : `IN${randomBase62(14).toUpperCase()}`
  move(bank, charge, { kind: 'paid', at: now, amount: charge.amount, channel, reference })
  return {
    paid: true,
    method: channel === 'pix' ? 'PIX' : 'BOLETO',
    reference,
    amount: charge.amount,
  }
}

function billState(charge: Charge, now: Date): Bill['state'] {
  const { state } = charge
  const { kind } = state
  if (kind === 'paid') return 'paid'
  if (kind === 'closing' && now >= state.at) return 'removed'
  if (kind === 'in-protest') return 'payable'
  if (kind === 'expired') return 'expired'
  if (kind === 'cancelled' || kind === 'failed') return 'removed'
  return now > payableUntil(charge) ? 'expired' : 'payable'
}
