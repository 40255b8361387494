import { type Cents, cents } from '../primitives/money.ts'
import type { Transaction, TransactionStatus } from './transaction.ts'

type Parts = Pick<Transaction, 'amount' | 'refunds' | 'disputes'>

/**
 * The part of a payment, in cents, that is not refunded, not being refunded, not blocked by a
 * dispute and not lost to one. Refunds and claims take from this part under the transaction's
 * version (docs/design/rules.md#l3).
 */
export const remainingAmount = ({ amount, refunds = [], disputes = [] }: Parts): Cents =>
  cents(
    amount -
      refunds
        .filter(({ status }) => status !== 'FAILED')
        .reduce((sum, each) => sum + each.amount, 0) -
      disputes.reduce((sum, { blockedAmount, lostAmount }) => sum + blockedAmount + lostAmount, 0),
  )

/**
 * The part of a payment, in cents, that may be refunded now: what remains, without what providers
 * took for lost disputes and the books have not lost yet, because another refund had it. The payer
 * has that money already.
 */
export const refundableAmount = (payment: Parts): Cents => {
  const untaken = (payment.disputes ?? []).reduce(
    (sum, { blockedAmount, lostAmount, providerTook = lostAmount }) =>
      sum + Math.max(0, providerTook - lostAmount - blockedAmount),
    0,
  )
  return cents(Math.max(0, remainingAmount(payment) - untaken))
}

/**
 * The most that a dispute may block or lose, in cents: the claimed amount, or the part of the
 * payment that refunds and other disputes leave.
 */
export const disputableAmount = (
  { disputes = [], ...payment }: Parts,
  { id, amount }: { readonly id: string; readonly amount: Cents },
): Cents =>
  cents(
    Math.min(
      amount,
      remainingAmount({ ...payment, disputes: disputes.filter((other) => other.id !== id) }),
    ),
  )

/**
 * The part of a payment, in cents, that its provider has neither refunded nor taken for another
 * dispute. An open refund is still at the provider.
 */
export const leftAtProvider = (
  { amount, refunds = [], disputes = [] }: Parts,
  { id }: { readonly id: string },
): Cents =>
  cents(
    Math.max(
      0,
      amount -
        refunds
          .filter(({ status }) => status === 'COMPLETED')
          .reduce((sum, each) => sum + each.amount, 0) -
        disputes
          .filter((other) => other.id !== id)
          .reduce((sum, { lostAmount, providerTook = lostAmount }) => sum + providerTook, 0),
    ),
  )

/**
 * The `refundedAmount` of a payment, in cents: what the payer got back by our refunds or by a
 * devolução of the bank (MED).
 */
export const refundedOf = ({ refunds = [], disputes = [] }: Parts): Cents =>
  cents(
    refunds
      .filter(({ status }) => status === 'COMPLETED')
      .reduce((sum, each) => sum + each.amount, 0) +
      disputes
        .filter(({ kind }) => kind === 'med')
        .reduce((sum, { lostAmount }) => sum + lostAmount, 0),
  )

/**
 * The final status of a payment of which nothing is left. `undefined` while something is left. It
 * is CHARGEDBACK if an acquirer took a part of it.
 */
export function finalStatus(
  payment: Parts,
): Extract<TransactionStatus, 'REFUNDED' | 'CHARGEDBACK'> | undefined {
  const chargedBack = (payment.disputes ?? [])
    .filter(({ kind }) => kind === 'chargeback')
    .reduce((sum, { lostAmount }) => sum + lostAmount, 0)
  if (refundedOf(payment) + chargedBack < payment.amount) return undefined
  return chargedBack > 0 ? 'CHARGEDBACK' : 'REFUNDED'
}
