import { authorizationCode } from '../acquirer/sale.ts'
import type { CieloDue } from './agenda.ts'
import type { ClaimWork } from './claims.ts'
import { noticeOf, voided } from './move-sale.ts'
import { type Sale, status } from './sale.ts'

/** Work on a sale, and on the claims against it, that happens by itself. */
export type CieloWork = SaleWork | ClaimWork

export type SaleWork =
  | { readonly kind: 'approve' | 'refuse' | 'auto-cancel' | 'fraud-alert' }
  | { readonly kind: 'finish-cancel'; readonly amount: number; readonly denied: boolean }

/**
 * Returns the sale after its due work, and the notices about it. `undefined`: there is nothing left
 * to do.
 */
export function afterDue(
  sale: Sale,
  work: SaleWork,
  now: Date,
): { readonly sale: Sale; readonly due: readonly CieloDue[] } | undefined {
  const at = now.getTime()
  const notified = (next: Sale, changeType: number) => ({
    sale: next,
    due: [noticeOf(next, changeType, at)],
  })
  switch (work.kind) {
    case 'approve':
      return sale.status === status.pending ? notified(approved(sale, at), 1) : undefined
    case 'refuse':
      return sale.status === status.pending
        ? notified({ ...sale, status: status.denied, returnCode: '05' }, 1)
        : undefined
    case 'auto-cancel':
      return sale.status === status.notFinished
        ? notified(voided(sale, sale.amount, now), 1)
        : undefined
    case 'fraud-alert':
      return notified({ ...sale, fraudAlertAt: at }, 8)
    case 'finish-cancel': {
      if (work.denied) return notified(sale, 5)
      const next = voided(sale, work.amount, now)
      return notified(next, next.status === status.paymentConfirmed ? 25 : 1)
    }
  }
}

function approved(sale: Sale, at: number): Sale {
  const withCode = {
    ...sale,
    authorizationCode: authorizationCode(Number.parseInt(sale.tid.slice(10), 36)),
  }
  if (!sale.captureAsked) return { ...withCode, status: status.authorized, returnCode: '4' }
  return {
    ...withCode,
    status: status.paymentConfirmed,
    returnCode: '6',
    capturedAmount: sale.amount,
    capturedAt: at,
  }
}
