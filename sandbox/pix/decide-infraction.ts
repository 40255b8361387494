import { newReturnId } from '../../src/brazil/pix-ids.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import { receiverIspb } from './identity.ts'
import { decisionOf, type Infraction, isOpen, reasons, requestMs, sendMs } from './infraction.ts'
import { type MedNature, type Payment, refundedAmount } from './payment.ts'
import { decideDueRefunds } from './payment-routes.ts'
import type { Psp } from './psp.ts'

/**
 * Does the due work of infractions and of the refunds they lead to, each at its own instant.
 * Returns how much was done.
 */
export function runDueInfractions(psp: Psp): number {
  let done = 0
  for (;;) {
    // This runs first, because the remaining amount of a Pix depends on it.
    const refunds = decideDueRefunds(psp)
    const due = psp.infractions.due(psp.world.now())
    for (const infraction of due) runNextStep(psp, infraction, infraction.dueAt ?? psp.world.now())
    done += refunds + due.length
    if (refunds + due.length === 0) return done
  }
}

function runNextStep(psp: Psp, infraction: Infraction, at: Date): void {
  if (isOpen(infraction)) decide(psp, infraction, decisionOf(infraction), at)
  else startReturn(psp, infraction, { at, sentAt: new Date(at.getTime() + sendMs) })
}

/**
 * Ends the analysis. After an acceptance, the payer's bank requests the money when its waiting time
 * is over.
 */
export function decide(
  psp: Psp,
  infraction: Infraction,
  status: 'ACEITA' | 'REJEITADA',
  at: Date,
): Infraction {
  const { dueAt: _dueAt, ...rest } = infraction
  const dueAt = new Date(at.getTime() + requestMs)
  const note =
    status === 'ACEITA' ? 'Indícios de fraude confirmados.' : 'Indícios de fraude não confirmados.'
  const decided = {
    ...rest,
    status,
    decidedAt: at,
    updatedAt: at,
    note,
    ...(status === 'ACEITA' && { dueAt }),
  }
  psp.infractions.change(decided)
  record(psp, decided, status === 'ACEITA' ? 'accepted' : 'rejected')
  return decided
}

/**
 * Starts the return of an accepted claim, for the amount the receiver has not given back by then.
 */
export function startReturn(
  psp: Psp,
  infraction: Infraction,
  when: { at: Date; sentAt: Date },
): Infraction {
  const { dueAt: _dueAt, ...rest } = infraction
  const payment = psp.payments.find(infraction.endToEndId)
  if (!payment) throw new Error(`no Pix of infraction ${infraction.id}`)
  const refunds = psp.payments.refundsOf(payment.endToEndId)
  const underWay = refunds.find(({ status }) => status === 'EM_PROCESSAMENTO')
  if (underWay) {
    // Its end decides the remaining amount.
    const waiting = { ...infraction, dueAt: underWay.decidedAt }
    psp.infractions.change(waiting)
    return waiting
  }
  const amount = Math.min(infraction.amount, payment.amount - refundedAmount(refunds))
  if (amount === 0) {
    const note = 'O recebedor já devolveu o valor ao pagador.'
    const canceled = { ...rest, status: 'CANCELADA_EFI' as const, note, updatedAt: when.at }
    psp.infractions.change(canceled)
    record(psp, canceled, 'cancelled')
    return canceled
  }
  const returnId = returnMoney(psp, payment, {
    ...when,
    amount,
    nature: reasons[infraction.reason].nature,
  })
  const returning = { ...rest, returnId, updatedAt: when.at }
  psp.infractions.change(returning)
  return returning
}

/** The bank returns money by its own decision. The balance of the account does not matter. */
export function returnMoney(
  psp: Psp,
  { endToEndId }: Payment,
  refund: { at: Date; sentAt: Date; amount: number; nature: MedNature },
): string {
  const returnId = newReturnId({ ispb: receiverIspb, at: refund.at, random: randomBase62(11) })
  psp.payments.addRefund({
    endToEndId,
    id: `med${randomBase62(20)}`,
    returnId,
    amount: refund.amount,
    nature: refund.nature,
    description: null,
    requestedAt: refund.at,
    decidedAt: refund.sentAt,
    status: 'EM_PROCESSAMENTO',
  })
  const call = {
    provider: 'pix',
    operation: 'return',
    reference: endToEndId,
    amount: refund.amount,
  }
  psp.world.calls.record({ ...call, outcome: 'started' })
  return returnId
}

export const record = (psp: Psp, { endToEndId, amount }: Infraction, outcome: string): void =>
  psp.world.calls.record({
    provider: 'pix',
    operation: 'infraction',
    reference: endToEndId,
    amount,
    outcome,
  })
