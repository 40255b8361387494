import type { Transaction } from '../../transactions/transaction.ts'

/** What a payer needs to know of a payment. */
export type PageStatus = 'open' | 'paid' | 'expired' | 'cancelled'

/** Open until the provider's own limit: a page never says "expired" of what a bank would still take. */
export function pageStatus({ status, expiresAt, canceledReason }: Transaction, now: Date): PageStatus {
  switch (status) {
    case 'WAITING_PAYMENT':
    case 'AUTHORIZED':
      return expiresAt !== undefined && expiresAt <= now ? 'expired' : 'open'
    case 'PAID':
    case 'REFUNDED':
    case 'IN_PROTEST':
    case 'CHARGEDBACK':
      return 'paid'
    case 'CANCELED':
      return canceledReason === 'expired' ? 'expired' : 'cancelled'
    case 'REFUSED':
      return 'cancelled'
  }
}
