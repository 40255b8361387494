import { randomId } from '../../src/primitives/id.ts'
import type { ClaimRequest, ClaimResult } from '../world.ts'
import { decide, record, runDueInfractions, startReturn } from './decide-infraction.ts'
import {
  analysisMs,
  claimWindowMs,
  type Infraction,
  isOpen,
  isReason,
  reasons,
} from './infraction.ts'
import { chargeBehind } from './pay.ts'
import { type Payment, refundedAmount } from './payment.ts'
import type { Psp } from './psp.ts'

/**
 * Plays the payer who claims a Pix back at their bank, and the party that decides about the claim.
 */
export function disputePix(psp: Psp, claim: ClaimRequest): ClaimResult | undefined {
  if (claim.kind !== 'med') return undefined
  const known = psp.infractions.find(claim.reference)
  const paid = known ? psp.payments.find(known.endToEndId) : paidUnder(psp, claim.reference)
  if (!paid) return undefined
  if (paid === 'unpaid') return refused('Este PIX ainda não foi pago.')
  if (claim.action === 'open') return open(psp, paid, claim)
  if (claim.action === 'reverse')
    return refused('O MED não tem reversão: o que foi devolvido pertence ao pagador.')

  const infraction = known ?? psp.infractions.ofPayment(paid.endToEndId).at(-1)
  if (!infraction) return refused('Este PIX não tem infração. Abra uma com action "open".')
  return claim.action === 'win' ? win(psp, infraction) : lose(psp, infraction, claim.now ?? false)
}

/**
 * Finds the Pix of a script's reference: by its EndToEndId, or the oldest one of a txid or of a
 * copy-and-paste code.
 */
export function paidUnder(psp: Psp, reference: string): Payment | 'unpaid' | undefined {
  const payment = psp.payments.find(reference)
  if (payment) return payment
  const charge = psp.charges.find(reference) ?? chargeBehind(psp, reference)
  return charge && (psp.payments.ofCharge(charge.txid)[0] ?? 'unpaid')
}

function open(
  psp: Psp,
  payment: Payment,
  { amount: requested, reason = 'golpe' }: ClaimRequest,
): ClaimResult {
  const now = psp.world.now()
  const earlier = psp.infractions.ofPayment(payment.endToEndId)
  const left = leftOf(psp, payment, earlier)
  const amount = requested ?? left
  if (!isReason(reason))
    return refused(`reason deve ser um de: ${Object.keys(reasons).join(', ')}.`)
  if (now.getTime() > payment.paidAt.getTime() + claimWindowMs) {
    return refused(
      'O pagador só pode contestar um PIX até 80 dias depois de pagar; este é mais antigo.',
    )
  }
  if (earlier.some(isOpen)) return refused('Este PIX já tem uma infração em análise.')
  if (amount === 0) return refused('Este PIX já foi devolvido inteiro.')
  if (amount > payment.amount) return refused('O valor contestado é maior do que o do PIX.')
  const answerBy = new Date(now.getTime() + analysisMs)
  const opened = psp.infractions.add({
    id: randomId(),
    endToEndId: payment.endToEndId,
    amount,
    reason,
    status: 'ABERTA',
    openedAt: now,
    answerBy,
    updatedAt: now,
    dueAt: answerBy,
  })
  record(psp, opened, 'opened')
  return resultOf(psp, opened)
}

/** The amount of a Pix that is left after its refunds and accepted claims, in cents. */
function leftOf(psp: Psp, payment: Payment, claims: readonly Infraction[]): number {
  const onItsWay = claims.filter(
    ({ status, returnId }) => status === 'ACEITA' && returnId === undefined,
  )
  const taken = refundedAmount(psp.payments.refundsOf(payment.endToEndId))
  return Math.max(0, payment.amount - taken - onItsWay.reduce((sum, { amount }) => sum + amount, 0))
}

function win(psp: Psp, infraction: Infraction): ClaimResult {
  if (!isOpen(infraction)) return refused('Esta infração já foi decidida.')
  return resultOf(psp, decide(psp, infraction, 'REJEITADA', psp.world.now()))
}

/** `now`: the money is returned at once, also for a claim accepted earlier. */
function lose(psp: Psp, infraction: Infraction, isNow: boolean): ClaimResult {
  const now = psp.world.now()
  const isOver = infraction.status !== 'ACEITA' || isReturned(psp, infraction)
  if (!isOpen(infraction) && (isOver || !isNow)) return refused('Esta infração já foi decidida.')
  const accepted = isOpen(infraction) ? decide(psp, infraction, 'ACEITA', now) : infraction
  if (!isNow) return resultOf(psp, accepted)
  if (accepted.returnId !== undefined) psp.payments.hastenRefund(accepted.returnId, now)
  else startReturn(psp, accepted, { at: now, sentAt: now })
  runDueInfractions(psp)
  return resultOf(psp, psp.infractions.find(accepted.id) ?? accepted)
}

function resultOf(psp: Psp, infraction: Infraction): ClaimResult {
  const { id, amount, answerBy } = infraction
  return {
    done: true,
    caseId: id,
    amount,
    state: stateOf(psp, infraction),
    ...(isOpen(infraction) && { answerBy }),
  }
}

function stateOf(
  psp: Psp,
  infraction: Infraction,
): 'needs-response' | 'under-review' | 'won' | 'lost' {
  if (infraction.status === 'ABERTA') return 'needs-response'
  if (infraction.status === 'EM_DEFESA') return 'under-review'
  if (infraction.status !== 'ACEITA') return 'won'
  return isReturned(psp, infraction) ? 'lost' : 'under-review'
}

const isReturned = (psp: Psp, { endToEndId, returnId }: Infraction): boolean =>
  psp.payments
    .refundsOf(endToEndId)
    .some((each) => each.returnId === returnId && each.status === 'DEVOLVIDO')

const refused = (reason: string): ClaimResult => ({ done: false, reason })
