/** A sale as the simulated Cielo stores it. Amounts in cents, instants in ms of business time. */
export interface Sale {
  readonly paymentId: string
  readonly orderId: string
  readonly amount: number
  readonly installments: number
  readonly captureAsked: boolean
  readonly softDescriptor: string | null
  /** The customer node, echoed as it came. */
  readonly customer: string
  readonly brand: string
  /** First six digits, asterisks, last four. The security code is kept nowhere. */
  readonly maskedNumber: string
  readonly holder: string
  /** `null`: a card was typed. */
  readonly wallet: { readonly eci: string | null } | null
  readonly expiration: string
  readonly status: Status
  readonly returnCode: string
  readonly adviceCode: string | null
  readonly autoCancels: boolean
  readonly tid: string
  readonly proofOfSale: string
  readonly authorizationCode: string | null
  readonly receivedAt: number
  /** Queries do not find the sale before this instant. */
  readonly visibleAt: number
  readonly capturedAmount: number | null
  readonly capturedAt: number | null
  readonly voidedAmount: number
  readonly voidedAt: number | null
  readonly lastCancelAt: number | null
  readonly fraudAlertAt: number | null
}

/** docs/design/providers/cielo.md#sale-status */
export const status = {
  notFinished: 0,
  authorized: 1,
  paymentConfirmed: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
  pending: 12,
} as const

export type Status = (typeof status)[keyof typeof status]

/** The outcome in the call log, by the status of the sale. */
export const outcomeWord: Record<Status, string> = {
  0: 'unfinished',
  1: 'authorised',
  2: 'approved',
  3: 'refused',
  10: 'voided',
  11: 'refunded',
  12: 'analysing',
}

export const maskNumber = (number: string): string =>
  `${number.slice(0, 6)}${'*'.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`

/** The cents of an amount decide what happens to it after the sale. */
export const centsOf = (amount: number): number => amount % 100
