import { createHash } from 'node:crypto'
import { dayMs } from '../primitives/durations.ts'

/**
 * Wrong passwords and codes in a row that lock a person, and for how long. The next lock is twice
 * as long (docs/decisions/people.md).
 */
export const mostFailures = 10
export const lockMs = 30 * 60_000
export const longestLockMs = dayMs

/** Until then a wrong password or code counts, unless a complete sign-in clears the count. */
export const failuresLastMs = dayMs
/** Until then a lock makes the next one longer. A sign-in changes nothing of it. */
export const locksLastMs = 7 * dayMs

/**
 * Where a failure for an address is counted that no person has. The database does the same work as
 * for a person, and the number of rows stays small.
 */
export const bucketOfUnknown = (email: string): string =>
  `unknown ${createHash('sha256').update(email).digest().readUInt16BE(0) % 1_024}`
