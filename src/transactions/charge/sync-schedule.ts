import type { Transaction } from '../transaction.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Ages at which a provider is asked whether a charge was paid, in case its callback was lost. */
const askedAtAgesMs = [2 * minute, 15 * minute, 2 * hour, 12 * hour]

/**
 * A charge is closed this long after it expires: a payment of the last second is still on its way
 * to us.
 */
export const expiryGraceMs = 5_000

/**
 * "Not found" counts after the end of a charge, when two answers in a row say it, this far apart
 * (docs/design/rules.md#u6), ms.
 */
export const notFoundGapMs = 5 * minute

/**
 * A charge whose bank does not say for this long after its end whether it was paid is for a person,
 * ms.
 */
export const unresolvedAfterMs = 7 * day

/** The age at which an authorisation is cancelled, ms: acquirers drop it after 15 days. */
export const authorisationLifeMs = 14 * day

/** When a worker first looks at a new transaction. */
export const firstCheckAt = (transaction: Transaction): Date =>
  nextCheckAt(transaction, transaction.createdAt)

/** When to look next at a transaction that is still open at `now`. */
export function nextCheckAt(transaction: Transaction, now: Date): Date {
  const { createdAt, status } = transaction
  if (status === 'AUTHORIZED')
    return new Date(Math.max(createdAt.getTime() + authorisationLifeMs, now.getTime() + hour))
  const end = expiryDeadlineMs(transaction)
  const age = askedAtAgesMs.find((each) => createdAt.getTime() + each > now.getTime())
  const next = age === undefined ? now.getTime() + day : createdAt.getTime() + age
  if (now.getTime() < end) return new Date(Math.min(next, end))
  // Past its end and still open means the provider could not tell: soon again, then ever more
  // slowly.
  return new Date(now.getTime() + Math.min(Math.max(now.getTime() - end, minute), day))
}

/** When the time to pay a charge is over, ms since 1970, or never. */
export const expiryDeadlineMs = ({ expiresAt }: Pick<Transaction, 'expiresAt'>): number =>
  (expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) + expiryGraceMs

/**
 * When to look next at a canceled charge: once, a day after, for money its bank took all the same.
 * A bank that does not answer then is asked after two days, four and eight.
 */
export function lateCheckAt(
  { updatedAt: canceledAt }: Pick<Transaction, 'updatedAt'>,
  now: Date,
  { isUnanswered = false }: { readonly isUnanswered?: boolean } = {},
): Date | undefined {
  const sinceMs = now.getTime() - canceledAt.getTime()
  if (sinceMs < day) return new Date(canceledAt.getTime() + day)
  return isUnanswered && sinceMs < 7 * day ? new Date(now.getTime() + sinceMs) : undefined
}

/** When to look next at a paid charge whose bank did not answer: ever more slowly, for a week. */
export function paidCheckAt(
  { updatedAt }: Pick<Transaction, 'updatedAt'>,
  now: Date,
): Date | undefined {
  const sinceMs = now.getTime() - updatedAt.getTime()
  return sinceMs < 7 * day ? new Date(now.getTime() + Math.max(sinceMs, minute)) : undefined
}
