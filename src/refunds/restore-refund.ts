import type { App } from '../app.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { balanceOf } from '../ledger/ledger-store.ts'
import type { Cents } from '../primitives/money.ts'
import { planHolds } from '../settlement/hold.ts'
import { scheduledReceivables } from '../settlement/receivable-store.ts'
import { remainingAmount } from '../transactions/remaining-amount.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { updateChange } from '../transactions/transaction-change.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { draftRefund, holdWrites } from './create-refund.ts'
import { refundById } from './refund-store.ts'
import { continueRefund } from './send-refund.ts'

/**
 * Brings back a refund that the provider has and a restored database has lost. The money has left,
 * so what the balance lacks becomes debt. Then the provider is queried for its result, and nothing
 * is sent. Returns false when the payment cannot have such a refund: a person has to look at it.
 */
export async function restoreRefund(
  app: App,
  { accountId, id: transactionId }: Pick<Transaction, 'accountId' | 'id'>,
  { id, amount }: { readonly id: string; readonly amount: Cents },
): Promise<boolean> {
  const isHeld = await retryOnConflict(async () => {
    const transaction = await transactionById(app.sql, accountId, transactionId)
    if (transaction?.status !== 'PAID') return false
    if (transaction.refunds?.some((each) => each.id === id)) return true
    if (remainingAmount(transaction) < amount) return false
    const at = app.clock.now()
    const balance = await balanceOf(app, accountId)
    const wanted = amount - balance.available
    const scheduled = await scheduledReceivables(app.sql, accountId, wanted)
    const { holds, missing } = planHolds(amount, { balance, scheduled })
    const { refund, held } = draftRefund(transaction, {
      id,
      amount,
      holds: missing === 0 ? holds : [...holds, { book: 'debt', amount: missing }],
      at,
    })
    await app.journal.record(
      updateChange(transaction, held, {
        links: app.links,
        notify: false,
        eventType: 'transaction.refund_requested',
        extraWrites: holdWrites(refund, scheduled, at),
      }),
    )
    return true
  })
  const refund = isHeld ? await refundById(app.sql, accountId, id) : undefined
  if (refund?.status === 'PROCESSING') await continueRefund(app, refund)
  return isHeld
}
