import type { DueCharge } from '../brazil/due-charge.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import type { Write } from '../journal/change.ts'
import type { Cents } from '../primitives/money.ts'
import type { OverdueStep } from '../providers/ports/boleto.ts'
import type { CardData, WalletToken } from '../providers/ports/card.ts'
import type { CheckoutRef, OrderFacts, Transaction } from './transaction.ts'

/** A creation request after it was read and normalized. The rules are not checked yet. */
export interface Order<Paid extends Payment = Payment> {
  readonly amount: Cents
  readonly facts: OrderFacts
  readonly payment: Paid
  /** Absent: the merchant's program created it. */
  readonly checkout?: CheckoutRef
}

/** How an order is committed. */
export interface Creation {
  readonly idempotency?: IdempotencyHandle<Transaction>
  /** Rows that are written in the commit of the new transaction or not at all. */
  readonly extraWrites?: readonly Write[]
}

/** The part of an order about its payment method. */
export type Payment = PixPayment | BoletoPayment | CardPayment

export interface PixPayment {
  readonly method: 'PIX'
  readonly expiresInSeconds: number | undefined
  /** A charge with a due date. It ends by its terms. */
  readonly due?: DueCharge
}

export interface BoletoPayment {
  readonly method: 'BOLETO'
  readonly expiresInDays: number | undefined
  readonly instructions: readonly string[]
  /** Calendar days after the due date until the bank writes it off. Absent: the account's. */
  readonly payableDaysAfter?: number
  /** `none`: without the step that the account has for every boleto. Absent: the account's. */
  readonly overdue?: OverdueStep | 'none'
}

export interface CardPayment {
  readonly method: 'CREDIT_CARD'
  readonly installments: number
  /** False: authorize only. */
  readonly capture: boolean
  readonly source:
    | { readonly kind: 'card'; readonly card: CardData }
    | { readonly kind: 'card-token'; readonly token: string }
    /** As the device created it. Nothing of it is checked yet. */
    | { readonly kind: 'wallet'; readonly token: WalletToken }
}
