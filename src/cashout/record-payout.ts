import type { App } from '../app.ts'
import { maskDocument } from '../brazil/document.ts'
import { canBeDocument, readShownDocument } from '../brazil/shown-document.ts'
import { openCase } from '../cases/open-case.ts'
import { WriteConflict } from '../journal/journal.ts'
import { bareId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { probeMs } from '../providers/polling/circuit-breaker.ts'
import {
  alarmAfterMs,
  nextQueryWaitMs,
  waitWithCaseMs,
} from '../providers/polling/retry-schedule.ts'
import type { PayoutFinding, PayoutOutcome } from '../providers/ports/payout.ts'
import { nextReturnCheck, returnCheckAfterSilence } from '../settlement/payout-return-schedule.ts'
import { type Cashout, type CashoutReturn, nextCashout } from './cashout.ts'
import { cashoutStep } from './cashout-change.ts'
import { type CashoutWork, scheduleCashoutCheck } from './cashout-queue-store.ts'

type PayoutResult = PayoutOutcome | Exclude<PayoutFinding, { kind: 'not-found' | 'waiting' }>

/**
 * Records the bank's result: status, ledger and event together. Only an explicit confirmation
 * completes the cashout, and only an explicit rejection releases the money. After any other result
 * it stays PROCESSING. A concurrent second result finds the version changed.
 */
export async function recordPayout(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'providerHealth' | 'links'>,
  work: CashoutWork,
  result: PayoutResult,
): Promise<void> {
  const { cashout } = work
  const at = app.clock.now()
  if ('amount' in result && result.amount !== cashout.amount) {
    await openPayoutCase(app, cashout, {
      what: 'amount',
      expected: cashout.amount,
      found: result.amount,
    })
    return scheduleQuery(app, work)
  }
  const after = applyPayoutResult(cashout, result, at)
  if (!after) {
    if (contradicts(cashout, result))
      await openPayoutCase(app, cashout, {
        what: 'status',
        expected: cashout.status,
        found: result.kind,
      })
    const returned = returnedBy(result)
    if (returned > cashout.amount)
      await openPayoutCase(app, cashout, {
        what: 'returns',
        expected: cashout.amount,
        found: returned,
      })
    return scheduleQuery(app, work, { isUnanswered: result.kind === 'unknown' })
  }
  const isUnannounced =
    after.status === cashout.status && after.returns.length === cashout.returns.length
  const isPartOnly = after.status === 'COMPLETED' && after.returns.length > cashout.returns.length
  const checkAt = nextCheckAt({ cashout: after, queries: work.queries }, at)
  if (result.kind === 'completed') await compareReceiver(app, cashout, result)
  try {
    await app.journal.record(
      cashoutStep(cashout, after, {
        links: app.links,
        ...(checkAt && { checkAt }),
        ...(isUnannounced && { notify: false, eventType: 'cashout.accepted' }),
        ...(isPartOnly &&
          cashout.status === 'COMPLETED' && { eventType: 'cashout.partially_refunded' }),
      }),
    )
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    return
  }
  if (result.kind === 'completed' && cashout.status === 'PROCESSING' && result.returns.length > 0)
    await recordPayout(app, { cashout: after, queries: 0 }, result)
}

/** Applies the bank's result to the cashout. `undefined`: the result changes nothing. Pure. */
export function applyPayoutResult(
  cashout: Cashout,
  result: PayoutResult,
  at: Date,
): Cashout | undefined {
  const isOpen = cashout.status === 'PROCESSING'
  switch (result.kind) {
    case 'accepted':
    case 'processing':
      return isOpen && cashout.endToEndId !== result.endToEndId
        ? nextCashout(cashout, at, { endToEndId: result.endToEndId })
        : undefined
    case 'refused':
    case 'failed':
      return isOpen
        ? nextCashout(cashout, at, {
            status: 'FAILED',
            failure: { code: result.code, reason: result.reason },
          })
        : undefined
    case 'completed':
      // One step at a time: completion is recorded before a return.
      return isOpen ? completed(cashout, result, at) : withReturns(cashout, result, at)
    case 'waiting':
    case 'not-sent':
    case 'unknown':
      return undefined
  }
}

type Completed = Extract<PayoutFinding, { kind: 'completed' }>

const completed = (
  cashout: Cashout,
  { endToEndId, completedAt, receiver }: Completed,
  at: Date,
): Cashout =>
  nextCashout(cashout, at, {
    status: 'COMPLETED',
    endToEndId,
    completedAt: new Date(Math.max(completedAt.getTime(), cashout.createdAt.getTime())),
    ...(receiver && { receiver }),
  })

function withReturns(cashout: Cashout, result: Completed, at: Date): Cashout | undefined {
  if (cashout.status !== 'COMPLETED') return undefined
  const known = new Set(cashout.returns.map(({ returnId }) => returnId))
  const newReturns = result.returns
    .filter(({ returnId }) => !known.has(returnId))
    .map(
      ({ returnId, amount, returnedAt }): CashoutReturn => ({
        returnId,
        amount,
        at: returnedAt.toISOString(),
      }),
    )
  const sum = newReturns.reduce<number>(
    (total, { amount }) => total + amount,
    cashout.returnedAmount,
  )
  // More than the sent amount cannot be returned, so a person has to check.
  if (newReturns.length === 0 || sum > cashout.amount) return undefined
  return nextCashout(cashout, at, {
    returns: [...cashout.returns, ...newReturns],
    returnedAmount: cents(sum),
    ...(sum === cashout.amount && { status: 'REFUNDED' as const }),
  })
}

/** A definite result that contradicts the final status of the cashout. */
const contradicts = ({ status }: Cashout, { kind }: PayoutResult): boolean =>
  (kind === 'completed' && (status === 'FAILED' || status === 'CANCELED')) ||
  ((kind === 'failed' || kind === 'refused') && (status === 'COMPLETED' || status === 'REFUNDED'))

/** The sum of the returns that the bank reports, in cents. */
const returnedBy = (result: PayoutResult): number =>
  result.kind === 'completed' ? result.returns.reduce((sum, { amount }) => sum + amount, 0) : 0

/** A person has to know if the money arrived at another owner than the required one. */
async function compareReceiver(
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  cashout: Cashout,
  { receiver }: Completed,
): Promise<void> {
  const { ownerDocument: expected } = cashout
  const reported = receiver?.document ?? ''
  const shown = readShownDocument(reported)
  if (expected === undefined || shown === undefined || canBeDocument(shown, expected)) return
  await openPayoutCase(app, cashout, {
    what: 'receiver',
    expected: maskDocument(expected),
    found: shown.includes('*') ? reported : maskDocument(shown),
  })
}

/** The bank's report contradicts what was sent. */
const openPayoutCase = (
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  cashout: Cashout,
  {
    what,
    expected,
    found,
  }: {
    what: 'amount' | 'status' | 'returns' | 'receiver'
    expected: number | string
    found: number | string
  },
): Promise<void> =>
  openCase(app, cashout.providerId, {
    ...caseOf(cashout, 'payout-answer-differs', what),
    expected: { [what]: expected },
    found: { [what]: found },
  })

const caseOf = <Kind extends string>(cashout: Cashout, kind: Kind, what = '') => {
  const { accountId, id } = cashout
  const reference = bareId(cashout.id)
  return {
    kind,
    subject: `${reference} ${what}`.trim(),
    accountId,
    objectType: 'cashout',
    objectId: id,
    reference,
  } as const
}

/**
 * Nothing is new. Schedules the next query (docs/design/rules.md#u5), always with the same id. When
 * its plan is over, a person has the case, and the bank is still queried.
 */
export async function scheduleQuery(
  app: Pick<App, 'sql' | 'clock' | 'log' | 'providerHealth'>,
  work: CashoutWork,
  { isUnanswered = false }: { readonly isUnanswered?: boolean } = {},
): Promise<void> {
  const now = app.clock.now()
  const { cashout } = work
  const isLastUnanswered = isUnanswered && cashout.status === 'COMPLETED'
  const next =
    nextCheckAt(work, now) ??
    (isLastUnanswered ? returnCheckAfterSilence(arrivedAt(cashout), now) : undefined)
  const ageMs = ageOf(cashout, now)
  if (isPlanOver(work, now))
    await openCase(app, cashout.providerId, {
      ...caseOf(cashout, 'payout-unresolved'),
      expected: { amount: cashout.amount, status: cashout.status },
    })
  else if (cashout.status === 'PROCESSING' && ageMs > alarmAfterMs)
    app.log.warn({ ...idsOf(cashout), ageMs }, 'a cashout has no final status yet')
  const soonest = new Date(now.getTime() + probeMs)
  await scheduleCashoutCheck(
    app.sql,
    cashout,
    next && app.providerHealth.isProbe(cashout) && next > soonest ? soonest : (next ?? null),
  )
}

/**
 * When a worker next processes it. `undefined`: never without a new notice. It is never undefined
 * while the result is open: else its money would be held without an end.
 */
export function nextCheckAt({ cashout, queries }: CashoutWork, now: Date): Date | undefined {
  if (cashout.status === 'COMPLETED') return nextReturnCheck(arrivedAt(cashout), now)
  if (cashout.status !== 'PROCESSING') return undefined
  const waitMs = nextQueryWaitMs(queries, ageOf(cashout, now)) ?? waitWithCaseMs
  return new Date(now.getTime() + waitMs)
}

/** Whether seven days of queries have brought no result. */
export const isPlanOver = ({ cashout, queries }: CashoutWork, now: Date): boolean =>
  cashout.status === 'PROCESSING' && nextQueryWaitMs(queries, ageOf(cashout, now)) === undefined

const arrivedAt = ({ completedAt, updatedAt }: Cashout): Date => completedAt ?? updatedAt

const ageOf = (cashout: Cashout, now: Date): number =>
  now.getTime() - (cashout.completedAt ?? cashout.sentAt ?? cashout.createdAt).getTime()

const idsOf = ({ accountId, id }: Cashout) => ({ accountId, cashoutId: id })
