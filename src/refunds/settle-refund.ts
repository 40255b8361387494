import type { EventTypeOf } from '../../contract/events.ts'
import type { App } from '../app.ts'
import { recheckShortfallWriter } from '../disputes/recheck-shortfall-store.ts'
import { type Write, write } from '../journal/change.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { post } from '../ledger/ledger-store.ts'
import { releasePosting, restoredReceivables } from '../settlement/hold.ts'
import { requireDebt } from '../settlement/no-debt-guard-store.ts'
import { nextReturnCheck } from '../settlement/payout-return-schedule.ts'
import { receivablesWriter, stillScheduled } from '../settlement/receivable-store.ts'
import type { RefundFacts, Transaction } from '../transactions/transaction.ts'
import { updateChange } from '../transactions/transaction-change.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { completionPosting, type Refund, refundCause, withRefund } from './refund.ts'
import { refundById, refundsWriter } from './refund-store.ts'

export type RefundEnd =
  | { readonly kind: 'completed'; readonly returnId?: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly isOwed?: true }

/**
 * Ends a refund once. The money leaves, or the hold is released. The transaction records it, and
 * the merchant is notified. A rejection ends only the version that was rejected, because a refund
 * that was sent again since then may have succeeded. Throws the `WriteConflict` of `requireDebt`
 * when the debt that is the reason of a failure was paid meanwhile.
 */
export const settleRefund = (
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  { accountId, id, transactionId, version }: Refund,
  end: RefundEnd,
): Promise<Transaction> =>
  retryOnConflict(
    async () => {
      const [refund, transaction] = await Promise.all([
        refundById(app.sql, accountId, id),
        transactionById(app.sql, accountId, transactionId),
      ])
      if (!refund || !transaction) throw new Error(`refund ${id} has no transaction`)
      if (refund.status !== 'PROCESSING') return transaction
      if (end.kind === 'failed' && refund.version !== version) return transaction
      const at = app.clock.now()
      const after = withRefund(transaction, factsOf(refund, end, at), at)
      const extraWrites =
        end.kind === 'completed'
          ? completion({ refund, transaction, end, at })
          : await release(app, refund, at)
      const guard = end.kind === 'failed' && end.isOwed ? [write(requireDebt, { accountId })] : []
      await app.journal.record(
        updateChange(transaction, after, {
          links: app.links,
          eventType: typeOf(transaction, after, end),
          extraWrites: [...extraWrites, ...guard],
        }),
      )
      return after
    },
    { stopWhen: (lost) => lost.writer === requireDebt },
  )

function typeOf(
  before: Transaction,
  { status }: Transaction,
  { kind }: RefundEnd,
): EventTypeOf<'transaction'> {
  if (kind === 'failed') return 'transaction.refund_failed'
  // The acquirer took the rest before, so nothing is left now.
  if (status === 'CHARGEDBACK' && before.status !== status) return 'transaction.chargedback'
  return status === 'REFUNDED' ? 'transaction.refunded' : 'transaction.partially_refunded'
}

const factsOf = (
  { id, amount, createdAt, payout }: Refund,
  end: RefundEnd,
  at: Date,
): RefundFacts => ({
  id,
  amount,
  status: end.kind === 'completed' ? 'COMPLETED' : 'FAILED',
  createdAt: createdAt.toISOString(),
  ...(end.kind === 'completed' && { completedAt: at.toISOString() }),
  ...(payout && { pixKey: payout.key.value }),
  ...(end.kind === 'completed' &&
    end.returnId !== undefined &&
    (payout ? { endToEndId: end.returnId } : { returnId: end.returnId })),
  ...(end.kind === 'failed' && { failedAt: at.toISOString(), failedReason: end.reason }),
})

function completion({
  refund,
  transaction,
  end,
  at,
}: {
  readonly refund: Refund
  readonly transaction: Transaction
  readonly end: Extract<RefundEnd, { kind: 'completed' }>
  readonly at: Date
}): Write[] {
  const returnsFee = transaction.terms.refundedFees === 'return'
  const { dueAt: _, ...settled } = refund
  // The key's bank may still return the payment.
  const dueAt = refund.payout && nextReturnCheck(at, at)
  return [
    write(refundsWriter, {
      ...settled,
      version: refund.version + 1,
      status: 'COMPLETED',
      updatedAt: at,
      ...(dueAt && { dueAt }),
      ...(end.returnId !== undefined && { returnId: end.returnId }),
    }),
    ...post(completionPosting(refund, transaction, { at, returnsFee })),
  ]
}

async function release(app: Pick<App, 'sql'>, refund: Refund, at: Date): Promise<Write[]> {
  const { dueAt: _, ...settled } = refund
  const takenFromIds = refund.holds.flatMap(({ receivableId }) => receivableId ?? [])
  const scheduled = await stillScheduled(app.sql, refund.accountId, takenFromIds)
  const restored = restoredReceivables(scheduled, refund.holds)
  const isStillScheduled = (id: string) => restored.some((receivable) => receivable.id === id)
  return [
    write(refundsWriter, {
      ...settled,
      version: refund.version + 1,
      status: 'FAILED',
      updatedAt: at,
    }),
    // A dispute of the payment may block what the refund releases.
    write(recheckShortfallWriter, refund),
    ...restored.map((receivable) => write(receivablesWriter, receivable)),
    ...post(releasePosting(refundCause(refund), refund.holds, at, isStillScheduled)),
  ]
}
