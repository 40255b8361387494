import type { App } from '../../app.ts'
import { WriteConflict } from '../../journal/journal.ts'
import { chargeQueryMs } from '../../providers/polling/timeouts.ts'
import type { PixFinding } from '../../providers/ports/pix.ts'
import { canBecome, canBePaid, nextVersion, type Transaction } from '../transaction.ts'
import { updateChange } from '../transaction-change.ts'
import { transactionById } from '../transaction-store.ts'
import { isGivenBack, type ReceivedPayment, reportMismatch, reportUnresolved } from './payment-mismatch.ts'
import {
  expiryDeadlineMs,
  lateCheckAt,
  nextCheckAt,
  notFoundGapMs,
  paidCheckAt,
  unresolvedAfterMs,
} from './sync-schedule.ts'
import { noteNotFound, scheduleCheck } from './sync-store.ts'

/**
 * Asks the provider what is true of an open charge and records it: paid, expired, removed, or nothing new. Callbacks,
 * expiry and the safety net all come through here, so a payment of the last second ends the same way by any road.
 */
export async function syncCharge(app: App, transaction: Transaction): Promise<Transaction> {
  switch (transaction.method) {
    case 'PIX':
      return checkPix(app, transaction)
    case 'BOLETO':
      return checkBoleto(app, transaction)
    case 'CREDIT_CARD':
      return checkAuthorisation(app, transaction)
  }
}

async function checkPix(app: App, transaction: Transaction): Promise<Transaction> {
  const provider = app.providers.pix(transaction.providerId)
  const txid = transaction.pix?.txid ?? ''
  const finding = await provider.findCharge(txid, AbortSignal.timeout(chargeQueryMs))
  if (finding.kind === 'unknown') return scheduleNextSync(app, transaction, { isUnanswered: true })
  if (finding.kind === 'not-found') return takeNotFound(app, transaction)
  // Whatever the state of the charge: money that arrived is the fact.
  if (finding.payments.length > 0) return recordPix(app, transaction, finding)
  if (finding.state === 'completed') return scheduleNextSync(app, transaction, { isUnanswered: true }) // Not visible yet.
  if (finding.state === 'active') {
    if (!isOver(app, transaction)) return scheduleNextSync(app, transaction)
    // Closed at the provider before it is closed here: what it cannot take any more cannot be paid.
    const removal = await provider.removeCharge(txid, AbortSignal.timeout(chargeQueryMs))
    if (removal.kind === 'completed') return checkPix(app, transaction)
    if (removal.kind === 'unknown') return scheduleNextSync(app, transaction, { isUnanswered: true })
  }
  return recordCanceled(app, transaction, 'expired')
}

async function checkBoleto(app: App, transaction: Transaction): Promise<Transaction> {
  const bank = app.providers.boleto(transaction.providerId)
  const ourNumber = transaction.boleto?.ourNumber ?? ''
  const finding = await bank.find(ourNumber, AbortSignal.timeout(chargeQueryMs))
  if (finding.kind === 'unknown') return scheduleNextSync(app, transaction, { isUnanswered: true })
  if (finding.kind === 'not-found') return takeNotFound(app, transaction)
  if (finding.kind === 'paid') return recordArrival(app, transaction, finding)
  if (finding.kind === 'open') {
    if (!isOver(app, transaction)) return scheduleNextSync(app, transaction)
    const cancel = await bank.cancel(ourNumber, AbortSignal.timeout(chargeQueryMs))
    if (cancel.kind === 'paid') return checkBoleto(app, transaction)
    if (cancel.kind === 'unknown') return scheduleNextSync(app, transaction, { isUnanswered: true })
  }
  return recordCanceled(app, transaction, 'expired')
}

/**
 * A bank may not find a new charge at once, and may miss an older one for a moment. So "not found"
 * counts only after the end of the charge, when two answers in a row say it, some minutes apart
 * (docs/design/rules.md#u6).
 */
async function takeNotFound(app: App, transaction: Transaction): Promise<Transaction> {
  if (transaction.status !== 'WAITING_PAYMENT' || !isOver(app, transaction)) return scheduleNextSync(app, transaction)
  const now = app.clock.now()
  const since = await noteNotFound(app.sql, transaction, { now, gapMs: notFoundGapMs })
  return now.getTime() - since.getTime() < notFoundGapMs ? transaction : recordCanceled(app, transaction, 'expired')
}

/** An authorisation near its end is given back rather than left to lapse. */
async function checkAuthorisation(app: App, transaction: Transaction): Promise<Transaction> {
  if (transaction.status !== 'AUTHORIZED') return transaction
  const acquirer = app.providers.card(transaction.providerId)
  const reference = transaction.card?.reference ?? ''
  const finding = await acquirer.findByReference(reference, AbortSignal.timeout(chargeQueryMs))
  if (finding.kind !== 'found') return scheduleNextSync(app, transaction)
  if (finding.outcome.kind === 'approved' && finding.outcome.captured) {
    return recordArrival(app, transaction, { amount: transaction.amount, paidAt: app.clock.now() })
  }
  if (finding.outcome.kind === 'voided') return recordCanceled(app, transaction, 'requested')
  if (nextCheckAt(transaction, transaction.createdAt) > app.clock.now()) return scheduleNextSync(app, transaction)
  const cancel = await acquirer.cancel(reference, transaction.amount, AbortSignal.timeout(chargeQueryMs))
  return cancel.kind === 'cancelled' ? recordCanceled(app, transaction, 'expired') : scheduleNextSync(app, transaction)
}

/** One payment of the charge's amount, none of which has gone back, is its payment; any other is for a person. */
async function recordPix(app: App, transaction: Transaction, finding: FoundPix): Promise<Transaction> {
  const payments = finding.payments.toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime())
  const own = payments.find(({ amount, returned = 0 }) => amount === transaction.amount && returned === 0)
  const isNews = own !== undefined && canBePaid(transaction)
  // With several the payment is looked at once more: whoever dies before he told of the others leaves that to a worker.
  const checkAt = payments.length > 1 ? new Date(app.clock.now().getTime() + tellAgainMs) : undefined
  const after = isNews ? await recordArrival(app, transaction, own, checkAt) : transaction
  if (isNews && canBePaid(after)) return recordPix(app, after, finding) // Canceled in the same breath.
  for (const payment of payments) await reportMismatch(app, after, payment)
  if (isNews) return after
  // All that came was given back, and the bank takes no more.
  const isUndone = finding.state !== 'active' && payments.every(isGivenBack) && isOver(app, transaction)
  return isUndone ? recordCanceled(app, transaction, 'expired') : scheduleNextSync(app, after)
}

type FoundPix = Extract<PixFinding, { kind: 'found' }>

const tellAgainMs = 60_000

/**
 * The charge is paid. A payment of another amount moves nothing and becomes a case
 * (docs/design/rules.md#u9).
 */
export async function recordArrival(
  app: App,
  transaction: Transaction,
  arrival: ReceivedPayment,
  checkAt?: Date,
): Promise<Transaction> {
  if (!canBePaid(transaction)) return scheduleNextSync(app, transaction)
  if (arrival.amount !== transaction.amount) {
    await reportMismatch(app, transaction, arrival)
    return scheduleNextSync(app, transaction)
  }
  const { endToEndId, paidAt } = arrival
  const after = nextVersion(transaction, app.clock.now(), {
    status: 'PAID',
    // A bank that tells only the day would have it paid before it was asked for.
    paidAt: new Date(Math.max(paidAt.getTime(), transaction.createdAt.getTime())),
    ...(transaction.pix && endToEndId && { pix: { ...transaction.pix, endToEndId } }),
    ...(transaction.boleto && endToEndId && { boleto: { ...transaction.boleto, endToEndId } }),
  })
  return step(app, transaction, after, checkAt)
}

/** Nobody can pay it any more, by its provider's word. Looked at once more, later: see `lateCheckAt`. */
export async function recordCanceled(
  app: App,
  transaction: Transaction,
  reason: 'expired' | 'requested',
): Promise<Transaction> {
  if (!canBecome(transaction.status, 'CANCELED')) return scheduleNextSync(app, transaction)
  const now = app.clock.now()
  const after = nextVersion(transaction, now, { status: 'CANCELED', canceledReason: reason })
  return step(app, transaction, after, after.method === 'CREDIT_CARD' ? undefined : lateCheckAt(after, now))
}

/** Whoever loses the race answers with what the winner made true. */
async function step(app: App, before: Transaction, after: Transaction, checkAt?: Date): Promise<Transaction> {
  try {
    await app.journal.record(updateChange(before, after, { links: app.links, ...(checkAt && { checkAt }) }))
    return after
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    return (await transactionById(app.sql, before.accountId, before.id)) ?? before
  }
}

/** Whether nobody may pay it any more, by our clock. */
const isOver = (app: App, transaction: Transaction): boolean =>
  transaction.status === 'CANCELED' ||
  (transaction.status === 'WAITING_PAYMENT' && app.clock.now().getTime() >= expiryDeadlineMs(transaction))

async function scheduleNextSync(
  app: App,
  transaction: Transaction,
  { isUnanswered = false }: { readonly isUnanswered?: boolean } = {},
): Promise<Transaction> {
  const now = app.clock.now()
  const { status, method } = transaction
  if (status === 'WAITING_PAYMENT' || status === 'AUTHORIZED') {
    if (isUnanswered && now.getTime() >= expiryDeadlineMs(transaction) + unresolvedAfterMs)
      await reportUnresolved(app, transaction)
    await scheduleCheck(app.sql, transaction, nextCheckAt(transaction, now))
  } else if (status === 'CANCELED' && method !== 'CREDIT_CARD') {
    await scheduleCheck(app.sql, transaction, lateCheckAt(transaction, now, { isUnanswered }) ?? null)
  } else {
    // It may have been paid twice: who looks at a paid PIX wants an answer.
    const wantsAnswer = isUnanswered && method === 'PIX'
    await scheduleCheck(app.sql, transaction, (wantsAnswer && paidCheckAt(transaction, now)) || null)
  }
  return transaction
}
