/** A sale as a simulated acquirer keeps it, whatever its API calls things. Amounts in cents, instants in ms of business time. */
export interface Sale {
  readonly id: string
  /** The merchant's own reference. */
  readonly orderId: string
  /** Grows by one with every sale of the acquirer. */
  readonly number: number
  readonly amount: number
  readonly installments: number
  readonly captureAsked: boolean
  /** As `src/brazil` calls it: `VISA`. */
  readonly brand: string
  /** First six digits, asterisks, last four. The security code is kept nowhere. */
  readonly maskedNumber: string
  readonly holder: string
  /** MM/YYYY. */
  readonly expiration: string
  readonly state: SaleState
  /** ABECS code of a refusal, `00` else. */
  readonly code: string
  readonly authorizationCode: string | null
  readonly isWallet: boolean
  readonly receivedAt: number
  /** Queries do not find it before. */
  readonly visibleAt: number
  readonly capturedAmount: number | null
  readonly capturedAt: number | null
  readonly voidedAmount: number
  readonly voidedAt: number | null
  readonly lastCancel: CancelState | null
}

export type SaleState =
  | 'authorised'
  | 'captured'
  | 'refused'
  /** The issuer has not answered: decided later. */
  | 'unfinished'
  /** Never reached the issuer. */
  | 'failed'
  | 'voided'

/** How the last cancel of a sale stands. */
export type CancelState = 'done' | 'pending' | 'denied'

/** What a sale is made of. Lives in memory for one call only: it holds the card number. */
export interface SaleRequest {
  readonly orderId: string
  readonly amount: number
  readonly installments: number
  readonly capture: boolean
  readonly number: string
  readonly brand: string
  readonly holder: string
  readonly expiration: string
  readonly isWallet: boolean
}

export const maskNumber = (number: string): string =>
  `${number.slice(0, 6)}${'*'.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`

/** What is not given back yet of a captured or authorised sale. */
export const leftOf = (sale: Sale): number => (sale.capturedAmount ?? sale.amount) - sale.voidedAmount

/** The word the call log has for it. */
export const outcomeWord: Record<SaleState, string> = {
  authorised: 'authorised',
  captured: 'approved',
  refused: 'refused',
  unfinished: 'unfinished',
  failed: 'failed',
  voided: 'voided',
}
