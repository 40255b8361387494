import assert from 'node:assert/strict'
import type { JournalEvent } from '../../src/journal/change.ts'
import type { Payload } from './payload.ts'
import { inBook, isNo, move, payDebt, type Reference } from './reference.ts'
import { applyWithdrawal } from './reference-schedule.ts'
import { feeOfCashout, mayOwe } from './spendable.ts'

/** A cashout, by hand or by itself, on its way. */
export function applyCashout(
  reference: Reference,
  { type, objectId }: JournalEvent,
  { data, now }: { readonly data: Payload; readonly now: Date },
): void {
  const cashout = reference.cashouts.get(objectId)
  if (type === 'cashout.pending') {
    assert.equal(cashout, undefined, 'a cashout is made once')
    const { amount, fee, pixKey } = data
    assert.equal(fee, feeOfCashout(reference, amount))
    assert.ok(amount + fee <= inBook(reference, 'available'), 'a cashout of more than there is')
    if (data.origin === 'schedule') applyWithdrawal(reference, amount, now)
    move(reference, 'available', 'blocked', amount + fee)
    const outcome = reference.payoutOutcomes.get(pixKey) ?? 'done'
    const isWaiting = amount > reference.terms.approvalAbove
    const { period } = reference
    reference.cashouts.set(objectId, {
      id: objectId,
      amount,
      fee,
      outcome,
      period,
      status: 'PENDING',
      isWaiting,
      returned: 0,
    })
    return
  }
  assert.ok(cashout, `${type} of an unknown cashout`)
  const total = cashout.amount + cashout.fee
  const goes = (from: string, to: string) => {
    assert.equal(cashout.status, from, `${type} of a cashout that is ${cashout.status}`)
    cashout.status = to
  }
  switch (type) {
    case 'cashout.approved':
      assert.ok(cashout.isWaiting)
      cashout.isWaiting = false
      cashout.period = reference.period
      return
    case 'cashout.processing':
      assert.equal(cashout.isWaiting, false, 'it was not approved')
      goes('PENDING', 'PROCESSING')
      return
    case 'cashout.accepted':
    case 'cashout.not_sent':
    case 'cashout.sent_again':
      goes('PROCESSING', 'PROCESSING')
      return
    case 'cashout.completed':
      assert.ok(!isNo(cashout.outcome), `it is ${cashout.outcome}`)
      goes('PROCESSING', 'COMPLETED')
      move(reference, 'blocked', 'clearing:payout', cashout.amount)
      move(reference, 'blocked', 'fees', cashout.fee)
      return
    case 'cashout.failed':
      // It had not left, and what is wanted of the account comes first.
      assert.ok(
        isNo(cashout.outcome) || (cashout.outcome === 'notSent' && mayOwe(reference)),
        `it is ${cashout.outcome}`,
      )
      goes('PROCESSING', 'FAILED')
      move(reference, 'blocked', 'available', total)
      payDebt(reference)
      return
    case 'cashout.canceled':
      goes('PENDING', 'CANCELED')
      if (data.canceledReason === 'owed') assert.ok(mayOwe(reference), 'canceled for nothing')
      cashout.isWaiting = false
      move(reference, 'blocked', 'available', total)
      payDebt(reference)
      return
    case 'cashout.partially_refunded':
    case 'cashout.refunded': {
      const all = data.refunds.reduce((sum, { amount }) => sum + amount, 0)
      const fresh = all - cashout.returned
      assert.ok(cashout.outcome.startsWith('back') && fresh > 0 && all <= cashout.amount)
      cashout.returned = all
      goes('COMPLETED', all === cashout.amount ? 'REFUNDED' : 'COMPLETED')
      assert.equal(type, all === cashout.amount ? 'cashout.refunded' : 'cashout.partially_refunded')
      move(reference, 'clearing:payout', 'available', fresh)
      payDebt(reference)
      return
    }
    default:
      assert.fail(`no command leads to ${type}`)
  }
}
