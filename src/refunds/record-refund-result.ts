import type { App } from '../app.ts'
import { openCase } from '../cases/open-case.ts'
import { WriteConflict } from '../journal/journal.ts'
import { dayMs } from '../primitives/durations.ts'
import { nextQueryWaitMs } from '../providers/polling/retry-schedule.ts'
import { requireDebt } from '../settlement/no-debt-guard-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { recordReturns } from './payout-refund.ts'
import { caseOf, type Refund } from './refund.ts'
import type { Differs, RefundResult } from './refund-result.ts'
import { scheduleRefund } from './refund-store.ts'
import { settleRefund } from './settle-refund.ts'

/** A committed refund and its transaction. */
export interface Sending {
  /** `isSent`: whether an earlier request than the current one may have reached the provider. */
  readonly refund: Refund
  readonly transaction: Transaction
}

/**
 * Records a provider's result of a refund, or schedules the next query. `isHint`: a notice caused
 * this query, so the schedule and the claim of the refund stay unchanged. Returns the current
 * transaction.
 */
export async function recordRefundResult(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  { refund, transaction }: Sending,
  result: RefundResult,
  { isHint = false }: { readonly isHint?: boolean } = {},
): Promise<Transaction> {
  const isOpen = refund.status === 'PROCESSING'
  if ('differs' in result && result.differs)
    await openDiffers(app, { refund, transaction }, result.differs)
  if (isOpen && result.kind === 'failed')
    return settleRefund(app, refund, result).catch((cause: unknown) => {
      // The debt was paid after it was read, so the refund can be sent.
      if (!(cause instanceof WriteConflict) || cause.writer !== requireDebt) throw cause
      return recordRefundResult(app, { refund, transaction }, { kind: 'open', isNotSent: true })
    })
  if (result.kind === 'completed' && refund.status !== 'FAILED') {
    const settled = isOpen ? await settleRefund(app, refund, result) : transaction
    if (hasFailed(settled, refund)) {
      await openContradiction(app, { refund, transaction: settled }, result.kind)
      return settled
    }
    const { returns = [] } = result
    if (!isOpen || returns.length > 0) await recordReturns(app, refund, returns)
    return settled
  }
  const isKnown = result.kind === 'failed' && refund.status === 'FAILED'
  if (result.kind !== 'open' && !isKnown)
    await openContradiction(app, { refund, transaction }, result.kind)
  const now = app.clock.now()
  const ageMs = now.getTime() - refund.createdAt.getTime()
  const waitMs = isOpen ? nextQueryWaitMs(refund.queries, ageMs) : undefined
  if (isOpen && waitMs === undefined)
    await openCase(app, providerOf(refund, transaction), {
      ...caseOf(refund, 'refund-unresolved'),
      expected: { amount: refund.amount, status: refund.status },
    })
  // A case is open for a person. The provider is still queried, and may still report a completion.
  const laterMs = ageMs < queryPeriodMs && !isKnown ? queryIntervalMs : undefined
  const nextMs = waitMs ?? laterMs
  const isNoted = await scheduleRefund(app.sql, refund, {
    ...(!(isHint && isOpen) && {
      dueAt: nextMs === undefined ? null : new Date(now.getTime() + nextMs),
    }),
    ...(result.kind === 'open' && result.returnId !== undefined && { returnId: result.returnId }),
    ...(result.kind === 'open' && result.isNotSent && !refund.isSent && { isSent: false }),
  })
  if (isNoted) return transaction
  const current =
    (await transactionById(app.sql, transaction.accountId, transaction.id)) ?? transaction
  // The provider may complete a cancel that it accepted, although our hold is released.
  if (result.kind === 'open' && result.returnId !== undefined && hasFailed(current, refund))
    await openContradiction(app, { refund, transaction: current }, 'processing')
  return current
}

const hasFailed = ({ refunds }: Transaction, { id }: Refund): boolean =>
  refunds?.find((each) => each.id === id)?.status === 'FAILED'

/** The provider reports of a refund what contradicts our books. */
const openContradiction = (
  app: Pick<App, 'log' | 'sql' | 'clock'>,
  { refund, transaction }: Sending,
  reported: 'completed' | 'failed' | 'processing',
): Promise<void> =>
  openCase(app, providerOf(refund, transaction), {
    ...caseOf(refund, 'refund-answer-differs', 'status'),
    expected: {
      status: transaction.refunds?.find(({ id }) => id === refund.id)?.status ?? refund.status,
    },
    found: { status: reported },
  })

/** Opens a case, unless our side changed during the query. Then the comparison was outdated. */
async function openDiffers(
  app: Pick<App, 'log' | 'sql' | 'clock'>,
  { refund, transaction }: Sending,
  { what, expected, found }: Differs,
): Promise<void> {
  const now = await transactionById(app.sql, transaction.accountId, transaction.id)
  if (now?.version !== transaction.version) return
  await openCase(app, providerOf(refund, transaction), {
    ...caseOf(refund, 'refund-answer-differs', what),
    expected,
    found,
  })
}

/**
 * The interval and the duration of queries about returns when the bank does not respond, and about
 * unclear results.
 */
const queryIntervalMs = 6 * 3_600_000
const queryPeriodMs = 100 * dayMs

const providerOf = ({ payout }: Refund, { providerId }: Transaction): string =>
  payout?.providerId ?? providerId
