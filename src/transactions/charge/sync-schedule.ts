import { addBusinessDays } from '../../brazil/bank-calendar.ts'
import { localDate, startOfLocalDay } from '../../brazil/local-time.ts'
import { methods } from '../methods/methods.ts'
import type { Transaction } from '../transaction.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Ages at which a provider is queried for a charge, in case its callback was lost. */
const queryAgesMs = [2 * minute, 15 * minute, 2 * hour, 12 * hour]

/**
 * A charge is closed this long after it expires, because a payment of the last second may still be
 * in transfer.
 */
export const expiryGraceMs = 5_000

/**
 * "Not found" counts after the end of a charge, when two responses in a row report it, this far
 * apart (docs/design/rules.md#u6), ms.
 */
export const notFoundGapMs = 5 * minute

/** How long a charge that has ended may be without a response of its bank, ms. */
const unresolvedAfterMs = 7 * day

/** The age at which an authorization is canceled, ms. Acquirers delete it after 15 days. */
export const authorizationLifeMs = 14 * day

/** When a worker first queries a new transaction. */
export const firstCheckAt = (transaction: Transaction): Date =>
  nextCheckAt(transaction, transaction.createdAt)

/** When to query next for a transaction that is still open at `now`. */
export function nextCheckAt(transaction: Transaction, now: Date): Date {
  const { createdAt, status } = transaction
  if (status === 'AUTHORIZED')
    return new Date(Math.max(createdAt.getTime() + authorizationLifeMs, now.getTime() + hour))
  const end = expiryDeadlineMs(transaction)
  const age = queryAgesMs.find((each) => createdAt.getTime() + each > now.getTime())
  const next = age === undefined ? now.getTime() + day : createdAt.getTime() + age
  if (now.getTime() < end) return new Date(Math.min(next, end))
  // It is past its end and still open, so the provider gave no clear response. The next query is
  // soon, and the intervals grow.
  return new Date(now.getTime() + Math.min(Math.max(now.getTime() - end, minute), day))
}

/** When a charge can no longer be paid, ms since 1970, or never. */
export const expiryDeadlineMs = ({ expiresAt }: Pick<Transaction, 'expiresAt'>): number =>
  (expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) + expiryGraceMs

/**
 * Whether the bank has not reported for a week if an ended charge was paid. A case is opened then.
 * The week begins with the end of the charge, or with the last response after it: a boleto in
 * protest is open long after its end.
 */
export function isUnresolved(
  transaction: Pick<Transaction, 'expiresAt'>,
  now: Date,
  answeredAt: Date | undefined,
): boolean {
  const since = Math.max(expiryDeadlineMs(transaction), answeredAt?.getTime() ?? 0)
  return now.getTime() >= since + unresolvedAfterMs
}

/** What a provider reported about a charge. */
export interface Answer {
  /** It did not report whether the charge was paid. */
  readonly isUnanswered?: boolean
  /** The boleto is in protest, and can be paid until its bank writes it off. */
  readonly isInProtest?: boolean
}

/**
 * When to query next for a canceled charge: once, because its bank may have accepted a payment. If
 * the bank does not respond, the queries follow one day after the first, three and seven. A boleto
 * in protest is queried each day.
 */
export function lateCheckAt(
  canceled: Canceled,
  now: Date,
  { isUnanswered = false, isInProtest = false, answeredAt = canceled.updatedAt }: LateAnswer = {},
): Date | undefined {
  if (isInProtest) return new Date(now.getTime() + day)
  const lateMs = lateQueryMs(canceled)
  if (now.getTime() < lateMs) return new Date(lateMs)
  const silentMs = now.getTime() - Math.max(lateMs - day, answeredAt.getTime())
  return isUnanswered && silentMs < 7 * day
    ? new Date(now.getTime() + Math.max(silentMs, minute))
    : undefined
}

/** `updatedAt`: when it was canceled. */
type Canceled = Pick<Transaction, 'method' | 'updatedAt'>

/**
 * When a canceled charge is queried for a payment whose notice was lost, ms since 1970: a day
 * later. A bank may know a payment that is not confirmed at once only on the next business day
 * (docs/design/brazil.md#boleto-days-and-money), so this query is at the start of the day after.
 */
function lateQueryMs({ method, updatedAt: canceledAt }: Canceled): number {
  if (methods[method].isConfirmedAtOnce) return canceledAt.getTime() + day
  return startOfLocalDay(addBusinessDays(localDate(canceledAt), 2)).getTime()
}

/** `answeredAt`: when the provider last reported the state of the charge. */
type LateAnswer = Answer & { readonly answeredAt?: Date | undefined }

/**
 * When to query next for a paid charge whose bank did not respond. The queries continue for a week,
 * at growing intervals.
 */
export function paidCheckAt(
  { updatedAt }: Pick<Transaction, 'updatedAt'>,
  now: Date,
): Date | undefined {
  const sinceMs = now.getTime() - updatedAt.getTime()
  return sinceMs < 7 * day ? new Date(now.getTime() + Math.max(sinceMs, minute)) : undefined
}
