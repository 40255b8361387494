import { readBrCode } from '../../src/brazil/br-code.ts'
import type { DueParts } from '../../src/brazil/due-charge.ts'
import { newEndToEndId } from '../../src/brazil/pix-ids.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { Bill, HowToPay, Payment as Paid } from '../world.ts'
import { amountOn, type Charge, dayOf, isExpired, payableUntil } from './charge.ts'
import { payerDocument, payerIspb } from './identity.ts'
import { type Payment, renderPayment } from './payment.ts'
import type { Psp } from './psp.ts'

/** What the payer's bank shows for one of our codes. */
export function readBill(psp: Psp, code: string): Bill | undefined {
  const charge = chargeBehind(psp, code)
  if (!charge) return undefined
  const { solicitacaoPagador } = charge.content
  return {
    method: 'PIX',
    receiver: { name: psp.identity.name, document: psp.identity.document },
    amount: amountOn(charge, dayOf(psp.world.now())).total,
    payableUntil: payableUntil(charge),
    state: stateOf(charge, psp.world.now()),
    ...(solicitacaoPagador === undefined ? {} : { description: solicitacaoPagador }),
  }
}

/**
 * Pays one of our codes. When this returns, the receiver has the money and the notice is under way.
 */
export function payCharge(
  psp: Psp,
  code: string,
  amount: number | undefined,
  how: HowToPay,
): Paid | undefined {
  const charge = chargeBehind(psp, code)
  if (!charge) return undefined
  const state = stateOf(charge, psp.world.now())
  const { total: due, ...parts } = amountOn(charge, dayOf(psp.world.now()))
  const isOpen = charge.kind === 'cob' && charge.content.valor.modalidadeAlteracao === 1
  const paid = isOpen ? (amount ?? due) : due
  const reason = refusal(state, how, paid === 0 || (amount !== undefined && amount !== paid))
  psp.world.calls.record({
    provider: 'pix',
    operation: 'pay',
    reference: charge.txid,
    amount: paid,
    outcome: reason === undefined ? 'paid' : `refused:${state}`,
  })
  if (reason !== undefined) return { paid: false, reason }

  const payment = receive(psp, charge, { amount: paid, parts, ...how })
  psp.callbacks.announce(renderPayment(payment, []))
  return { paid: true, method: 'PIX', reference: payment.endToEndId, amount: payment.amount }
}

function receive(
  psp: Psp,
  charge: Charge,
  { amount, parts, ...how }: HowToPay & { readonly amount: number; readonly parts: DueParts },
): Payment {
  const paidAt = psp.world.now()
  const newId = () => newEndToEndId({ ispb: payerIspb, at: paidAt, random: randomBase62(11) })
  const payment: Payment = {
    endToEndId: how.endToEndId ?? newId(),
    txid: charge.txid,
    amount,
    ...(charge.kind === 'cobv' && { parts }),
    key: charge.content.chave,
    paidAt,
    payerDocument,
  }
  psp.payments.add(payment)
  psp.charges.complete(charge.txid)
  return payment
}

/**
 * The host of the location is not compared: after a restart the same bank may listen on another
 * port.
 */
export function chargeBehind(psp: Psp, code: string): Charge | undefined {
  const reading = readBrCode(code.trim())
  if (!reading.ok || reading.code.kind !== 'dynamic') return undefined
  const token = /\/qr\/v2\/(?:cobv\/)?([0-9a-f]{32})$/.exec(reading.code.location)?.[1]
  const txid = token === undefined ? undefined : psp.locations.findByToken(token)?.txid
  return txid === undefined ? undefined : psp.charges.find(txid)
}

function stateOf(charge: Charge, now: Date): Bill['state'] {
  if (charge.status === 'CONCLUIDA') return 'paid'
  if (charge.status !== 'ATIVA') return 'removed'
  return isExpired(charge, now) ? 'expired' : 'payable'
}

function refusal(state: Bill['state'], how: HowToPay, isWrongAmount: boolean): string | undefined {
  if (isWrongAmount) return 'O valor desta cobrança não pode ser alterado pelo pagador.'
  if (how.force) return undefined
  return {
    payable: undefined,
    paid: 'Esta cobrança já foi paga.',
    expired: 'Esta cobrança expirou.',
    removed: 'Esta cobrança foi cancelada.',
  }[state]
}
