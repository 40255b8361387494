import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Hold } from '../settlement/hold.ts'
import { hasDebtOrShortfall } from '../settlement/no-debt-guard-store.ts'
import { refundableAmount } from '../transactions/remaining-amount.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { planRefund, type RefundRequest } from './plan-refund.ts'
import { mayPayMerchant, returnedFee } from './refund.ts'

/** What a refund would cost. Cents. */
export interface RefundQuote {
  readonly amount: Cents
  /** The part of the payment that can still be refunded afterwards. */
  readonly remaining: Cents
  /** The part of the sale's fee that comes back with this refund. */
  readonly returnedFee: Cents
  /** The part of the sale's fee that the platform keeps afterwards. */
  readonly keptFee: Cents
  readonly holds: readonly Hold[]
}

/**
 * Returns what a refund of this amount would cost now, and writes nothing. Throws `not-found`, what
 * `planRefund` throws, and `insufficient-balance` as the refund does while the account has a debt.
 * A suspended account is rejected before, by its key.
 */
export async function quoteRefund(
  app: Pick<App, 'sql' | 'clock' | 'providers'>,
  account: Account,
  { id, request }: { readonly id: string; readonly request: RefundRequest },
): Promise<RefundQuote> {
  const transaction = await transactionById(app.sql, account.id, id)
  if (!transaction) throw new Rejection('not-found')
  const now = app.clock.now()
  const { amount, payout, holds } = await planRefund(app, account, { transaction, request, now })
  if (mayPayMerchant(account, payout) && (await hasDebtOrShortfall(app.sql, account.id)))
    throw new Rejection('insufficient-balance', { field: 'amount', params: { missing: amount } })
  return { amount, holds, ...costOf(transaction, amount) }
}

/**
 * The fee after a refund of `amount`, and what can be refunded then. A refund in progress counts as
 * complete. Pure.
 */
export function costOf(
  transaction: Pick<Transaction, 'amount' | 'fee' | 'terms' | 'refunds' | 'disputes'>,
  amount: Cents,
): Pick<RefundQuote, 'remaining' | 'returnedFee' | 'keptFee'> {
  const { fee, terms, refunds = [] } = transaction
  const refunded = refunds.map((each) =>
    each.status === 'PROCESSING' ? { ...each, status: 'COMPLETED' as const } : each,
  )
  const completed = { ...transaction, refunds: refunded }
  const isReturned = terms.refundedFees === 'return'
  const returned = isReturned ? returnedFee(completed, amount) : cents(0)
  const before = isReturned
    ? returnedFee(
        { ...transaction, refunds: [] },
        cents(
          refunded
            .filter(({ status }) => status === 'COMPLETED')
            .reduce((sum, each) => sum + each.amount, 0),
        ),
      )
    : cents(0)
  return {
    remaining: cents(refundableAmount(transaction) - amount),
    returnedFee: returned,
    keptFee: cents(fee - before - returned),
  }
}
