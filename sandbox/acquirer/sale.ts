/**
 * What every simulated acquirer stores of a sale. Amounts in cents, instants in ms of business
 * time.
 */
export interface StoredSale {
  /** The merchant's own reference. */
  readonly orderId: string
  readonly amount: number
  readonly installments: number
  readonly captureAsked: boolean
  readonly brand: string
  /** First six digits, asterisks, last four. The security code is kept nowhere. */
  readonly maskedNumber: string
  readonly holder: string
  /** MM/YYYY. */
  readonly expiration: string
  readonly authorizationCode: string | null
  readonly receivedAt: number
  /** Queries do not find the sale before this instant. */
  readonly visibleAt: number
  readonly capturedAmount: number | null
  readonly capturedAt: number | null
  readonly voidedAmount: number
  readonly voidedAt: number | null
}

/** A sale as an acquirer without a form of its own stores it. */
export interface Sale extends StoredSale {
  readonly id: string
  /** Increases by one with every sale of the acquirer. */
  readonly number: number
  readonly state: SaleState
  /** The ABECS code of a refusal, otherwise `00`. */
  readonly code: string
  readonly isWallet: boolean
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
  /** As the acquirer spells it. */
  readonly brand: string
  readonly holder: string
  readonly expiration: string
}

/** Returns what every acquirer stores of a new sale. `number`: of the sale. */
export function newSale(
  { number: cardNumber, capture, ...request }: SaleRequest,
  at: {
    readonly number: number
    readonly now: Date
    readonly hiddenMs: number
    readonly isApproved: boolean
    readonly isCaptured: boolean
  },
): StoredSale {
  const { orderId, amount, installments, brand, holder, expiration } = request
  const now = at.now.getTime()
  return {
    ...{ orderId, amount, installments, brand, holder, expiration },
    captureAsked: capture,
    maskedNumber: maskNumber(cardNumber),
    authorizationCode: at.isApproved ? authorizationCode(at.number) : null,
    receivedAt: now,
    visibleAt: now + at.hiddenMs,
    capturedAmount: at.isCaptured ? amount : null,
    capturedAt: at.isCaptured ? now : null,
    voidedAmount: 0,
    voidedAt: null,
  }
}

export const maskNumber = (number: string): string =>
  `${number.slice(0, 6)}${'*'.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`

/** Six digits that look like an issuer's, different from one sale to the next. */
export const authorizationCode = (number: number): string =>
  String((number * 7919) % 1_000_000).padStart(6, '0')

/** The amount of a captured or authorized sale that is not given back yet. */
export const leftOf = (sale: StoredSale): number =>
  (sale.capturedAmount ?? sale.amount) - sale.voidedAmount

/** The cents of an amount, which trigger behaviors. */
export const centsOf = (amount: number): number => amount % 100

/** The sale of an order that was captured last. */
export const lastCaptured = <S extends StoredSale>(sales: readonly S[]): S | undefined =>
  sales.toSorted((a, b) => (a.capturedAt ?? 0) - (b.capturedAt ?? 0)).at(-1)

/** The outcome in the call log, by the state of the sale. */
export const outcomes: Record<SaleState, string> = {
  authorised: 'authorised',
  captured: 'approved',
  refused: 'refused',
  unfinished: 'unfinished',
  failed: 'failed',
  voided: 'voided',
}
