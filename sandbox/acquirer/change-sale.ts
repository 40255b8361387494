import type { Due } from '../agenda/due-store.ts'
import { isExpired } from '../wallet/acquirer-side.ts'
import { authorizationCode, leftOf, newSale, type Sale, type SaleRequest } from './sale.ts'
import { cancelCent, cent, type Decision, decide } from './triggers.ts'

/** What happens to a sale by itself. */
export type SaleWork =
  | { readonly kind: 'approve' | 'fail' }
  | { readonly kind: 'finish-cancel'; readonly amount: number; readonly denied: boolean }

export type SaleDue = Due<SaleWork>

/** How long the issuer takes to decide. */
export const decisionMs = 60_000

/** Returns a new sale with the issuer's decision, and the work that follows by itself. */
export function createSale(
  request: SaleRequest & Pick<Sale, 'isWallet'>,
  at: {
    readonly id: string
    readonly number: number
    readonly now: Date
    readonly hiddenMs: number
    readonly declined?: string | undefined
    /** True: the acquirer refuses the sale before the issuer sees it. */
    readonly isRefused?: boolean
  },
): { readonly sale: Sale; readonly due: readonly SaleDue[] } {
  const { state, code, later }: Decision = at.isRefused
    ? { state: 'failed', code: '' }
    : decide(request, { declined: at.declined, expired: isExpired(request.expiration, at.now) })
  const isApproved = state === 'authorised' || state === 'captured'
  const isCaptured = state === 'captured'
  const sale: Sale = {
    ...newSale(request, { ...at, isApproved, isCaptured }),
    ...{ id: at.id, number: at.number, state, code },
    isWallet: request.isWallet,
    lastCancel: null,
  }
  return {
    sale,
    due: later
      ? [{ at: at.now.getTime() + decisionMs, subject: sale.id, work: { kind: later } }]
      : [],
  }
}

export type CaptureRefusal = 'not-authorised' | 'late' | 'amount'

/** A sale is captured once, in whole or in part, within 15 days. */
export function captureSale(sale: Sale, amount: number, at: Date): Sale | CaptureRefusal {
  const now = at.getTime()
  if (sale.state !== 'authorised') return 'not-authorised'
  if (now - sale.receivedAt > captureWindowMs) return 'late'
  if (amount <= 0 || amount > sale.amount) return 'amount'
  return { ...sale, state: 'captured', capturedAmount: amount, capturedAt: now }
}

export type CancelRefusal = 'state' | 'amount' | 'balance' | 'late'

/**
 * Cancels the sale, in whole or in part. `pending` is the sum of the cancels that were accepted and
 * are not done yet.
 */
export function cancelSale(
  sale: Sale,
  {
    amount,
    pending,
    now,
  }: { readonly amount: number; readonly pending: number; readonly now: Date },
): { readonly sale: Sale; readonly due: readonly SaleDue[] } | CancelRefusal {
  if (sale.state !== 'authorised' && sale.state !== 'captured') return 'state'
  if (now.getTime() - sale.receivedAt > cancelWindowMs) return 'late'
  const isWholeOnly = sale.state === 'authorised' && amount < sale.amount
  if (amount <= 0 || amount > leftOf(sale) - pending || isWholeOnly) return 'amount'
  const later = (denied: boolean) => ({
    sale: { ...sale, lastCancel: 'pending' as const },
    due: [
      {
        at: now.getTime() + decisionMs,
        subject: sale.id,
        work: { kind: 'finish-cancel' as const, amount, denied },
      },
    ],
  })
  switch (cancelCent(sale.amount, amount)) {
    case cent.cancelWithoutBalance:
      return 'balance'
    case cent.cancelDoneLater:
      return later(false)
    case cent.cancelDeniedLater:
      return later(true)
    default:
      return { sale: voided(sale, amount, now), due: [] }
  }
}

/** Returns the sale after the work that was due. `undefined`: there is nothing left to do. */
export function afterWork(sale: Sale, work: SaleWork, at: Date): Sale | undefined {
  const now = at.getTime()
  switch (work.kind) {
    case 'approve': {
      if (sale.state !== 'unfinished') return undefined
      const approved = { ...sale, code: '00', authorizationCode: authorizationCode(sale.number) }
      if (!sale.captureAsked) return { ...approved, state: 'authorised' }
      return { ...approved, state: 'captured', capturedAmount: sale.amount, capturedAt: now }
    }
    case 'fail':
      return sale.state === 'unfinished' ? { ...sale, state: 'failed' } : undefined
    case 'finish-cancel':
      return work.denied ? { ...sale, lastCancel: 'denied' } : voided(sale, work.amount, at)
  }
}

/** The sum that the waiting cancels will give back. */
export const pendingSum = (waiting: readonly SaleWork[]): number =>
  waiting.reduce((sum, work) => sum + (work.kind === 'finish-cancel' ? work.amount : 0), 0)

function voided(sale: Sale, amount: number, now: Date): Sale {
  const voidedAmount = sale.voidedAmount + amount
  const isWhole = voidedAmount === (sale.capturedAmount ?? sale.amount)
  const state = isWhole ? 'voided' : sale.state
  return { ...sale, state, voidedAmount, voidedAt: now.getTime(), lastCancel: 'done' }
}

const dayMs = 24 * 60 * 60_000
/** How long after the sale it can be captured. */
export const captureWindowMs = 15 * dayMs
/** How long after the sale it can be canceled. */
export const cancelWindowMs = 330 * dayMs
