import { randomId } from '../../src/primitives/id.ts'
import { decisionMs } from '../acquirer/change-sale.ts'
import { centsOf, newSale } from '../acquirer/sale.ts'
import { notice } from '../agenda/agenda.ts'
import { isExpired } from '../wallet/acquirer-side.ts'
import type { CieloDue } from './agenda.ts'
import { type Sale, status } from './sale.ts'
import type { CieloSaleRequest } from './sale-request.ts'
import { cent, decide } from './triggers.ts'

/** The time from a sale to the claim that its cents trigger. */
const claimedAfterMs = 24 * 60 * 60_000

/**
 * Returns a new sale as the acquirer and the issuer decide it, and the work that follows by itself.
 */
export function createSale(
  request: CieloSaleRequest,
  at: {
    readonly now: Date
    readonly number: number
    readonly hiddenMs: number
    readonly declined?: string | undefined
  },
  rules: { readonly autoCancelMs: number | undefined },
): { readonly sale: Sale; readonly due: readonly CieloDue[] } {
  const {
    status: decided,
    returnCode,
    adviceCode,
  } = decide({ ...request, expired: isExpired(request.expiration, at.now), declined: at.declined })
  const isApproved = decided === status.authorized || decided === status.paymentConfirmed
  const isCaptured = decided === status.paymentConfirmed
  const sale: Sale = {
    ...newSale(request, { ...at, isApproved, isCaptured }),
    paymentId: randomId(),
    softDescriptor: request.softDescriptor,
    customer: JSON.stringify(request.customer),
    wallet: request.wallet && { eci: request.wallet.eci },
    status: decided,
    returnCode,
    adviceCode: adviceCode ?? null,
    autoCancels: decided === status.notFinished && rules.autoCancelMs !== undefined,
    tid: `1006993069${at.number.toString(36).toUpperCase().padStart(10, '0')}`,
    proofOfSale: String(at.number % 1_000_000).padStart(6, '0'),
    lastCancelAt: null,
    fraudAlertAt: null,
  }
  return { sale, due: dueOf(sale, at.now.getTime(), rules.autoCancelMs) }
}

function dueOf(sale: Sale, now: number, autoCancelMs: number | undefined): CieloDue[] {
  const { paymentId } = sale
  const cents = centsOf(sale.amount)
  if (sale.status === status.notFinished) {
    return autoCancelMs === undefined
      ? []
      : [{ at: now + autoCancelMs, subject: paymentId, work: { kind: 'auto-cancel' } }]
  }
  if (sale.status === status.pending) {
    const kind = cents === cent.approvedLater ? 'approve' : 'refuse'
    return [{ at: now + decisionMs, subject: paymentId, work: { kind } }]
  }
  if (sale.status === status.denied) return []
  switch (cents) {
    case cent.noticeBeforeResponse:
      return [notice(paymentId, '1', now)]
    case cent.noticeOfUnknownSale:
      return [notice(randomId(), '1', now)]
    case cent.noticeWithWrongSecret:
      return [notice(paymentId, '1', now, { wrongSecret: true })]
    case cent.fraudAlert:
      return [{ at: now + decisionMs, subject: paymentId, work: { kind: 'fraud-alert' } }]
    case cent.claimWon:
    case cent.claimAgain:
    case cent.claimReversed:
      return [{ at: now + claimedAfterMs, subject: paymentId, work: { kind: 'claim' } }]
    default:
      return []
  }
}
