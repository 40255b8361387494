import type { Transaction } from './transaction.ts'

const minute = 60_000
const hour = 60 * minute

/** Ages at which a provider is asked whether a charge was paid, in case its callback was lost. */
const askedAtAgesMs = [2 * minute, 15 * minute, 2 * hour, 12 * hour]

/** A charge is closed this long after it expires: a payment of the last second is still on its way to us. */
export const expiryGraceMs = 5_000

/** An authorisation is worth nothing after this (acquirers.md 1.1), ms: it is cancelled just before. */
export const authorisationLifeMs = 14 * 24 * hour

/** When a worker first looks at a new transaction. */
export const firstCheckAt = (transaction: Transaction): Date => nextCheckAt(transaction, transaction.createdAt)

/** When to look next at a transaction that is still open at `now`. */
export function nextCheckAt({ createdAt, expiresAt, status }: Transaction, now: Date): Date {
  if (status === 'AUTHORIZED')
    return new Date(Math.max(createdAt.getTime() + authorisationLifeMs, now.getTime() + hour))
  const end = (expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) + expiryGraceMs
  const age = askedAtAgesMs.find((each) => createdAt.getTime() + each > now.getTime())
  const next = age === undefined ? now.getTime() + 24 * hour : createdAt.getTime() + age
  // Past its end and still open means the provider could not be asked: soon again.
  return new Date(now.getTime() >= end ? now.getTime() + minute : Math.min(next, end))
}
