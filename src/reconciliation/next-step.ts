import { paymentMethods } from '../../contract/fields.ts'
import type { Case } from '../cases/case.ts'
import type { KindText } from '../cases/kind-texts.ts'
import { refundMethods } from '../refunds/refund-methods.ts'
import { hasEnded, type OurSide } from './has-ended.ts'

/** What a person does about a case, by the current state of our object. */
export function nextStepOf(
  of: Pick<Case, 'kind' | 'expected'>,
  ours: OurSide | undefined,
  { nextStep, nextStepAfterEnd = nextStep, nextStepAtAcquirer = nextStep }: KindText,
): string {
  if (hasEnded(of, ours)) return nextStepAfterEnd
  return isRefundedByCancel(ours) ? nextStepAtAcquirer : nextStep
}

/** Whether a refund of the payment is a cancel, which its acquirer counts by the total only. */
const isRefundedByCancel = (ours: OurSide | undefined): boolean =>
  paymentMethods.some((name) => name === ours?.method && refundMethods[name].isOneAtATime)
