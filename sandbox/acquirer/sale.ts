/**
 * A sale as a simulated acquirer stores it, independent of the names in its API. Amounts in cents,
 * instants in ms of business time.
 */
export interface Sale {
  readonly id: string
  /** The merchant's own reference. */
  readonly orderId: string
  /** Increases by one with every sale of the acquirer. */
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
  /** The ABECS code of a refusal, otherwise `00`. */
  readonly code: string
  readonly authorizationCode: string | null
  readonly isWallet: boolean
  readonly receivedAt: number
  /** Queries do not find the sale before this instant. */
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
  /** The issuer has not responded: decided later. */
  | 'unfinished'
  /** Never reached the issuer. */
  | 'failed'
  | 'voided'

/** The state of the last cancel of a sale. */
export type CancelState = 'done' | 'pending' | 'denied'

/**
 * The data of a sale request. It stays in memory for one call only, because it holds the card
 * number.
 */
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

/** The amount of a captured or authorised sale that is not given back yet. */
export const leftOf = (sale: Sale): number =>
  (sale.capturedAmount ?? sale.amount) - sale.voidedAmount

/** The outcome in the call log, by the state of the sale. */
export const outcomeWord: Record<SaleState, string> = {
  authorised: 'authorised',
  captured: 'approved',
  refused: 'refused',
  unfinished: 'unfinished',
  failed: 'failed',
  voided: 'voided',
}
