import assert from 'node:assert/strict'
import type { JournalEvent } from '../../src/journal/change.ts'
import { applyCashout } from './apply-cashout.ts'
import { applyDispute } from './apply-dispute.ts'
import {
  isAboutRefund,
  refundDone,
  refundFailed,
  refundRequested,
  refundReturned,
} from './apply-refund.ts'
import type { Payload } from './payload.ts'
import { leftIn, move, payDebt, type Reference, sell } from './reference.ts'

/**
 * Applies an event of the gateway to the reference. The reference computes the amounts and the
 * books itself. An event that contradicts it fails here.
 */
export function applyEvent(reference: Reference, event: JournalEvent, now: Date): void {
  const content = JSON.parse(event.payload) as { readonly data: Payload }
  const { data } = content
  switch (event.objectType) {
    case 'transaction':
      applyTransaction(reference, event, data)
      return
    case 'receivable':
      applyReceivable(reference, data, now)
      return
    case 'cashout':
      applyCashout(reference, event, { data, now })
      return
    case 'correction':
      applyCorrection(reference, data)
      return
    default:
      assert.fail(`no command leads to ${event.type}`)
  }
}

function applyTransaction(
  reference: Reference,
  { type, objectId, occurredAt }: JournalEvent,
  data: Payload,
): void {
  const sale = reference.sales.get(objectId)
  assert.ok(sale, `${type} of an unknown transaction`)
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
      refundRequested(reference, sale, data, occurredAt)
      return
    case 'transaction.refunded':
    case 'transaction.partially_refunded':
    case 'transaction.chargedback':
      if (isAboutRefund(reference, data)) refundDone(reference, sale, type, data)
      else applyDispute(reference, sale, { type, reported: data.disputes })
      return
    case 'transaction.refund_failed':
      refundFailed(reference, data, occurredAt)
      return
    case 'transaction.refund_returned':
      refundReturned(reference, data)
      return
    default:
      applyDispute(reference, sale, { type, reported: data.disputes })
  }
}

function applyReceivable(
  reference: Reference,
  { transactionId, number }: Payload,
  now: Date,
): void {
  const part = reference.sales.get(transactionId)?.parts.find((each) => each.number === number)
  assert.ok(part && !part.isSettled, 'a receivable is settled once')
  assert.ok(part.dueAt <= now, `${part.dueOn} has not begun`)
  part.isSettled = true
  move(reference, 'pending', 'available', leftIn(part))
  payDebt(reference)
}

function applyCorrection(reference: Reference, { debit, credit, amount }: Payload): void {
  const requested = [...reference.corrections.values()].find(
    (each) =>
      !each.isPosted && each.debit === debit && each.credit === credit && each.amount === amount,
  )
  assert.ok(requested, 'an unknown correction')
  requested.isPosted = true
  move(reference, debit, credit, amount)
  payDebt(reference)
}
