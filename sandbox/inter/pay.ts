import { readBoletoCode } from '../../src/brazil/boleto-code.ts'
import { readBrCode } from '../../src/brazil/br-code.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import {
  beneficiary,
  type Channel,
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
  const found = chargeBehind(bank, code)
  if (!found) return undefined
  const { charge, channel } = found
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
  const found = chargeBehind(bank, code)
  if (!found) return undefined
  const { charge, channel } = found
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

function chargeBehind(bank: Bank, code: string): { charge: Charge; channel: Channel } | undefined {
  const text = code.trim()
  const pix = readBrCode(text)
  if (pix.ok) {
    const token =
      pix.code.kind === 'dynamic'
        ? /\/qr\/v2\/cobv\/([0-9a-f]{32})$/.exec(pix.code.location)?.[1]
        : undefined
    const charge = token === undefined ? undefined : bank.charges.findByToken(token)
    return charge && { charge, channel: 'pix' }
  }
  const reading = readBoletoCode(text, localDate(bank.world.now()))
  const charge = reading.ok ? bank.charges.findByBarcode(reading.code.barcode) : undefined
  return charge && { charge, channel: 'boleto' }
}

function billState(charge: Charge, now: Date): Bill['state'] {
  const { state } = charge
  const { kind } = state
  if (kind === 'paid') return 'paid'
  if (kind === 'closing' && now >= state.at) return 'removed'
  if (kind === 'expired') return 'expired'
  if (kind === 'cancelled' || kind === 'failed') return 'removed'
  return now > payableUntil(charge) ? 'expired' : 'payable'
}
