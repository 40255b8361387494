import type { App } from '../../app.ts'
import { openCase } from '../../cases/open-case.ts'
import { write } from '../../journal/change.ts'
import { WriteConflict } from '../../journal/journal.ts'
import { post } from '../../ledger/ledger-store.ts'
import { voidMs } from '../../providers/polling/timeouts.ts'
import type { CardOutcome, CardVoided } from '../../providers/ports/card.ts'
import { methods } from '../methods/methods.ts'
import { nextVersion, type Transaction } from '../transaction.ts'
import { updateChange } from '../transaction-change.ts'
import { transfer } from '../transaction-postings.ts'
import { attemptAfter } from './apply-card-outcome.ts'
import type { Attempt } from './attempt.ts'
import { attemptsWriter, queryAttemptsNow } from './attempt-store.ts'
import { isOrphaned } from './late-approval-store.ts'

/**
 * Handles an approval that arrives after a final refusal: the sale is canceled at the acquirer,
 * and the status stays (docs/design/rules.md#u8). Until the cancel is confirmed, the money is in
 * the book `orphan-funds`.
 */
export async function undoLateApproval(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'providers' | 'links'>,
  {
    transaction,
    attempt,
    approval,
  }: {
    transaction: Transaction
    attempt: Attempt
    approval: Extract<CardOutcome, { kind: 'approved' }>
  },
): Promise<Transaction> {
  if (attempt.state === 'voided') return transaction
  app.log.error(
    { transactionId: transaction.id, accountId: transaction.accountId },
    'approved after a final refusal: canceling',
  )
  const cancel = await app.providers
    .card(transaction.providerId)
    .cancel(approval.reference, transaction.amount, AbortSignal.timeout(voidMs))
  const done = cancel.kind === 'cancelled'
  if (!done)
    await openCase(app, transaction.providerId, {
      kind: 'sale-approved-late',
      subject: approval.reference,
      accountId: transaction.accountId,
      objectType: 'transaction',
      objectId: transaction.id,
      reference: approval.reference,
      expected: { status: transaction.status },
      found: { status: 'PAID' },
    })
  return recordUndo(app, {
    transaction,
    attempt,
    reference: approval.reference,
    isVoided: done,
    isBooked: await isOrphaned(app.sql, transaction),
  })
}

/**
 * Records that a late approval whose cancel was not confirmed is canceled at the acquirer: its
 * amount leaves the book `orphan-funds`. `undefined`: nothing of the sale is on that book.
 */
export async function recordLateVoid(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  {
    transaction,
    attempt,
    voided: { reference },
  }: { transaction: Transaction; attempt: Attempt; voided: CardVoided },
): Promise<Transaction | undefined> {
  return (await isOrphaned(app.sql, transaction))
    ? recordUndo(app, { transaction, attempt, reference, isVoided: true, isBooked: true })
    : undefined
}

/** `isBooked`: an earlier change has moved the amount to `orphan-funds`. */
async function recordUndo(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  {
    transaction,
    attempt,
    reference,
    isVoided,
    isBooked,
  }: {
    transaction: Transaction
    attempt: Attempt
    reference: string
    isVoided: boolean
    isBooked: boolean
  },
): Promise<Transaction> {
  const { amount, method } = transaction
  const at = app.clock.now()
  const after = nextVersion(transaction, at, {})
  const result = isVoided
    ? ({ kind: 'voided', reference, amount } as const)
    : ({ kind: 'unknown', cause: 'the cancel of a late approval was not confirmed' } as const)
  const { clearingBook } = methods[method]
  const postings = [
    ...(isBooked ? [] : [transfer(after, clearingBook, 'orphan-funds', amount, 'late-approval')]),
    ...(isVoided
      ? [transfer(after, 'orphan-funds', clearingBook, amount, 'late-approval-void')]
      : []),
  ]
  try {
    await app.journal.record(
      updateChange(transaction, after, {
        links: app.links,
        notify: false,
        eventType: isVoided ? 'transaction.late_approval_voided' : 'transaction.late_approval',
        extraWrites: [
          write(attemptsWriter, {
            ...attemptAfter(attempt, result, { at, captureWanted: true }),
            reference,
          }),
          ...post(postings),
        ],
      }),
    )
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    // The cancel may have been executed. A later query records the result on the newer version.
    await queryAttemptsNow(app.sql, [transaction], at)
    return transaction
  }
  return after
}
