import type { App } from '../../app.ts'
import { type Write, write } from '../../journal/change.ts'
import { WriteConflict } from '../../journal/journal.ts'
import { defined } from '../../primitives/defined.ts'
import { chargeQueryMs } from '../../providers/polling/timeouts.ts'
import { queryAttemptsNow } from '../card/attempt-store.ts'
import { methods } from '../methods/methods.ts'
import { withdrawnRegistrationsWriter } from '../remittance/remittance-store.ts'
import { canBecome, canBePaid, nextVersion, type Transaction } from '../transaction.ts'
import { updateChange } from '../transaction-change.ts'
import { transactionById } from '../transaction-store.ts'
import { type ReceivedPayment, reportMismatch, reportUnresolved } from './payment-mismatch.ts'
import {
  type Answer,
  expiryDeadlineMs,
  isUnresolved,
  lateCheckAt,
  nextCheckAt,
  notFoundGapMs,
  paidCheckAt,
} from './sync-schedule.ts'
import { lastAnswerAt, noteNotFound, scheduleCheck } from './sync-store.ts'

/** What a query of a payment at its provider, and the record of the response, use. */
export interface SyncDeps
  extends Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'providers' | 'links'> {
  /** A query without a response throws `Unanswered`. Default: only the next one is scheduled. */
  readonly needsResponse?: boolean
  /**
   * The provider has sent a notice. A charge that its record shows open is queried again in a
   * minute, because the record may be later than the notice.
   */
  readonly isNoticed?: boolean
}

/** The provider did not report the state of a payment. Has the message of its cause. */
export class Unanswered extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * The charge is paid. A payment of another amount moves nothing and becomes a case
 * (docs/design/rules.md#u9). A boleto that was paid with another amount takes no second payment, so
 * it is canceled at its end. A later report of the right amount still makes it PAID.
 */
export async function recordPayment(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  transaction: Transaction,
  arrival: ReceivedPayment,
  checkAt?: Date,
): Promise<Transaction> {
  if (!canBePaid(transaction)) return scheduleNextSync(app, transaction)
  const { amountFacts, paidFacts, canBePaidTwice } = methods[transaction.method]
  const facts = amountFacts(transaction, arrival)
  if (!facts) {
    await reportMismatch(app, transaction, arrival)
    return isOver(app, transaction) && !canBePaidTwice
      ? recordCanceled(app, transaction, 'expired')
      : scheduleNextSync(app, transaction)
  }
  const { endToEndId, paidAt } = arrival
  const after = nextVersion(transaction, app.clock.now(), {
    status: 'PAID',
    // A bank may report only the day, which began before the charge was created.
    paidAt: new Date(Math.max(paidAt.getTime(), transaction.createdAt.getTime())),
    ...facts,
    ...(endToEndId && paidFacts({ ...transaction, ...facts }, endToEndId)),
  })
  return step(app, transaction, after, { checkAt })
}

/**
 * Records that the bank took a boleto to protest, or out of it. In protest it is still a debt: it
 * can be paid, and the bank writes it off only later. So it has no end of its own, and is queried
 * until the bank reports a payment or a write-off.
 */
export async function recordProtest(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  transaction: Transaction,
  isInProtest: boolean,
): Promise<Transaction> {
  const { status, boleto } = transaction
  const isRecorded = boleto?.inProtestSince !== undefined
  if (!boleto || status !== 'WAITING_PAYMENT' || isRecorded === isInProtest) return transaction
  const now = app.clock.now()
  const { inProtestSince: _, ...others } = boleto
  const after = nextVersion(transaction, now, {
    boleto: isInProtest ? { ...others, inProtestSince: now.toISOString() } : others,
  })
  return step(app, transaction, after, {
    eventType: 'transaction.boleto_protest',
    checkAt: nextCheckAt(after, now),
  })
}

/** Records that the bank has registered a boleto by a file: it can be paid now. */
export async function recordRegistered(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  transaction: Transaction,
): Promise<Transaction> {
  const { status, boleto } = transaction
  if (status !== 'WAITING_PAYMENT' || boleto?.registration !== 'PENDING') return transaction
  const now = app.clock.now()
  const after = nextVersion(transaction, now, {
    boleto: { ...boleto, registration: 'CONFIRMED' },
  })
  return step(app, transaction, after, {
    eventType: 'transaction.boleto_registered',
    checkAt: nextCheckAt(after, now),
  })
}

/**
 * Cancels a boleto whose registration is in no file yet, in one commit with its registration: the
 * bank never gets it. `undefined`: it is in one. Throws `WriteConflict` if another change was
 * first.
 */
export async function recordWithdrawn(
  app: Pick<App, 'clock' | 'journal' | 'links'>,
  transaction: Transaction,
  extraWrites: readonly Write[] = [],
): Promise<Transaction | undefined> {
  const { accountId, id, boleto } = transaction
  if (boleto?.registration !== 'PENDING') return undefined
  const facts = { status: 'CANCELED', canceledReason: 'requested' } as const
  const after = nextVersion(transaction, app.clock.now(), facts)
  const withdrawal = write(withdrawnRegistrationsWriter, { accountId, transactionId: id })
  try {
    await app.journal.record(
      updateChange(transaction, after, {
        links: app.links,
        extraWrites: [withdrawal, ...extraWrites],
      }),
    )
    return after
  } catch (cause) {
    if (cause instanceof WriteConflict && cause.writer === withdrawal.writer) return undefined
    throw cause
  }
}

/** Records that the provider will never create the charge. `reason` is a text in Portuguese. */
export async function recordRefused(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  transaction: Transaction,
  reason: string,
): Promise<Transaction> {
  if (!canBecome(transaction.status, 'REFUSED')) return scheduleNextSync(app, transaction)
  const facts = { status: 'REFUSED', refusedReason: reason } as const
  const after = nextVersion(transaction, app.clock.now(), facts)
  return step(app, transaction, after, { checkAt: undefined })
}

/**
 * Records that the charge can no longer be paid, as its provider reports. It is queried once more
 * later (`lateCheckAt`). If a card sale was paid meanwhile, the acquirer is queried at once.
 */
export async function recordCanceled(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  transaction: Transaction,
  reason: 'expired' | 'requested',
): Promise<Transaction> {
  if (!canBecome(transaction.status, 'CANCELED')) return scheduleNextSync(app, transaction)
  const now = app.clock.now()
  const after = nextVersion(transaction, now, { status: 'CANCELED', canceledReason: reason })
  const checkAt = methods[after.method].isCharge ? lateCheckAt(after, now) : undefined
  const recorded = await step(app, transaction, after, { checkAt })
  if (recorded.status === 'AUTHORIZED') return recordCanceled(app, recorded, reason)
  // A sale that was paid meanwhile: the query of its attempt reports that it is canceled.
  if (recorded.status !== 'CANCELED') await queryAttemptsNow(app.sql, [recorded], now)
  return recorded
}

/** What happened to a boleto that still waits. */
type BoletoEvent = 'transaction.boleto_registered' | 'transaction.boleto_protest'

/** Records the step. If another change was first, it returns the current transaction. */
async function step(
  app: Pick<App, 'sql' | 'journal' | 'links'>,
  before: Transaction,
  after: Transaction,
  { checkAt, eventType }: { checkAt: Date | undefined; eventType?: BoletoEvent },
): Promise<Transaction> {
  try {
    await app.journal.record(
      updateChange(before, after, { links: app.links, ...defined({ checkAt, eventType }) }),
    )
    return after
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    return (await transactionById(app.sql, before.accountId, before.id)) ?? before
  }
}

/** Whether the charge has expired by our clock, or is canceled. */
export const isOver = (app: Pick<App, 'clock'>, transaction: Transaction): boolean =>
  transaction.status === 'CANCELED' ||
  (transaction.status === 'WAITING_PAYMENT' &&
    app.clock.now().getTime() >= expiryDeadlineMs(transaction))

/**
 * The provider still accepts payments of the charge. Past its end the charge is closed at the
 * provider first, so that it cannot be paid after it is canceled here. `sync` queries again when a
 * payment was first.
 */
export async function closeWhenOver(
  app: SyncDeps,
  transaction: Transaction,
  sync: (app: SyncDeps, transaction: Transaction) => Promise<Transaction>,
): Promise<Transaction> {
  if (!isOver(app, transaction)) return scheduleNextSync(app, transaction)
  const signal = AbortSignal.timeout(chargeQueryMs)
  const closing = await methods[transaction.method].cancel(app.providers, transaction, signal)
  if (closing === 'paid') return sync(app, transaction)
  if (closing === 'in-protest') return scheduleNextSync(app, transaction, { isInProtest: true })
  if (closing === 'unknown') return scheduleNextSync(app, transaction, { isUnanswered: true })
  return recordCanceled(app, transaction, 'expired')
}

/** The provider did not report whether the charge was paid. Throws `Unanswered` if it has to. */
export async function scheduleUnanswered(
  app: SyncDeps,
  transaction: Transaction,
  cause: unknown,
): Promise<Transaction> {
  const scheduled = await scheduleNextSync(app, transaction, { isUnanswered: true })
  if (app.needsResponse) throw new Unanswered(cause)
  return scheduled
}

export async function scheduleNextSync(
  app: Pick<SyncDeps, 'log' | 'sql' | 'clock' | 'isNoticed'>,
  transaction: Transaction,
  answer: Answer = {},
): Promise<Transaction> {
  const now = app.clock.now()
  const { status } = transaction
  const { isUnanswered = false } = answer
  const { isCharge, canBePaidTwice } = methods[transaction.method]
  const answeredAt = isUnanswered ? await lastAnswerAt(app.sql, transaction) : now
  if (status === 'WAITING_PAYMENT' || status === 'AUTHORIZED') {
    if (isUnresolved(transaction, now, answeredAt)) await reportUnresolved(app, transaction)
    const soonMs = app.isNoticed ? now.getTime() + afterNoticeMs : Number.POSITIVE_INFINITY
    const checkAt = new Date(Math.min(nextCheckAt(transaction, now).getTime(), soonMs))
    await scheduleCheck(app.sql, transaction, checkAt, answeredAt)
  } else if (status === 'CANCELED' && isCharge) {
    const checkAt = lateCheckAt(transaction, now, { ...answer, answeredAt })
    await scheduleCheck(app.sql, transaction, checkAt ?? null, answeredAt)
  } else {
    // A paid one may have been paid twice, so a query of it that had no response is repeated.
    const isRepeated = isUnanswered && canBePaidTwice
    await scheduleCheck(app.sql, transaction, (isRepeated && paidCheckAt(transaction, now)) || null)
  }
  return transaction
}

const afterNoticeMs = 60_000

/**
 * A bank may not find a new charge at once, and may miss an older one for a moment. So "not found"
 * counts only after the end of the charge, when two responses in a row report it, some minutes
 * apart (docs/design/rules.md#u6).
 */
export async function recordNotFound(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  transaction: Transaction,
): Promise<Transaction> {
  if (transaction.status !== 'WAITING_PAYMENT' || !isOver(app, transaction))
    return scheduleNextSync(app, transaction)
  const now = app.clock.now()
  const since = await noteNotFound(app.sql, transaction, { now, gapMs: notFoundGapMs })
  return now.getTime() - since.getTime() < notFoundGapMs
    ? transaction
    : recordCanceled(app, transaction, 'expired')
}
