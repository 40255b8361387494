import type { PaymentMethod } from '../../contract/fields.ts'

/** What a change decided about a payment. */
export const paymentOutcomes = [
  'created',
  /** The acquirer approved the sale, or the money of a PIX or boleto arrived. */
  'approved',
  'refused',
  'analysing',
  /** The sale may exist. It is counted again when its outcome is known. */
  'unknown',
  'expired',
  'canceled',
  /** The acquirer refused our credentials, so the sale was not tried. */
  'not-processed',
] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

/** A step of a payment, as metrics count it. */
export interface PaymentStep {
  readonly providerId: string
  readonly method: PaymentMethod
  readonly outcome: PaymentOutcome
  /** A class of refusals. Absent: it is no refusal. */
  readonly refusal?: string
  /** Cents. */
  readonly amount: number
}
