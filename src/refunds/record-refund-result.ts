import type { App } from '../app.ts'
import { openCase } from '../cases/open-case.ts'
import { nextQueryWaitMs } from '../providers/polling/retry-schedule.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { recordReturns } from './payout-refund.ts'
import { caseOf, type Refund } from './refund.ts'
import type { Differs, RefundResult } from './refund-result.ts'
import { scheduleRefund } from './refund-store.ts'
import { settleRefund } from './settle-refund.ts'

/** A committed refund and its transaction. */
export interface Sending {
  /** `isSent`: whether a request before the one that is answered may have reached the provider. */
  readonly refund: Refund
  readonly transaction: Transaction
}

/**
 * Makes true what a provider's word means for a refund, or plans the next question. `isHint`: a notice made us ask; whoever
 * has the refund goes on as planned. Answers the transaction as it then is.
 */
export async function recordRefundResult(
  app: App,
  { refund, transaction }: Sending,
  word: RefundResult,
  { isHint = false }: { readonly isHint?: boolean } = {},
): Promise<Transaction> {
  const isOpen = refund.status === 'PROCESSING'
  if ('differs' in word && word.differs) await openDiffers(app, { refund, transaction }, word.differs)
  if (isOpen && word.kind === 'failed') return settleRefund(app, refund, word)
  if (word.kind === 'completed' && refund.status !== 'FAILED') {
    const settled = isOpen ? await settleRefund(app, refund, word) : transaction
    if (hasFailed(settled, refund)) {
      await openContradiction(app, { refund, transaction: settled }, word.kind)
      return settled
    }
    const { returns = [] } = word
    if (!isOpen || returns.length > 0) await recordReturns(app, refund, returns)
    return settled
  }
  if (word.kind !== 'open') await openContradiction(app, { refund, transaction }, word.kind)
  const now = app.clock.now()
  const ageMs = now.getTime() - refund.createdAt.getTime()
  const waitMs = isOpen ? nextQueryWaitMs(refund.queries, ageMs) : undefined
  if (isOpen && waitMs === undefined)
    await openCase(app, providerOf(refund, transaction), {
      ...caseOf(refund, 'refund-unresolved'),
      expected: { amount: refund.amount, status: refund.status },
    })
  // A person has it; the provider is asked on, and may still say it.
  const laterMs = ageMs < askedForMs ? quarterDayMs : undefined
  const nextMs = waitMs ?? laterMs
  const isNoted = await scheduleRefund(app.sql, refund, {
    ...(!(isHint && isOpen) && { dueAt: nextMs === undefined ? null : new Date(now.getTime() + nextMs) }),
    ...(word.kind === 'open' && word.returnId !== undefined && { returnId: word.returnId }),
    ...(word.kind === 'open' && word.isNotSent && !refund.isSent && { isSent: false }),
  })
  if (isNoted) return transaction
  const overtaken = (await transactionById(app.sql, transaction.accountId, transaction.id)) ?? transaction
  // What it has accepted may leave, though its money is free again.
  if (word.kind === 'open' && word.returnId !== undefined && hasFailed(overtaken, refund))
    await openContradiction(app, { refund, transaction: overtaken }, 'processing')
  return overtaken
}

const hasFailed = ({ refunds }: Transaction, { id }: Refund): boolean =>
  refunds?.find((each) => each.id === id)?.status === 'FAILED'

/** The provider says of a refund what cannot be, as our books have it. */
const openContradiction = (
  app: App,
  { refund, transaction }: Sending,
  told: 'completed' | 'failed' | 'processing',
): Promise<void> =>
  openCase(app, providerOf(refund, transaction), {
    ...caseOf(refund, 'refund-answer-differs', 'status'),
    expected: { status: transaction.refunds?.find(({ id }) => id === refund.id)?.status ?? refund.status },
    found: { status: told },
  })

/** Unless our side has changed while the provider was asked: then they were compared too late. */
async function openDiffers(
  app: App,
  { refund, transaction }: Sending,
  { what, expected, found }: Differs,
): Promise<void> {
  const now = await transactionById(app.sql, transaction.accountId, transaction.id)
  if (now?.version !== transaction.version) return
  await openCase(app, providerOf(refund, transaction), {
    ...caseOf(refund, 'refund-answer-differs', what),
    ...{ expected, found },
  })
}

/** What came back of one that arrived is asked about again when the bank does not answer, and what nobody could tell. */
const quarterDayMs = 6 * 3_600_000
const askedForMs = 100 * 24 * 3_600_000

const providerOf = ({ payout }: Refund, { providerId }: Transaction): string => payout?.providerId ?? providerId
