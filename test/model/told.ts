import type { ToldDispute } from './hear-dispute.ts'
import type { Pile } from './reference.ts'

/** What of an event's payload the reference looks at. */
export interface Told {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly fee: number
  readonly paidAt: string | null
  readonly refunds: readonly ToldRefund[]
  readonly disputes: readonly ToldDispute[]
  readonly transactionId: string
  readonly number: number
  readonly pixKey: string
  readonly origin: 'request' | 'schedule'
  readonly canceledReason: string | null
  readonly debit: Pile
  readonly credit: Pile
}

export interface ToldRefund {
  readonly id: string
  readonly amount: number
  readonly status: string
  readonly pixKey: string | null
  readonly returns: readonly { readonly amount: number }[]
}
