import type { Account } from '../accounts/account.ts'
import type { PixKeyInput } from '../accounts/pix-key-input.ts'
import type { App } from '../app.ts'
import { balanceOf } from '../ledger/ledger-store.ts'
import type { Cents } from '../primitives/money.ts'
import type { Hold } from '../settlement/hold.ts'
import type { Receivable } from '../settlement/receivable.ts'
import { scheduledReceivables } from '../settlement/receivable-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { planRefundHolds, type RefundPayout } from './refund.ts'
import { refundAmount } from './refund-amount.ts'
import { planRoute } from './refund-destination.ts'

export interface RefundRequest {
  /** The destination when the refund cannot use the payment's own rail. */
  readonly key?: PixKeyInput
  /** Cents. Absent: the whole remaining amount. */
  readonly amount?: number
  /** The caller confirms that the second equal refund is intended (docs/design/rules.md#i9). */
  readonly skipsDuplicateCheck?: boolean
}

/** The amount of a refund, its rail, and the books that it would take the money from. */
export interface RefundPlan {
  readonly amount: Cents
  readonly payout?: RefundPayout
  readonly holds: readonly Hold[]
  /** The receivables that the holds were planned on. */
  readonly scheduled: readonly Receivable[]
}

/**
 * Plans a refund at `now`. Nothing is written. Throws `status-does-not-allow`, `refund-above-paid`,
 * `refund-in-progress`, `insufficient-balance`, and what `planRoute` throws.
 */
export async function planRefund(
  app: Pick<App, 'sql'>,
  account: Account,
  {
    transaction,
    request,
    now,
  }: {
    readonly transaction: Transaction
    readonly request: Pick<RefundRequest, 'amount' | 'key'>
    readonly now: Date
  },
): Promise<RefundPlan> {
  const amount = refundAmount(transaction, request.amount)
  const payout = planRoute(account, transaction, {
    now,
    ...(request.key && { keyInput: request.key }),
  })
  const [balance, scheduled] = await Promise.all([
    balanceOf(app, account.id),
    scheduledReceivables(app.sql, account.id),
  ])
  const route = { amount, ...(payout && { payout }) }
  return { ...route, holds: planRefundHolds(account, route, { balance, scheduled }), scheduled }
}
