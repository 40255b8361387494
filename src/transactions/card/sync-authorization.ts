import { openCase } from '../../cases/open-case.ts'
import { queryWaitAtAge } from '../../providers/polling/retry-schedule.ts'
import { chargeQueryMs } from '../../providers/polling/timeouts.ts'
import {
  recordCanceled,
  recordPayment,
  type SyncDeps,
  Unanswered,
} from '../charge/record-charge.ts'
import { authorizationLifeMs, nextCheckAt } from '../charge/sync-schedule.ts'
import { scheduleCheck } from '../charge/sync-store.ts'
import { type OpenRequest, openRequestOf, otherRequestLeftMs } from '../open-request.ts'
import { recordIntent } from '../record-intent.ts'
import type { Transaction } from '../transaction.ts'

/**
 * Queries an authorization. One that is near its end is canceled and does not expire unnoticed.
 */
export async function syncAuthorization(
  app: SyncDeps,
  transaction: Transaction,
): Promise<Transaction> {
  if (transaction.status !== 'AUTHORIZED') return transaction
  const acquirer = app.providers.card(transaction.providerId)
  const reference = transaction.card?.reference ?? ''
  const finding = await acquirer.findByReference(reference, AbortSignal.timeout(chargeQueryMs))
  if (finding.kind !== 'found') {
    const scheduled = await scheduleNextCheck(app, transaction, false)
    if (finding.kind === 'unknown' && app.needsResponse) throw new Unanswered(finding.cause)
    return scheduled
  }
  const { outcome } = finding
  if (outcome.kind === 'approved' && outcome.captured) {
    return recordPayment(app, transaction, { amount: outcome.amount, paidAt: app.clock.now() })
  }
  if (outcome.kind === 'voided') return recordCanceled(app, transaction, 'requested')
  if (endOf(transaction) > app.clock.now().getTime())
    return scheduleNextCheck(app, transaction, outcome.kind === 'approved')
  return cancelAtEnd(app, transaction)
}

/** The request is committed before it is sent. A capture that may be on its way goes first. */
async function cancelAtEnd(app: SyncDeps, transaction: Transaction): Promise<Transaction> {
  const { accountId, id, providerId, card, amount } = transaction
  const type = 'transaction.cancel_requested'
  if ((await otherRequestLeftMs(app, transaction, type)) > 0)
    return scheduleNextCheck(app, transaction, true)
  const isDone = ({ status }: Transaction) => status !== 'AUTHORIZED'
  const intended = await recordIntent(app, { accountId, id, type, isDone })
  if (isDone(intended)) return intended
  const cancel = await app.providers
    .card(providerId)
    .cancel(card?.reference ?? '', amount, AbortSignal.timeout(chargeQueryMs))
  return cancel.kind === 'cancelled'
    ? recordCanceled(app, intended, 'expired')
    : scheduleNextCheck(app, intended, false)
}

/**
 * A capture or cancel without a result, and a cancel at the end of the authorization, are queried
 * by the plan of unknown outcomes (docs/design/rules.md#u5). `isAnswered`: the acquirer reports
 * that the sale is authorized. A person gets a case if it does not at the end of the plan.
 */
async function scheduleNextCheck(
  app: SyncDeps,
  transaction: Transaction,
  isAnswered: boolean,
): Promise<Transaction> {
  const now = app.clock.now()
  const request = await openRequestOf(app.sql, transaction)
  const ageMs = now.getTime() - unansweredSince(transaction, request)
  const isUnderWay = ageMs >= 0
  const waitMs = isUnderWay ? queryWaitAtAge(ageMs) : isAnswered ? undefined : silentWaitMs
  if (isUnderWay && waitMs === undefined && !isAnswered) await reportUnresolved(app, transaction)
  await scheduleCheck(
    app.sql,
    transaction,
    waitMs === undefined ? nextCheckAt(transaction, now) : new Date(now.getTime() + waitMs),
  )
  return transaction
}

/** The wait after a query without a response when nothing is under way, ms. */
const silentWaitMs = 60 * 60_000

/**
 * From when its queries are planned, ms since 1970. The cancel at its end is requested again at
 * each query, so its plan begins with the end.
 */
function unansweredSince(transaction: Transaction, request: OpenRequest | undefined): number {
  const end = endOf(transaction)
  if (!request) return end
  const at = request.at.getTime()
  return request.type === 'transaction.capture_requested' ? at : Math.min(at, end)
}

/** When an authorization is canceled, ms since 1970. */
const endOf = ({ createdAt }: Transaction): number => createdAt.getTime() + authorizationLifeMs

const reportUnresolved = (app: SyncDeps, transaction: Transaction): Promise<void> =>
  openCase(app, transaction.providerId, {
    kind: 'authorization-unresolved',
    subject: transaction.id,
    accountId: transaction.accountId,
    objectType: 'transaction',
    objectId: transaction.id,
    reference: transaction.card?.reference ?? '',
    expected: { amount: transaction.amount, status: transaction.status },
  })
