import type { Case } from '../cases/case.ts'
import { methodsWith } from '../transactions/methods/methods.ts'

/** The current state of our object, as `ourSideOf` reads it. */
export type OurSide = Readonly<Record<string, unknown>>

/**
 * Whether our object of a case has ended, so that `queryAgain` queries nothing: no response of its
 * provider changes the status.
 */
export function hasEnded(
  { kind, expected }: Pick<Case, 'kind' | 'expected'>,
  ours: OurSide | undefined,
): boolean {
  const status = expected?.status
  switch (kind) {
    case 'sale-status-differs':
      // The attempts of a refused card sale are queried.
      return status === 'REFUSED' && methodsWith('isCharge').some((each) => each === ours?.method)
    case 'refund-status-differs':
      return status === 'FAILED'
    case 'payout-status-differs':
      return status === 'FAILED' || status === 'CANCELED'
    default:
      return false
  }
}

/** A payout that failed is no difference once the bank's files return it whole. */
export const canStillAgree = (
  of: Pick<Case, 'kind' | 'expected'>,
  ours: OurSide | undefined,
): boolean =>
  !hasEnded(of, ours) || (of.kind === 'payout-status-differs' && of.expected?.status === 'FAILED')
