import assert from 'node:assert/strict'
import type { JournalEvent } from '../../src/journal/change.ts'
import { hearDispute, type ToldDispute } from './hear-dispute.ts'
import {
  clearingOf,
  endOf,
  feeOfCashout,
  hold,
  inPile,
  isLostForGood,
  leftIn,
  move,
  payDebt,
  putBack,
  type Reference,
  type ReferenceRefund,
  type ReferenceSale,
  sell,
  setAside,
  wanted,
} from './reference.ts'
import { refusalOf } from './rules.ts'

/**
 * Plays on the reference what the gateway says has happened, in its order. Amounts and piles are the reference's own to
 * work out; what may not happen, or not like this, fails here.
 */
export function hear(reference: Reference, event: JournalEvent, now: Date): void {
  const content = JSON.parse(event.payload) as { readonly data: Told }
  const { data } = content
  switch (event.objectType) {
    case 'transaction':
      hearTransaction(reference, event, data)
      return
    case 'receivable':
      hearReceivable(reference, data, now)
      return
    case 'cashout':
      hearCashout(reference, event, data)
      return
    default:
      assert.fail(`no move leads to ${event.type}`)
  }
}

/** What of an event's payload the reference looks at. */
interface Told {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly fee: number
  readonly paidAt: string | null
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly status: string }[]
  readonly disputes: readonly ToldDispute[]
  readonly transactionId: string
  readonly number: number
  readonly pixKey: string
  readonly canceledReason: string | null
  readonly approval: { readonly state: string } | null
}

function hearTransaction(reference: Reference, { type, objectId, occurredAt }: JournalEvent, data: Told): void {
  const sale = reference.sales.get(objectId)
  assert.ok(sale, `${type} of a transaction nobody made`)
  switch (type) {
    case 'transaction.created':
    case 'transaction.waiting_payment':
    case 'transaction.authorized':
    case 'transaction.cancel_requested':
    case 'transaction.capture_requested':
      sale.status = data.status
      return
    case 'transaction.canceled':
      assert.equal(sale.paidAt, undefined, 'what is paid is not canceled')
      sale.status = 'CANCELED'
      return
    case 'transaction.paid':
      assert.equal(sale.paidAt, undefined, 'a sale is paid once')
      assert.ok(data.paidAt !== null)
      sale.status = 'PAID'
      sell(reference, sale, new Date(data.paidAt))
      return
    case 'transaction.refund_requested':
      refundAsked(reference, sale, data, occurredAt)
      return
    case 'transaction.refunded':
    case 'transaction.partially_refunded':
      if (isAboutRefund(reference, data)) refundDone(reference, sale, type, data)
      else hearDispute(reference, sale, { type, told: data.disputes })
      return
    case 'transaction.refund_failed':
      refundFailed(reference, data)
      return
    default:
      hearDispute(reference, sale, { type, told: data.disputes })
  }
}

/** A devolução of the bank's own, by MED, is told by the same name. */
const isAboutRefund = ({ refunds: known }: Reference, { refunds }: Told): boolean =>
  refunds.some(({ id, status }) => known.get(id)?.status !== status)

function refundAsked(reference: Reference, sale: ReferenceSale, { refunds }: Told, at: Date): void {
  const fresh = refunds.filter(({ id }) => !reference.refunds.has(id))
  const [asked] = fresh
  assert.ok(fresh.length === 1 && asked, 'one refund is asked for at a time')
  const { id, amount, status } = asked
  assert.equal(status, 'PROCESSING')
  assert.equal(refusalOf(reference, sale, { amount, isMeant: true }, at), undefined, 'a refund that must be refused')
  const { held, missing } = hold(reference, amount)
  const all = missing === 0 ? held : [...held, { pile: 'debt' as const, amount: missing }]
  setAside(reference, all)
  const { fate } = sale
  const { turn } = reference
  reference.refunds.set(id, { id, saleId: sale.id, amount, fate, createdAt: at, turn, held: all, status: 'PROCESSING' })
}

/** The one refund of a sale that the gateway says has ended just now. */
function endedRefund(reference: Reference, { refunds }: Told, status: string): ReferenceRefund {
  const ended = refunds.filter((each) => {
    const known = reference.refunds.get(each.id)
    assert.ok(known && known.amount === each.amount, `refund ${each.id} was never asked for`)
    return each.status !== known.status
  })
  const [end] = ended
  assert.ok(ended.length === 1 && end, 'one refund ends at a time')
  assert.equal(end.status, status)
  const refund = reference.refunds.get(end.id)
  assert.ok(refund?.status === 'PROCESSING', 'a refund ends once')
  return refund
}

function refundDone(reference: Reference, sale: ReferenceSale, type: string, data: Told): void {
  const refund = endedRefund(reference, data, 'COMPLETED')
  assert.ok(
    !isLostForGood(sale, refund) && !refund.fate.startsWith('denied'),
    `a refund that is ${refund.fate} was not done`,
  )
  const feeBefore = feeDue(reference, sale)
  refund.status = 'COMPLETED'
  sale.refunded += refund.amount
  sale.status = endOf(reference, sale) ?? sale.status
  assert.equal(type, sale.status === 'REFUNDED' ? 'transaction.refunded' : 'transaction.partially_refunded')
  move(reference, 'blocked', clearingOf(sale.method), refund.amount)
  if (reference.terms.returnsFees) {
    move(reference, 'fees', 'available', feeDue(reference, sale) - feeBefore)
    payDebt(reference)
  }
}

/** What of a sale's fee is due for all that refunds have given back of it. */
function feeDue({ refunds }: Reference, { id, amount, feeTaken }: ReferenceSale): number {
  const done = [...refunds.values()].filter(({ saleId, status }) => saleId === id && status === 'COMPLETED')
  return Math.trunc((feeTaken * done.reduce((sum, each) => sum + each.amount, 0)) / amount)
}

function refundFailed(reference: Reference, data: Told): void {
  const refund = endedRefund(reference, data, 'FAILED')
  assert.ok(refund.fate.startsWith('denied'), `a refund that is ${refund.fate} did not fail`)
  refund.status = 'FAILED'
  putBack(reference, refund.held)
}

function hearReceivable(reference: Reference, { transactionId, number }: Told, now: Date): void {
  const part = reference.sales.get(transactionId)?.parts.find((each) => each.number === number)
  assert.ok(part && !part.isSettled, 'a receivable is settled once')
  assert.ok(part.dueAt <= now, `${part.dueOn} has not begun`)
  part.isSettled = true
  move(reference, 'pending', 'available', leftIn(part))
  payDebt(reference)
}

function hearCashout(reference: Reference, { type, objectId }: JournalEvent, data: Told): void {
  const cashout = reference.cashouts.get(objectId)
  if (type === 'cashout.pending') {
    assert.equal(cashout, undefined, 'a cashout is made once')
    const { amount, fee, pixKey } = data
    assert.equal(fee, feeOfCashout(reference, amount))
    assert.ok(amount + fee <= inPile(reference, 'available'), 'a cashout of more than there is')
    move(reference, 'available', 'blocked', amount + fee)
    const fate = reference.payoutFates.get(pixKey) ?? 'done'
    const isWaiting = amount > reference.terms.approvalAbove
    const { turn } = reference
    reference.cashouts.set(objectId, {
      id: objectId,
      amount,
      fee,
      fate,
      turn,
      status: 'PENDING',
      isWaiting,
      returned: 0,
    })
    return
  }
  assert.ok(cashout, `${type} of a cashout nobody asked for`)
  const total = cashout.amount + cashout.fee
  const goes = (from: string, to: string) => {
    assert.equal(cashout.status, from, `${type} of a cashout that is ${cashout.status}`)
    cashout.status = to
  }
  switch (type) {
    case 'cashout.approved':
      assert.ok(cashout.isWaiting)
      cashout.isWaiting = false
      cashout.turn = reference.turn
      return
    case 'cashout.processing':
      assert.equal(cashout.isWaiting, false, 'nobody approved it')
      goes('PENDING', 'PROCESSING')
      assert.ok(wanted(reference) === 0 && inPile(reference, 'debt') === 0, 'it leaves an account that owes')
      return
    case 'cashout.accepted':
    case 'cashout.not_sent':
    case 'cashout.sent_again':
      goes('PROCESSING', 'PROCESSING')
      return
    case 'cashout.completed':
      assert.ok(cashout.fate !== 'refused' && cashout.fate !== 'failedLater', `it is ${cashout.fate}`)
      goes('PROCESSING', 'COMPLETED')
      move(reference, 'blocked', 'clearing:payout', cashout.amount)
      move(reference, 'blocked', 'fees', cashout.fee)
      return
    case 'cashout.failed':
      assert.ok(cashout.fate === 'refused' || cashout.fate === 'failedLater', `it is ${cashout.fate}`)
      goes('PROCESSING', 'FAILED')
      move(reference, 'blocked', 'available', total)
      payDebt(reference)
      return
    case 'cashout.canceled':
      goes('PENDING', 'CANCELED')
      if (data.canceledReason === 'owed')
        assert.ok(wanted(reference) > 0 || inPile(reference, 'debt') < 0, 'canceled for nothing')
      cashout.isWaiting = false
      move(reference, 'blocked', 'available', total)
      payDebt(reference)
      return
    case 'cashout.partially_refunded':
    case 'cashout.refunded': {
      const all = data.refunds.reduce((sum, { amount }) => sum + amount, 0)
      const fresh = all - cashout.returned
      assert.ok(cashout.fate.startsWith('back') && fresh > 0 && all <= cashout.amount)
      cashout.returned = all
      goes('COMPLETED', all === cashout.amount ? 'REFUNDED' : 'COMPLETED')
      assert.equal(type, all === cashout.amount ? 'cashout.refunded' : 'cashout.partially_refunded')
      move(reference, 'clearing:payout', 'available', fresh)
      payDebt(reference)
      return
    }
    default:
      assert.fail(`no move leads to ${type}`)
  }
}
