import type { DisputePayload } from './apply-dispute.ts'
import type { Book } from './reference.ts'

/** What of an event's payload the reference looks at. */
export interface Payload {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly fee: number
  readonly paidAt: string | null
  readonly refunds: readonly RefundPayload[]
  readonly disputes: readonly DisputePayload[]
  readonly transactionId: string
  readonly number: number
  readonly pixKey: string
  readonly origin: 'request' | 'schedule'
  readonly canceledReason: string | null
  readonly debit: Book
  readonly credit: Book
}

export interface RefundPayload {
  readonly id: string
  readonly amount: number
  readonly status: string
  readonly pixKey: string | null
  readonly returns: readonly { readonly amount: number }[]
}
