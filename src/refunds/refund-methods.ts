import type { PaymentMethod } from '../../contract/fields.ts'
import type { App } from '../app.ts'
import { pixRefundDays } from '../brazil/pix-refund.ts'
import { dayMs } from '../primitives/durations.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { findCardRefund, sendCardRefund } from './card-refund.ts'
import { findPixRefund, sendPixRefund } from './pix-refund.ts'
import type { Sending } from './record-refund-result.ts'
import type { RefundResult } from './refund-result.ts'

/** The refund rules of a payment method. */
interface RefundMethod {
  /**
   * An acquirer accepts one cancel of a sale at a time, and reports only the sum of all cancels.
   */
  readonly isOneAtATime: boolean
  /**
   * The rejection of a refund without a PIX key, when the payment's own rail cannot refund it. With
   * a key the refund is then sent as a separate payment. `undefined`: the payment's own rail
   * refunds it, and a key is rejected.
   */
  keyRequired(transaction: Transaction, now: Date): Rejection | undefined
  /** The refund at the provider of the payment. Absent: every refund goes to a key. */
  readonly atProvider?: {
    /** Sends the refund to the provider. The caller has committed that it may be sent. */
    send(app: Pick<App, 'config' | 'clock' | 'providers'>, sending: Sending): Promise<RefundResult>
    /** Queries the refund. `may-be-sent`: the provider does not know it, and sending is safe. */
    find(
      app: Pick<App, 'sql' | 'clock' | 'providers'>,
      sending: Sending,
      signal: AbortSignal,
    ): Promise<RefundResult | 'may-be-sent'>
  }
}

export const refundMethods: Readonly<Record<PaymentMethod, RefundMethod>> = {
  PIX: {
    isOneAtATime: false,
    keyRequired({ paidAt }, now) {
      const isLate = paidAt && now.getTime() - paidAt.getTime() > pixRefundDays * dayMs
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
