import type { StoredSale } from '../acquirer/sale.ts'

/** A sale as the simulated Cielo stores it. */
export interface Sale extends StoredSale {
  readonly paymentId: string
  readonly softDescriptor: string | null
  /** The customer node, echoed as it came. */
  readonly customer: string
  /** `null`: a card was typed. */
  readonly wallet: { readonly eci: string | null } | null
  readonly status: Status
  readonly returnCode: string
  readonly adviceCode: string | null
  readonly autoCancels: boolean
  readonly tid: string
  readonly proofOfSale: string
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
export const outcomes: Record<Status, string> = {
  0: 'unfinished',
  1: 'authorised',
  2: 'approved',
  3: 'refused',
  10: 'voided',
  11: 'refunded',
  12: 'analysing',
}
