import type { App } from '../app.ts'
import { openCase } from '../cases/open-case.ts'
import { WriteConflict } from '../journal/journal.ts'
import { bareId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { probeMs } from '../providers/polling/circuit-breaker.ts'
import { alarmAfterMs, nextQueryWaitMs } from '../providers/polling/retry-schedule.ts'
import type { PayoutFinding, PayoutOutcome } from '../providers/ports/payout.ts'
import { nextReturnCheck, returnCheckAfterSilence } from '../settlement/payout-return-schedule.ts'
import { type Cashout, type CashoutReturn, nextVersion } from './cashout.ts'
import { cashoutStep } from './cashout-change.ts'
import { type CashoutWork, scheduleCashoutCheck } from './cashout-queue-store.ts'

type Word = PayoutOutcome | Exclude<PayoutFinding, { kind: 'not-found' }>

/**
 * What the bank said becomes true: status, ledger and event together. Only an explicit yes completes it and only an explicit
 * no releases the money; everything between stays PROCESSING. Whoever comes second finds the version taken.
 */
export async function recordPayout(app: App, work: CashoutWork, word: Word): Promise<void> {
  const { cashout } = work
  const at = app.clock.now()
  if ('amount' in word && word.amount !== cashout.amount) {
    await tellPerson(app, cashout, { what: 'amount', expected: cashout.amount, found: word.amount })
    return askLater(app, work)
  }
  const after = applyPayoutResult(cashout, word, at)
  if (!after) {
    if (contradicts(cashout, word))
      await tellPerson(app, cashout, { what: 'status', expected: cashout.status, found: word.kind })
    const returned = returnedBy(word)
    if (returned > cashout.amount)
      await tellPerson(app, cashout, { what: 'returns', expected: cashout.amount, found: returned })
    return askLater(app, work, { isUnanswered: word.kind === 'unknown' })
  }
  const isSilent = after.status === cashout.status && after.returns.length === cashout.returns.length
  const isPartOnly = after.status === 'COMPLETED' && after.returns.length > cashout.returns.length
  const checkAt = nextCheckAt({ cashout: after, queries: work.queries }, at)
  try {
    await app.journal.record(
      cashoutStep(cashout, after, {
        links: app.links,
        ...(checkAt && { checkAt }),
        ...(isSilent && { notify: false, eventType: 'cashout.accepted' }),
        ...(isPartOnly && cashout.status === 'COMPLETED' && { eventType: 'cashout.partially_refunded' }),
      }),
    )
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    return
  }
  if (word.kind === 'completed' && cashout.status === 'PROCESSING' && word.returns.length > 0)
    await recordPayout(app, { cashout: after, queries: 0 }, word)
}

/** The cashout after the bank's word; `undefined` when the word changes nothing. Pure. */
export function applyPayoutResult(cashout: Cashout, word: Word, at: Date): Cashout | undefined {
  const isOpen = cashout.status === 'PROCESSING'
  switch (word.kind) {
    case 'accepted':
    case 'processing':
      return isOpen && cashout.endToEndId !== word.endToEndId
        ? nextVersion(cashout, at, { endToEndId: word.endToEndId })
        : undefined
    case 'refused':
    case 'failed':
      return isOpen
        ? nextVersion(cashout, at, { status: 'FAILED', failure: { code: word.code, reason: word.reason } })
        : undefined
    case 'completed':
      // One step at a time: that it arrived is told before what came back of it.
      return isOpen ? completed(cashout, word, at) : cameBack(cashout, word, at)
    case 'not-sent':
    case 'unknown':
      return undefined
  }
}

type Completed = Extract<PayoutFinding, { kind: 'completed' }>

const completed = (cashout: Cashout, { endToEndId, completedAt, receiver }: Completed, at: Date): Cashout =>
  nextVersion(cashout, at, {
    status: 'COMPLETED',
    endToEndId,
    completedAt: new Date(Math.max(completedAt.getTime(), cashout.createdAt.getTime())),
    ...(receiver && { receiver }),
  })

function cameBack(cashout: Cashout, word: Completed, at: Date): Cashout | undefined {
  if (cashout.status !== 'COMPLETED') return undefined
  const known = new Set(cashout.returns.map(({ returnId }) => returnId))
  const fresh = word.returns
    .filter(({ returnId }) => !known.has(returnId))
    .map(({ returnId, amount, returnedAt }): CashoutReturn => ({ returnId, amount, at: returnedAt.toISOString() }))
  const sum = fresh.reduce<number>((total, { amount }) => total + amount, cashout.returnedAmount)
  // More than was sent cannot come back: that is for a person.
  if (fresh.length === 0 || sum > cashout.amount) return undefined
  return nextVersion(cashout, at, {
    returns: [...cashout.returns, ...fresh],
    returnedAmount: cents(sum),
    ...(sum === cashout.amount && { status: 'REFUNDED' as const }),
  })
}

/** A definite word that can not be true of a cashout that ended otherwise. */
const contradicts = ({ status }: Cashout, { kind }: Word): boolean =>
  (kind === 'completed' && (status === 'FAILED' || status === 'CANCELED')) ||
  ((kind === 'failed' || kind === 'refused') && (status === 'COMPLETED' || status === 'REFUNDED'))

/** All that came back, by the bank's word, cents. */
const returnedBy = (word: Word): number =>
  word.kind === 'completed' ? word.returns.reduce((sum, { amount }) => sum + amount, 0) : 0

/** What the bank says cannot be true of what we sent: nothing moves. */
const tellPerson = (
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  cashout: Cashout,
  {
    what,
    expected,
    found,
  }: { what: 'amount' | 'status' | 'returns'; expected: number | string; found: number | string },
): Promise<void> =>
  openCase(app, cashout.providerId, {
    ...caseOf(cashout, 'payout-answer-differs', what),
    ...{ expected: { [what]: expected }, found: { [what]: found } },
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

/** Nothing new: schedules the next query (docs/design/rules.md#u5), always under the same id. */
export async function askLater(
  app: Pick<App, 'sql' | 'clock' | 'log' | 'providerHealth'>,
  work: CashoutWork,
  { isUnanswered = false }: { readonly isUnanswered?: boolean } = {},
): Promise<void> {
  const now = app.clock.now()
  const { cashout } = work
  const isLastUnanswered = isUnanswered && cashout.status === 'COMPLETED'
  const next =
    nextCheckAt(work, now) ?? (isLastUnanswered ? returnCheckAfterSilence(arrivedAt(cashout), now) : undefined)
  const ageMs = ageOf(cashout, now)
  if (cashout.status === 'PROCESSING' && !next)
    await openCase(app, cashout.providerId, {
      ...caseOf(cashout, 'payout-unresolved'),
      expected: { amount: cashout.amount, status: cashout.status },
    })
  else if (cashout.status === 'PROCESSING' && ageMs > alarmAfterMs)
    app.log.warn({ ...idsOf(cashout), ageMs }, 'a cashout is still without an end')
  const soonest = new Date(now.getTime() + probeMs)
  await scheduleCashoutCheck(
    app.sql,
    cashout,
    next && app.providerHealth.isProbe(cashout) && next > soonest ? soonest : (next ?? null),
  )
}

/** When a worker looks next; `undefined`: never by itself. */
export function nextCheckAt({ cashout, queries }: CashoutWork, now: Date): Date | undefined {
  if (cashout.status === 'COMPLETED') return nextReturnCheck(arrivedAt(cashout), now)
  const waitMs = cashout.status === 'PROCESSING' ? nextQueryWaitMs(queries, ageOf(cashout, now)) : undefined
  return waitMs === undefined ? undefined : new Date(now.getTime() + waitMs)
}

const arrivedAt = ({ completedAt, updatedAt }: Cashout): Date => completedAt ?? updatedAt

const ageOf = (cashout: Cashout, now: Date): number =>
  now.getTime() - (cashout.completedAt ?? cashout.sentAt ?? cashout.createdAt).getTime()

const idsOf = ({ accountId, id }: Cashout) => ({ accountId, cashoutId: id })
