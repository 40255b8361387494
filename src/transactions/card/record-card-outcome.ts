import type { EventTypeOf } from '../../../contract/events.ts'
import type { App } from '../../app.ts'
import type { IdempotencyHandle } from '../../idempotency/idempotency-handle.ts'
import { write } from '../../journal/change.ts'
import { WriteConflict } from '../../journal/journal.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { nextQueryWaitMs } from '../../providers/polling/retry-schedule.ts'
import { captureMs, voidMs } from '../../providers/polling/timeouts.ts'
import type { CardOutcome, CardVoided } from '../../providers/ports/card.ts'
import { reportMismatch } from '../charge/payment-mismatch.ts'
import { firstCheckAt } from '../charge/sync-schedule.ts'
import type { Undecided } from '../counted-step.ts'
import { notProcessed, reportRefusedCredentials } from '../not-processed.ts'
import { nextVersion, type Transaction } from '../transaction.ts'
import { updateChange } from '../transaction-change.ts'
import { transactionById } from '../transaction-store.ts'
import { afterOutcome, attemptAfter, otherAmount } from './apply-card-outcome.ts'
import { type AnsweredAttempt, type Attempt, isNotProcessed } from './attempt.ts'
import { attemptByRef, attemptsWriter, creationOf, queryAttemptsNow } from './attempt-store.ts'
import { reportUnexplainedVoid } from './unexplained-void.ts'
import { recordLateVoid, undoLateApproval } from './void-late-approval.ts'
import { settleLateWallet } from './void-late-wallet-approval.ts'

export interface OutcomeToRecord {
  readonly transaction: Transaction
  readonly attempt: Attempt
  readonly outcome: CardOutcome | CardVoided
  readonly idempotency?: IdempotencyHandle<Transaction>
  /**
   * The caller responds to a creation with the result, so WAITING_PAYMENT is recorded too. A
   * request that the acquirer rejects is a 400.
   */
  readonly creating?: boolean
}

/**
 * Status, ledger, attempt and event change together or not at all. A concurrent second outcome (of
 * a notice, a query, or the call itself) finds the version taken and returns the current
 * transaction.
 */
export const recordOutcome = (app: Deps, reported: OutcomeToRecord): Promise<Transaction> =>
  settleAndRecord(app, reported, 1)

type Deps = Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'accounts' | 'providers' | 'links'>

async function settleAndRecord(
  app: Deps,
  reported: OutcomeToRecord,
  tries: number,
): Promise<Transaction> {
  const { transaction, attempt } = reported
  // A late approval is canceled without a capture before it.
  const settled = await settleLateWallet(app, reported)
  const amount = otherAmount(transaction, settled)
  if (amount !== undefined) {
    await reportMismatch(app, transaction, { amount, paidAt: app.clock.now() })
    if (transaction.status === 'AUTHORIZED') return transaction
    return record(app, { ...reported, outcome: { kind: 'unknown', cause: 'other amount' } }, tries)
  }
  const outcome = await captureOrVoid(app, { transaction, attempt, outcome: settled })
  return record(app, { ...reported, outcome }, tries)
}

async function record(app: Deps, input: OutcomeToRecord, tries: number): Promise<Transaction> {
  const { transaction, attempt, outcome, idempotency, creating = false } = input
  const at = app.clock.now()
  if (
    outcome.kind === 'approved' &&
    (transaction.status === 'REFUSED' || transaction.status === 'CANCELED')
  ) {
    return undoLateApproval(app, { transaction, attempt, approval: outcome })
  }
  if (outcome.kind === 'voided') {
    const undone = await recordLateVoid(app, { transaction, attempt, voided: outcome })
    if (undone) return undone
    await reportUnexplainedVoid(app, transaction, outcome)
  }
  const captureWanted = transaction.card?.capture ?? true
  // Every outcome is a version of its own, so that the attempt and its events stay consistent.
  const after = afterOutcome(transaction, outcome, at, creating)
  if (!after) return recordAttemptOnly(app, { transaction, attempt, outcome, at, captureWanted })
  const next = attemptAfter(attempt, outcome, { at, captureWanted, byOwner: creating })
  const isNotified = after.status === transaction.status && transaction.version > 1
  const isUntried = isNotProcessed(outcome)
  try {
    await app.journal.record(
      updateChange(transaction, after, {
        links: app.links,
        ...undecidedBy(outcome),
        ...(after.status === 'AUTHORIZED' && { checkAt: firstCheckAt(after) }),
        // The merchant was notified of this status before.
        ...(isNotified && { notify: false, eventType: attemptEvents[next.state] }),
        // The draft was not executed, and the merchant was not notified of it before.
        ...(isUntried && { notify: false, eventType: 'transaction.not_processed' }),
        extraWrites: [
          write(attemptsWriter, next),
          // The response to a rejected request is a 400, and the key then stores that response.
          ...(idempotency && !(creating && outcome.kind === 'rejected')
            ? [idempotency.markCompleted(transaction.id, after)]
            : []),
        ],
      }),
    )
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    return recordAfterRace(app, input, { tries, cause })
  }
  if (outcome.kind !== 'rejected') return after
  if (isUntried) await reportRefusedCredentials(app, transaction.providerId, outcome.code)
  if (creating) throwRejection(app, transaction.providerId, outcome)
  return after
}

const undecidedBy = ({ kind }: CardOutcome | CardVoided): { undecided?: Undecided } =>
  kind === 'unknown' || kind === 'analysing' ? { undecided: kind } : {}

/**
 * Another outcome was recorded first. An approval is still recorded if that is possible, and
 * canceled if the sale was refused meanwhile (docs/design/rules.md#u8) or its payer saw a failure.
 * So is a void, which is a case if the sale was paid. If the sale was canceled, the acquirer is
 * queried again. The first response to the creation is always recorded if the sale is still open.
 */
async function recordAfterRace(
  app: Deps,
  input: OutcomeToRecord,
  { tries, cause }: { readonly tries: number; readonly cause: WriteConflict },
): Promise<Transaction> {
  const { transaction, attempt, outcome, creating } = input
  const [{ isAnswered }, attemptNow = attempt] = await Promise.all([
    creationOf(app.sql, attempt),
    attemptByRef(app.sql, attempt.accountId, attempt.attemptRef),
  ])
  const { accountId, id } = transaction
  const current = (await transactionById(app.sql, accountId, id)) ?? transaction
  const isResponse = creating && !isAnswered && current.status === 'WAITING_PAYMENT'
  const isNews = outcome.kind === 'approved' || outcome.kind === 'voided'
  if (!isResponse && !isNews) return current
  if (current.status === 'CANCELED' || tries === maxTries) {
    await queryAttemptsNow(app.sql, [current], app.clock.now())
    if (isResponse) throw cause
    return current
  }
  return settleAndRecord(app, { ...input, transaction: current, attempt: attemptNow }, tries + 1)
}

const maxTries = 5

/**
 * Captures an authorization whose order includes the capture. One that is not captured at the end
 * of the plan of queries is canceled, so that it is never left
 * (docs/design/providers/card-acquirers.md#unknown-outcome).
 */
async function captureOrVoid(
  app: Pick<App, 'clock' | 'providers'>,
  { transaction, attempt, outcome }: Pick<OutcomeToRecord, 'transaction' | 'attempt' | 'outcome'>,
): Promise<CardOutcome | CardVoided> {
  if (outcome.kind !== 'approved' || outcome.captured || !transaction.card?.capture) return outcome
  if (transaction.status !== 'WAITING_PAYMENT') return outcome
  const { providerId, amount } = transaction
  const { reference } = outcome
  const acquirer = app.providers.card(providerId)
  if (isPlanOver(attempt, app.clock.now())) {
    const cancel = await acquirer.cancel(reference, amount, AbortSignal.timeout(voidMs))
    return cancel.kind === 'cancelled' ? { kind: 'voided', reference, amount } : outcome
  }
  const captured = await acquirer.capture(reference, amount, AbortSignal.timeout(captureMs))
  if (captured.kind === 'approved') return { ...outcome, captured: captured.captured }
  return captured.kind === 'refused' ? captured : outcome
}

const isPlanOver = ({ queries, sentAt }: Attempt, now: Date): boolean =>
  nextQueryWaitMs(queries, now.getTime() - sentAt.getTime()) === undefined

/**
 * Only the attempt changes. An attempt has no event of its own, so it is written with the next
 * version of its transaction, which guards it.
 */
async function recordAttemptOnly(
  app: Pick<App, 'journal' | 'links'>,
  {
    transaction,
    attempt,
    outcome,
    at,
    captureWanted,
  }: {
    transaction: Transaction
    attempt: Attempt
    outcome: CardOutcome | CardVoided
    at: Date
    captureWanted: boolean
  },
): Promise<Transaction> {
  const next = attemptAfter(attempt, outcome, { at, captureWanted })
  if (next.state === attempt.state && next.reference === attempt.reference) return transaction
  const after = nextVersion(transaction, at, {})
  await app.journal
    .record(
      updateChange(transaction, after, {
        links: app.links,
        notify: false,
        eventType: attemptEvents[next.state],
        ...undecidedBy(outcome),
        // An authorization keeps its check: what became of it at the acquirer is queried at once.
        ...(after.status === 'AUTHORIZED' && { checkAt: at }),
        extraWrites: [write(attemptsWriter, next)],
      }),
    )
    .catch((cause: unknown) => {
      if (!(cause instanceof WriteConflict)) throw cause
    })
  return after
}

const attemptEvents: Readonly<Record<AnsweredAttempt['state'], EventTypeOf<'transaction'>>> = {
  unknown: 'transaction.attempt_unknown',
  analysing: 'transaction.attempt_analysing',
  approved: 'transaction.attempt_approved',
  refused: 'transaction.attempt_refused',
  voided: 'transaction.attempt_voided',
  'not-executed': 'transaction.attempt_not_executed',
}

function throwRejection(
  app: Pick<App, 'providers'>,
  providerId: string,
  outcome: Extract<CardOutcome, { kind: 'rejected' }>,
): never {
  const provider = app.providers.card(providerId).name
  if (isNotProcessed(outcome)) throw notProcessed(app, providerId, outcome.code)
  if (outcome.reason === 'wallet-token-invalid')
    throw new Rejection('wallet-token-invalid', {
      field: 'wallet.token',
      provider,
      providerCode: outcome.code,
    })
  if (outcome.reason === 'wallet-not-supported')
    throw new Rejection('device-pay-not-supported', { provider, providerCode: outcome.code })
  throw new Rejection('card-refused-request', {
    provider,
    providerCode: outcome.code,
    params: { detail: outcome.message },
  })
}
