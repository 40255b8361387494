import type { App } from '../../app.ts'
import { openCase } from '../../cases/open-case.ts'
import { probeMs } from '../../providers/polling/circuit-breaker.ts'
import { alarmAfterMs, nextQueryWaitMs } from '../../providers/polling/retry-schedule.ts'
import { attemptQueryMs } from '../../providers/polling/timeouts.ts'
import type { CardAcquirer, CardFinding, CardOutcome } from '../../providers/ports/card.ts'
import type { Transaction } from '../transaction.ts'
import { transactionById } from '../transaction-store.ts'
import { type Attempt, isOpen } from './attempt.ts'
import { attemptByRef, creationOf, makeQueriesDue, scheduleQuery } from './attempt-store.ts'
import { recordOutcome } from './record-card-outcome.ts'

/**
 * Queries the acquirer for the outcome of an attempt and records it. It may run twice, and
 * concurrently with the call itself.
 */
export async function resolveAttempt(app: App, attempt: Attempt): Promise<void> {
  const acquirer = app.providers.card(attempt.providerId)
  const finding = await acquirer.findSale(attempt.attemptRef, AbortSignal.timeout(attemptQueryMs))
  await recordProviderHealth(app, attempt, finding)
  switch (finding.kind) {
    case 'found':
      return recordFound(app, attempt, finding.outcome)
    case 'several':
      return keepFirstSale(app, attempt, acquirer, finding.references)
    case 'not-found':
      return countNotFound(app, attempt, acquirer)
    case 'unknown':
      return scheduleNextQuery(app, attempt)
  }
}

async function recordFound(app: App, attempt: Attempt, outcome: Found['outcome']): Promise<void> {
  const transaction = await transactionById(app.sql, attempt.accountId, attempt.transactionId)
  if (!transaction) throw new Error(`attempt ${attempt.id} has no transaction`)
  const { status } = await recordOutcome(app, { transaction, attempt, outcome })
  await scheduleAfter(app, attempt, status)
}

/**
 * Schedules the next query, or none, unless the recording has done so: an outcome that changes
 * nothing leaves the attempt due when the lease of its claim ends. One that waits at the end of the
 * plan becomes a case.
 */
async function scheduleAfter(
  app: App,
  claimed: Attempt,
  status: Transaction['status'],
): Promise<void> {
  const attempt = await attemptByRef(app.sql, claimed.accountId, claimed.attemptRef)
  if (!attempt) return
  const isUnscheduled = attempt.dueAt?.getTime() === claimed.dueAt?.getTime()
  const isAtEnd = attempt.dueAt === undefined && status === 'WAITING_PAYMENT'
  if (isOpen(attempt)) {
    if (isUnscheduled || isAtEnd) await scheduleNextQuery(app, attempt)
  } else if (isUnscheduled && attempt.dueAt) await scheduleQuery(app.sql, attempt, null)
}

/**
 * The acquirer charged twice under one order id. The sale that is recorded, else the first approved
 * one, is the payment, and the others are canceled. Nothing is done before every sale is known, and
 * the payment is recorded last, so that the attempt is open until the others have been canceled.
 */
async function keepFirstSale(
  app: App,
  attempt: Attempt,
  acquirer: CardAcquirer,
  references: readonly string[],
): Promise<void> {
  app.log.error(
    { transactionId: attempt.transactionId, accountId: attempt.accountId },
    'several sales under one order id',
  )
  const approved: Extract<CardOutcome, { kind: 'approved' }>[] = []
  for (const reference of references) {
    const finding = await acquirer.findByReference(reference, AbortSignal.timeout(attemptQueryMs))
    if (!isDecided(finding)) return scheduleNextQuery(app, attempt)
    if (finding.outcome.kind === 'approved') approved.push(finding.outcome)
  }
  const kept = approved.find(({ reference }) => reference === attempt.reference) ?? approved[0]
  if (!kept) return scheduleNextQuery(app, attempt)
  for (const each of approved)
    if (each !== kept) await cancelExtraSale(app, attempt, acquirer, each.reference)
  await recordFound(app, attempt, kept)
}

type Found = Extract<CardFinding, { kind: 'found' }>

const isDecided = (finding: CardFinding): finding is Found =>
  finding.kind === 'found' &&
  finding.outcome.kind !== 'unknown' &&
  finding.outcome.kind !== 'analysing'

/** Cancels a sale that must not be charged. One whose cancel is not confirmed becomes a case. */
async function cancelExtraSale(
  app: App,
  attempt: Attempt,
  acquirer: CardAcquirer,
  reference: string,
): Promise<void> {
  const cancel = await acquirer.cancel(
    reference,
    attempt.amount,
    AbortSignal.timeout(attemptQueryMs),
  )
  if (cancel.kind === 'cancelled') return
  await openCase(app, attempt.providerId, {
    kind: 'sale-charged-twice',
    subject: reference,
    accountId: attempt.accountId,
    objectType: 'transaction',
    objectId: attempt.transactionId,
    reference,
    found: { amount: attempt.amount, orderId: attempt.attemptRef },
  })
}

/**
 * "Not found" proves that a sale was not executed only under these conditions: two such responses
 * came some time apart after the acquirer's settle window; a void by our reference found nothing or
 * was accepted; and no process waits for the response to the sale, because its request may arrive
 * after the void (docs/design/rules.md#u6). Until then the outcome is unknown. An outcome that is
 * known does not change by it.
 */
async function countNotFound(app: App, attempt: Attempt, acquirer: CardAcquirer): Promise<void> {
  if (!isOpen(attempt)) return scheduleQuery(app.sql, attempt, null)
  const now = app.clock.now()
  const { settleWindowMs, notFoundGapMs } = acquirer.capabilities
  const countsFrom = attempt.sentAt.getTime() + settleWindowMs
  if (now.getTime() < countsFrom) {
    const plannedMs = nextQueryWaitMs(attempt.queries, 0) ?? settleWindowMs
    return scheduleQuery(
      app.sql,
      attempt,
      new Date(Math.min(now.getTime() + plannedMs, countsFrom)),
    )
  }
  const before = attempt.lastNotFoundAt?.getTime()
  if (before === undefined || now.getTime() - before < notFoundGapMs) {
    const earliest = (before ?? now.getTime()) + notFoundGapMs
    return scheduleQuery(
      app.sql,
      attempt,
      new Date(earliest),
      before === undefined ? now : undefined,
    )
  }
  const { ownerLeftMs } = await creationOf(app.sql, attempt)
  if (ownerLeftMs > 0) return scheduleQuery(app.sql, attempt, new Date(now.getTime() + ownerLeftMs))
  const voided = await acquirer.voidByAttemptRef(
    attempt.attemptRef,
    AbortSignal.timeout(attemptQueryMs),
  )
  if (voided.kind !== 'not-found' && voided.kind !== 'cancelled')
    return scheduleNextQuery(app, attempt)
  return recordFound(app, attempt, {
    kind: 'not-sent',
    cause: 'not found twice after the settle window',
  })
}

async function scheduleNextQuery(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'providerHealth'>,
  attempt: Attempt,
): Promise<void> {
  const now = app.clock.now()
  const ageMs = now.getTime() - attempt.sentAt.getTime()
  const facts = { transactionId: attempt.transactionId, accountId: attempt.accountId, ageMs }
  const waitMs = nextQueryWaitMs(attempt.queries, ageMs)
  if (waitMs === undefined)
    await openCase(app, attempt.providerId, {
      kind: 'sale-unresolved',
      subject: attempt.attemptRef,
      accountId: attempt.accountId,
      objectType: 'transaction',
      objectId: attempt.transactionId,
      reference: attempt.attemptRef,
      expected: { amount: attempt.amount },
    })
  else if (ageMs > alarmAfterMs) app.log.warn(facts, 'still unknown')
  await scheduleQuery(
    app.sql,
    attempt,
    waitMs === undefined
      ? null
      : new Date(
          now.getTime() +
            (app.providerHealth.isProbe(attempt) ? Math.min(waitMs, probeMs) : waitMs),
        ),
  )
}

async function recordProviderHealth(
  app: Pick<App, 'sql' | 'clock' | 'providerHealth'>,
  attempt: Attempt,
  finding: CardFinding,
): Promise<void> {
  if (app.providerHealth.recordResponse(attempt, finding.kind !== 'unknown', app.clock.now()))
    await makeQueriesDue(app, attempt.providerId, 200)
}
