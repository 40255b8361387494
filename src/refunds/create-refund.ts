import { type Account, usualRefundWindowSeconds } from '../accounts/account.ts'
import { activeAccountWriter } from '../accounts/active-account-store.ts'
import type { App } from '../app.ts'
import { collectAccountShortfall } from '../disputes/collect-shortfall.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { isRepeat } from '../idempotency/idempotency-store.ts'
import { idFromKey } from '../idempotency/keyed-id.ts'
import { type Write, write } from '../journal/change.ts'
import { WriteConflict } from '../journal/journal.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { post } from '../ledger/ledger-store.ts'
import { bareId, markedId, newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import { holdPosting, reducedReceivables } from '../settlement/hold.ts'
import { hasDebtOrShortfall, requireNoDebt } from '../settlement/no-debt-guard-store.ts'
import type { Receivable } from '../settlement/receivable.ts'
import { receivablesWriter } from '../settlement/receivable-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { updateChange } from '../transactions/transaction-change.ts'
import {
  type ProviderReference,
  providerReferencesWriter,
  transactionById,
} from '../transactions/transaction-store.ts'
import { planHolds, type RefundRequest, routeRefund } from './plan-refund.ts'
import {
  mayPayMerchant,
  type Refund,
  type RefundPayout,
  refundCause,
  withRefund,
} from './refund.ts'
import { assertBankPaysPayers } from './refund-destination.ts'
import { findDuplicateRefund, refundsWriter } from './refund-store.ts'
import { restoredTwin } from './restored-card-refund.ts'
import { sendRefund } from './send-refund.ts'

/**
 * Refunds a payment, whole or in part (docs/design/interface.md#refund). The money is held and the
 * refund committed before the provider is called. Returns the current transaction. Throws
 * `not-found`, `status-does-not-allow`, `refund-above-paid`, `refund-in-progress`,
 * `insufficient-balance`, `possible-duplicate`, `account-suspended`,
 * `refund-bank-pays-holder-only`, and what `planRoute` throws.
 */
export async function refundTransaction(
  app: App,
  account: Account,
  {
    id,
    request,
    idempotency,
  }: {
    readonly id: string
    readonly request: RefundRequest
    readonly idempotency?: IdempotencyHandle<Transaction>
  },
): Promise<Transaction> {
  app.journal.assertCapacity()
  // Another refund, a settlement or a cashout may be committed first.
  const held = await retryOnConflict(
    () => holdRefund(app, account, { id, request, ...(idempotency && { idempotency }) }),
    {
      stopWhen: isRepeat,
    },
  )
  return held.refund ? sendRefund(app, { ...held, refund: held.refund }) : held.transaction
}

/**
 * Commits the hold and the refund. Nothing is sent yet. No `refund`: this key has made its refund,
 * which the sweep after a restore has brought back, or the key is old and deleted. Throws
 * `WriteConflict`.
 */
async function holdRefund(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links' | 'providers'>,
  account: Account,
  {
    id,
    request,
    idempotency,
  }: {
    readonly id: string
    readonly request: RefundRequest
    readonly idempotency?: IdempotencyHandle<Transaction>
  },
): Promise<{ readonly refund?: Refund; readonly transaction: Transaction }> {
  const transaction = await transactionById(app.sql, account.id, id)
  if (!transaction) throw new Rejection('not-found')
  const now = app.clock.now()
  const refundId = idempotency
    ? idFromKey('refund', account.id, idempotency)
    : markedId(newId(now.getTime()), account.id)
  if (transaction.refunds?.some((each) => each.id === refundId)) {
    idempotency?.markRepeated()
    return { transaction }
  }
  const route = routeRefund(account, { transaction, request, now })
  assertBankPaysPayers(app, route.payout)
  const { amount, payout } = route
  // First, because the earlier refund may have taken the money that this one lacks.
  if (!(request.skipsDuplicateCheck ?? idempotency !== undefined))
    await rejectDuplicate(app, account, { transaction, amount, now })
  const twin = request.skipsDuplicateCheck ? undefined : restoredTwin(transaction, amount)
  if (twin !== undefined) throw new Rejection('possible-duplicate', { data: { id: twin } })
  const { holds, scheduled } = await planHolds(app, account, route)
  const { refund, held } = draftRefund(transaction, {
    id: refundId,
    amount,
    holds,
    at: now,
    ...(payout && { payout }),
  })
  try {
    await app.journal.record(
      updateChange(transaction, held, {
        links: app.links,
        notify: false,
        eventType: 'transaction.refund_requested',
        extraWrites: [
          write(activeAccountWriter, { accountId: account.id }),
          ...holdWrites(refund, scheduled, now),
          ...(payout ? [write(providerReferencesWriter, referenceOf(refund, payout))] : []),
          ...(mayPayMerchant(account, payout)
            ? [write(requireNoDebt, { accountId: account.id })]
            : []),
          ...(idempotency ? [idempotency.markInProgress(transaction.id)] : []),
        ],
      }),
    )
  } catch (cause) {
    if (cause instanceof WriteConflict && cause.writer === activeAccountWriter)
      throw new Rejection('account-suspended')
    if (cause instanceof WriteConflict && cause.writer === requireNoDebt)
      await rejectWhileOwing(app, account.id, amount)
    throw cause
  }
  // No request of this refund was sent before.
  return { refund: { ...refund, isSent: false }, transaction: held }
}

/** A new refund, which may be sent, and the next version of its payment. Pure. */
export function draftRefund(
  transaction: Transaction,
  {
    id,
    amount,
    holds,
    payout,
    at,
  }: Pick<Refund, 'id' | 'amount' | 'holds'> & {
    readonly payout?: RefundPayout
    readonly at: Date
  },
): { readonly refund: Refund; readonly held: Transaction } {
  const refund: Refund = {
    accountId: transaction.accountId,
    id,
    transactionId: transaction.id,
    version: 1,
    status: 'PROCESSING',
    amount,
    holds,
    ...(payout && { payout }),
    returnedAmount: cents(0),
    isSent: true,
    queries: 0,
    createdAt: at,
    updatedAt: at,
    dueAt: new Date(at.getTime() + ownerLeaseMs),
  }
  const facts = { id, amount, status: refund.status, createdAt: at.toISOString() }
  const held = withRefund(
    transaction,
    { ...facts, ...(payout && { pixKey: payout.key.value }) },
    at,
  )
  return { refund, held }
}

/** The rows of a new refund and of the money that it holds. */
export const holdWrites = (
  refund: Refund,
  scheduled: readonly Receivable[],
  at: Date,
): readonly Write[] => [
  write(refundsWriter, refund),
  ...reducedReceivables(scheduled, refund.holds).map((receivable) =>
    write(receivablesWriter, receivable),
  ),
  ...post(holdPosting(refundCause(refund), refund.holds, at)),
]

/**
 * Disputes have the first claim on received money. The rest can be refunded. Throws
 * `insufficient-balance` while the account has a debt.
 */
async function rejectWhileOwing(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  accountId: string,
  missing: number,
): Promise<void> {
  await collectAccountShortfall(app, accountId)
  if (await hasDebtOrShortfall(app.sql, accountId))
    throw new Rejection('insufficient-balance', { field: 'amount', params: { missing } })
}

/** The entry by which notices of its bank find the refund. */
const referenceOf = (refund: Refund, { providerId }: RefundPayout): ProviderReference => ({
  providerId,
  reference: bareId(refund.id),
  accountId: refund.accountId,
  transactionId: refund.transactionId,
})

/**
 * Rejects a second equal refund within the account's window, because it is probably a mistake
 * (docs/design/rules.md#i9).
 */
async function rejectDuplicate(
  app: Pick<App, 'sql'>,
  { settings }: Account,
  {
    transaction,
    amount,
    now,
  }: { readonly transaction: Transaction; readonly amount: Refund['amount']; readonly now: Date },
): Promise<void> {
  const windowSeconds = settings.refundDuplicateWindowSeconds ?? usualRefundWindowSeconds
  if (windowSeconds === 0) return
  const { accountId, id } = transaction
  const earlier = await findDuplicateRefund(app.sql, {
    accountId,
    transactionId: id,
    amount,
    since: new Date(now.getTime() - windowSeconds * 1_000),
  })
  if (earlier) throw new Rejection('possible-duplicate', { data: { id: earlier } })
}
