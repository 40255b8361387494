import { localDate } from '../../src/brazil/local-time.ts'
import { cancelWindowMs, captureWindowMs, decisionMs } from '../acquirer/change-sale.ts'
import type { ApiResponse } from '../acquirer/handle.ts'
import { leftOf } from '../acquirer/sale.ts'
import { cancelCent } from '../acquirer/triggers.ts'
import { notice } from '../agenda/agenda.ts'
import type { CieloDue } from './agenda.ts'
import { badRequest, type Links, moveResponse } from './responses.ts'
import { type Sale, status } from './sale.ts'
import { error } from './sale-request.ts'
import { cent } from './triggers.ts'

/**
 * The result of a capture or a cancel: the sale afterwards, the response, the outcome for the call
 * log, and the work that follows.
 */
export interface Move {
  readonly sale: Sale
  readonly response: ApiResponse
  readonly outcome: string
  readonly due: readonly CieloDue[]
}

const betweenCancelsMs = 5_000

/** One capture for each sale, whole or in part, within 15 days. */
export function captureSale(
  sale: Sale,
  requested: { amount: number | undefined; now: Date; links: Links },
): Move {
  const now = requested.now.getTime()
  const amount = requested.amount ?? sale.amount
  const isOpen = sale.status === status.authorized && now - sale.receivedAt <= captureWindowMs
  if (!isOpen || amount > sale.amount || amount <= 0) {
    return {
      sale,
      response: badRequest(error(308, 'Transaction not available to capture')),
      outcome: 'denied',
      due: [],
    }
  }
  const captured: Sale = {
    ...sale,
    status: status.paymentConfirmed,
    returnCode: '6',
    capturedAmount: amount,
    capturedAt: now,
  }
  const response = moveResponse(captured, requested.links, {
    returnCode: '6',
    message: 'Operation Successful',
  })
  return { sale: captured, response, outcome: 'captured', due: [noticeOf(captured, 1, now)] }
}

/**
 * Cancels whole or in part, within the sums and Cielo's rules
 * (docs/design/providers/cielo.md#cancel-rules).
 */
export function cancelSale(
  sale: Sale,
  requested: { amount: number | undefined; pending: readonly number[]; now: Date; links: Links },
): Move {
  const now = requested.now.getTime()
  const isCaptured = sale.status === status.paymentConfirmed
  if (!isCaptured && sale.status !== status.authorized) {
    return {
      sale,
      response: badRequest(error(309, 'Transaction not available to void')),
      outcome: 'denied',
      due: [],
    }
  }
  const left = leftOf(sale) - requested.pending.reduce((sum, each) => sum + each, 0)
  const amount = requested.amount ?? leftOf(sale)
  const result = (
    returnCode: string,
    message: string,
    outcome: string,
    due: readonly CieloDue[] = [],
  ): Move => {
    const reasonCode = outcome === 'pending' ? 9 : 7
    const tried = { ...sale, lastCancelAt: now }
    return {
      sale: tried,
      response: moveResponse(sale, requested.links, { returnCode, message, reasonCode }),
      outcome,
      due,
    }
  }
  if (amount <= 0)
    return {
      sale,
      response: badRequest(error(108, 'Amount is invalid')),
      outcome: 'denied',
      due: [],
    }
  // The same cancel is pending already. A cancel of another partial amount is accepted beside it.
  if (requested.pending.includes(amount))
    return result('476', 'Cancellation already requested', 'pending')
  if (sale.lastCancelAt !== null && now - sale.lastCancelAt < betweenCancelsMs) {
    return result('BP902', 'Waiting for the previous answer', 'too-soon')
  }
  if (now - sale.receivedAt > cancelWindowMs)
    return result('40', 'Cancellation window has passed', 'denied')
  if (amount > sale.amount) return result('51', 'Amount above the original', 'denied')
  if (amount > left) return result('55', 'Amount above what is left', 'denied')
  if (!isCaptured && amount < sale.amount) return result('41', 'Status does not allow', 'denied')
  const later = (denied: boolean): CieloDue => ({
    at: now + decisionMs,
    subject: sale.paymentId,
    work: { kind: 'finish-cancel', amount, denied },
  })
  switch (cancelCent(sale.amount, amount)) {
    case cent.cancelWithoutBalance:
      return result('43', 'Insufficient balance', 'denied')
    case cent.cancelDoneLater:
      return result('10', 'Cancellation requested', 'pending', [later(false)])
    case cent.cancelDeniedLater:
      return result('10', 'Cancellation requested', 'pending', [later(true)])
  }
  const canceled = voided(sale, amount, requested.now)
  const isWhole = canceled.status !== status.paymentConfirmed
  const fields = isWhole
    ? { returnCode: '9', message: 'Operation Successful' }
    : { returnCode: '0', message: 'Operation Successful', reasonCode: 0 }
  return {
    sale: { ...canceled, lastCancelAt: now },
    response: moveResponse(canceled, requested.links, fields),
    outcome: isWhole ? 'voided' : 'partly-voided',
    due: [noticeOf(canceled, isWhole ? 1 : 25, now)],
  }
}

/** Returns the sale with `amount` given back: a void on the day of the sale, a refund after it. */
export function voided(sale: Sale, amount: number, now: Date): Sale {
  const voidedAmount = sale.voidedAmount + amount
  const isWhole = voidedAmount === (sale.capturedAmount ?? sale.amount)
  const isSameDay = localDate(now).equals(localDate(new Date(sale.receivedAt)))
  const whole = isSameDay || sale.capturedAmount === null ? status.voided : status.refunded
  return {
    ...sale,
    status: isWhole ? whole : sale.status,
    voidedAmount,
    voidedAt: now.getTime(),
    autoCancels: false,
  }
}

export const noticeOf = (sale: Sale, changeType: number, at: number): CieloDue =>
  notice(sale.paymentId, String(changeType), at)
