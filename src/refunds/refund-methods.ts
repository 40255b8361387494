import type { PaymentMethod } from '../../contract/fields.ts'
import type { App } from '../app.ts'
import { pixRefundDays } from '../brazil/pix-refund.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { findCardRefund, sendCardRefund } from './card-refund.ts'
import { findPixRefund, sendPixRefund } from './pix-refund.ts'
import type { Sending } from './record-refund-result.ts'
import type { RefundResult } from './refund-result.ts'

/** How the money of a payment method goes back to the payer. */
interface RefundMethod {
  /**
   * An acquirer takes one cancel of a sale at a time, and counts what was given back in one sum.
   */
  readonly isOneAtATime: boolean
  /**
   * The rejection of a refund without a PIX key, where the money cannot go back the way it came.
   * With a key it then leaves as a separate payment. `undefined`: it goes back the way it came, and
   * a key is rejected.
   */
  keyRequired(transaction: Transaction, now: Date): Rejection | undefined
  /** The refund at the provider of the payment. Absent: every refund goes to a key. */
  readonly atProvider?: {
    /** Asks the provider for the refund. The caller has committed that a request may leave. */
    send(app: App, sending: Sending): Promise<RefundResult>
    /** What the provider knows of the refund. `may-be-sent`: nothing, and it is safe to send it. */
    find(app: App, sending: Sending, signal: AbortSignal): Promise<RefundResult | 'may-be-sent'>
  }
}

export const refundMethods: Readonly<Record<PaymentMethod, RefundMethod>> = {
  PIX: {
    isOneAtATime: false,
    keyRequired({ paidAt }, now) {
      const isLate = paidAt && now.getTime() - paidAt.getTime() > pixRefundDays * 86_400_000
      return isLate
        ? new Rejection('refund-too-late', { field: 'pixKey', params: { days: pixRefundDays } })
        : undefined
    },
    atProvider: { send: sendPixRefund, find: findPixRefund },
  },
  BOLETO: {
    isOneAtATime: false,
    keyRequired: () => new Rejection('pix-key-required', { field: 'pixKey' }),
  },
  CREDIT_CARD: {
    isOneAtATime: true,
    keyRequired: () => undefined,
    atProvider: { send: sendCardRefund, find: findCardRefund },
  },
}
