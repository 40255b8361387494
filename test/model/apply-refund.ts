import assert from 'node:assert/strict'
import type { Payload, RefundPayload } from './payload.ts'
import {
  clearingOf,
  endOf,
  hold,
  isLostForGood,
  isNo,
  move,
  payDebt,
  putBack,
  type Reference,
  type ReferenceRefund,
  type ReferenceSale,
  setAside,
} from './reference.ts'
import { refusalOf } from './rules.ts'
import { mayOwe } from './spendable.ts'

/** A devolução of the bank's own, by MED, has the same event type. */
export const isAboutRefund = ({ refunds: known }: Reference, { refunds }: Payload): boolean =>
  refunds.some(({ id, status }) => known.get(id)?.status !== status)

/** Applies a new refund: its amount is held. */
export function refundRequested(
  reference: Reference,
  sale: ReferenceSale,
  { refunds }: Payload,
  at: Date,
): void {
  const fresh = refunds.filter(({ id }) => !reference.refunds.has(id))
  const [requested] = fresh
  assert.ok(fresh.length === 1 && requested, 'one refund is created at a time')
  const { id, amount, status, pixKey } = requested
  const isToKey = pixKey !== null
  assert.equal(status, 'PROCESSING')
  const refusal = refusalOf(reference, sale, { amount, skipsDuplicateCheck: true, isToKey }, at)
  assert.equal(refusal, undefined, 'a refund that must be refused')
  const { held, missing } = hold(reference, amount)
  const all = missing === 0 ? held : [...held, { book: 'debt' as const, amount: missing }]
  setAside(reference, all)
  const outcome = pixKey === null ? sale.outcome : (reference.payoutOutcomes.get(pixKey) ?? 'done')
  const initial = {
    createdAt: at,
    period: reference.period,
    status: 'PROCESSING',
    returned: 0,
  } as const
  reference.refunds.set(id, {
    ...initial,
    id,
    saleId: sale.id,
    amount,
    isToKey,
    outcome,
    held: all,
  })
}

/** The refund of a sale that this event ends. There is exactly one. */
function endedRefund(reference: Reference, { refunds }: Payload, status: string): ReferenceRefund {
  const ended = refunds.filter((each) => {
    const known = reference.refunds.get(each.id)
    assert.ok(known && known.amount === each.amount, `refund ${each.id} was never requested`)
    return each.status !== known.status
  })
  const [end] = ended
  assert.ok(ended.length === 1 && end, 'one refund ends at a time')
  assert.equal(end.status, status)
  const refund = reference.refunds.get(end.id)
  assert.ok(refund?.status === 'PROCESSING', 'a refund ends once')
  return refund
}

export function refundDone(
  reference: Reference,
  sale: ReferenceSale,
  type: string,
  data: Payload,
): void {
  const refund = endedRefund(reference, data, 'COMPLETED')
  assert.ok(
    !isLostForGood(sale, refund) && !isNo(refund.outcome),
    `a refund that is ${refund.outcome} was not done`,
  )
  const feeBefore = feeDue(reference, sale)
  const { status } = sale
  refund.status = 'COMPLETED'
  sale.refunded += refund.amount
  sale.status = endOf(reference, sale) ?? sale.status
  const isChargedBack = sale.status === 'CHARGEDBACK' && status !== 'CHARGEDBACK'
  const refunded =
    sale.status === 'REFUNDED' ? 'transaction.refunded' : 'transaction.partially_refunded'
  assert.equal(type, isChargedBack ? 'transaction.chargedback' : refunded)
  move(
    reference,
    'blocked',
    refund.isToKey ? 'clearing:payout' : clearingOf(sale.method),
    refund.amount,
  )
  if (reference.terms.returnsFees) {
    move(reference, 'fees', 'available', feeDue(reference, sale) - feeBefore)
    payDebt(reference)
  }
}

/** What of a sale's fee is due for all that refunds have given back of it. */
function feeDue({ refunds }: Reference, { id, amount, feeTaken }: ReferenceSale): number {
  const done = [...refunds.values()].filter(
    ({ saleId, status }) => saleId === id && status === 'COMPLETED',
  )
  return Math.trunc((feeTaken * done.reduce((sum, each) => sum + each.amount, 0)) / amount)
}

export function refundFailed(reference: Reference, data: Payload, at: Date): void {
  const refund = endedRefund(reference, data, 'FAILED')
  // A refund to a key that may be the merchant's own fails only while the account owes.
  const isUnsent = refund.isToKey && !reference.terms.checksOwner && refund.outcome === 'notSent'
  assert.ok(
    isNo(refund.outcome) || (isUnsent && mayOwe(reference)),
    `a refund that is ${refund.outcome} did not fail`,
  )
  refund.status = 'FAILED'
  refund.failedAt = at
  putBack(reference, refund.held)
}

/** A key's bank gave back what had arrived: a new credit, and the refund stays what it is. */
export function refundReturned(reference: Reference, { refunds }: Payload): void {
  const changed = refunds.filter(
    (each) => sumOf(each.returns) !== reference.refunds.get(each.id)?.returned,
  )
  const [to] = changed
  const refund = reference.refunds.get(to?.id ?? '')
  assert.ok(changed.length === 1 && to && refund, 'of one refund at a time something comes back')
  const fresh = sumOf(to.returns) - refund.returned
  refund.returned += fresh
  assert.ok(refund.status === 'COMPLETED' && refund.isToKey && refund.outcome.startsWith('back'))
  assert.ok(fresh > 0 && refund.returned <= refund.amount)
  move(reference, 'clearing:payout', 'available', fresh)
  payDebt(reference)
}

const sumOf = (returns: RefundPayload['returns']): number =>
  returns.reduce((sum, { amount }) => sum + amount, 0)
