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
import type { Boleto } from './boleto.ts'
import { renderNotice } from './render.ts'

/** What the payer's bank shows for a digitable line, a barcode or the PIX of one of our boletos. */
export function readBill(bank: Bank, code: string): Bill | undefined {
  const found = billBehind(code, bank.world.now(), bank.boletos)
  if (!found) return undefined
  const { bill: boleto, channel } = found
  return {
    method: channel === 'pix' ? 'PIX' : 'BOLETO',
    receiver: { name: beneficiary.name, document: beneficiary.document },
    ...(boleto.finalBeneficiary && { finalBeneficiary: boleto.finalBeneficiary }),
    amount: boleto.amount,
    payableUntil: payableUntil(boleto),
    state: billState(boleto, bank.world.now()),
    ...(boleto.documentNumber ? { description: `Documento ${boleto.documentNumber}` } : {}),
  }
}

/** Pays one of our codes. Both codes are one debt: when one is paid, the other is closed. */
export function payBoleto(
  bank: Bank,
  code: string,
  amount: number | undefined,
  how: HowToPay,
): Payment | undefined {
  const found = billBehind(code, bank.world.now(), bank.boletos)
  if (!found) return undefined
  const { bill: boleto, channel } = found
  const now = bank.world.now()
  const state = billState(boleto, now)
  const reason = refusalToPay(state, how, amount !== undefined && amount !== boleto.amount)
  bank.world.calls.record({
    provider: 'boleto',
    operation: 'pay',
    reference: boleto.ourNumber,
    amount: amount ?? boleto.amount,
    outcome: reason === undefined ? 'paid' : `refused:${state}`,
  })
  if (reason !== undefined) return { paid: false, reason }

  const reference =
    channel === 'pix' ? payersEndToEndId(now) : `BB${randomBase62(14).toUpperCase()}`
  const atNotary = boleto.state.kind === 'in-protest'
  const paid = {
    kind: 'paid',
    at: now,
    amount: boleto.amount,
    channel,
    reference,
    atNotary,
  } as const
  bank.boletos.move(boleto, paid)
  const body = JSON.stringify(renderNotice({ ...boleto, state: paid }))
  bank.callbacks.announce({ reference: boleto.ourNumber, body })
  return {
    paid: true,
    method: channel === 'pix' ? 'PIX' : 'BOLETO',
    reference,
    amount: boleto.amount,
  }
}

function billState(boleto: Boleto, now: Date): Bill['state'] {
  const { state } = boleto
  if (state.kind === 'paid') return 'paid'
  if (state.kind === 'in-protest') return 'payable'
  if (state.kind === 'written-off') return state.by === 'bank' ? 'expired' : 'removed'
  return now > payableUntil(boleto) ? 'expired' : 'payable'
}
