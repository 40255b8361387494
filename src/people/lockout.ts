import { createHash } from 'node:crypto'

/**
 * Wrong passwords and codes in a row that lock a person, and for how long
 * (docs/design/rules.md#k4).
 */
export const mostFailures = 10
export const lockMs = 30 * 60_000

/**
 * Where a failure for an address is counted that no person has. The database does the same work as
 * for a person, and the number of rows stays small.
 */
export const bucketOfUnknown = (email: string): string =>
  `unknown ${createHash('sha256').update(email).digest().readUInt16BE(0) % 1_024}`
