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
import { assertBankPaysPayers, planRoute } from './refund-destination.ts'

export interface RefundRequest {
  /** The destination when the refund cannot use the payment's own rail. */
  readonly key?: PixKeyInput
  /** Cents. Absent: the whole remaining amount. */
  readonly amount?: number
  /**
   * Whether a second equal refund is intended (docs/design/rules.md#i9). Absent: it is if the
   * request has a key.
   */
  readonly skipsDuplicateCheck?: boolean
}

/** The amount of a refund and its rail. */
export interface RefundRoute {
  readonly amount: Cents
  readonly payout?: RefundPayout
}

/** A refund's route, and the books that it would take the money from. */
export interface RefundPlan extends RefundRoute {
  readonly holds: readonly Hold[]
  /** The receivables that the holds were planned on. */
  readonly scheduled: readonly Receivable[]
}

/**
 * Plans a refund at `now`. Nothing is written. Throws what `routeRefund`, `assertBankPaysPayers`
 * and `planHolds` throw.
 */
export async function planRefund(
  app: Pick<App, 'sql' | 'providers'>,
  account: Account,
  given: Parameters<typeof routeRefund>[1],
): Promise<RefundPlan> {
  const route = routeRefund(account, given)
  assertBankPaysPayers(app, route.payout)
  return planHolds(app, account, route)
}

/**
 * Returns the amount and the rail of a refund at `now`. Pure. Throws `status-does-not-allow`,
 * `refund-above-paid`, `refund-in-progress`, and what `planRoute` throws.
 */
export function routeRefund(
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
): RefundRoute {
  const amount = refundAmount(transaction, request.amount)
  const payout = planRoute(account, transaction, {
    now,
    ...(request.key && { keyInput: request.key }),
  })
  return { amount, ...(payout && { payout }) }
}

/** Chooses the books that pay for a refund. Nothing is written. Throws `insufficient-balance`. */
export async function planHolds(
  app: Pick<App, 'sql'>,
  account: Account,
  route: RefundRoute,
): Promise<RefundPlan> {
  const balance = await balanceOf(app, account.id)
  const wanted = route.amount - balance.available
  const scheduled = await scheduledReceivables(app.sql, account.id, wanted)
  return { ...route, holds: planRefundHolds(account, route, { balance, scheduled }), scheduled }
}
