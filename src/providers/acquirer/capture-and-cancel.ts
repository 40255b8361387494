import { type Cents, cents } from '../../primitives/money.ts'
import type { MakeUnknown } from '../http/unknown.ts'
import type { CancelOutcome, CaptureOutcome, CardAcquirer } from '../ports/card.ts'
import { confirmCancel, confirmCapture, type NeedsQuery, needsQuery } from './confirm-by-query.ts'

type CaptureAndCancel = Pick<CardAcquirer, 'capture' | 'cancel' | 'voidByAttemptRef'>

/** The differences between acquirers. */
export interface AcquirerCalls extends Pick<CardAcquirer, 'findSale' | 'findByReference'> {
  /** Whether a text is an id of this acquirer. Nothing else may become part of a path. */
  isReference(reference: string): boolean
  sendCapture(
    reference: string,
    amount: Cents,
    signal: AbortSignal,
  ): Promise<CaptureOutcome | NeedsQuery>
  sendCancel(
    reference: string,
    amount: Cents,
    signal: AbortSignal,
  ): Promise<CancelOutcome | NeedsQuery>
  readonly unknown: MakeUnknown
}

/**
 * Captures and cancels. Where the response alone does not decide, the sale is queried. An acquirer
 * without a cancel by order id voids by finding the sale and canceling what is left of it.
 */
export function captureAndCancel(calls: AcquirerCalls): CaptureAndCancel {
  const { isReference, findSale, findByReference, unknown } = calls

  const cancel: CardAcquirer['cancel'] = async (reference, amount, signal) => {
    if (!isReference(reference)) return unknown('not an id of the acquirer')
    const response = await calls.sendCancel(reference, amount, signal)
    return needsQuery(response)
      ? confirmCancel(await findByReference(reference, signal), response)
      : response
  }

  return {
    async capture(reference, amount, signal) {
      if (!isReference(reference)) return unknown('not an id of the acquirer')
      const response = await calls.sendCapture(reference, amount, signal)
      return needsQuery(response)
        ? confirmCapture(await findByReference(reference, signal), amount, response)
        : response
    },
    cancel,
    async voidByAttemptRef(attemptRef, signal) {
      const finding = await findSale(attemptRef, signal)
      if (finding.kind === 'not-found') return { kind: 'not-found' }
      // No cancel was sent yet, so it is safe to try again.
      if (finding.kind === 'unknown') return { kind: 'not-sent', cause: finding.cause }
      if (finding.kind !== 'found' || finding.outcome.kind !== 'approved')
        return confirmCancel(finding, { code: 'not cancelled' })
      const { reference, amount, voidedAmount = 0 } = finding.outcome
      return cancel(reference, cents(amount - voidedAmount), signal)
    },
  }
}
