import type { Write } from '../journal/change.ts'

/**
 * One idempotency key at work, handed to a verb: the rows that make "one key, one effect" true together with the
 * effect itself (reliability I2).
 */
export interface Remember<Result> {
  readonly keyDigest: Buffer
  readonly fingerprint: Buffer
  /** Goes with the first change, when a provider is called after it. */
  running(objectId: string): Write
  /** Goes with the change that makes the answer final. */
  finished(objectId: string, result: Result): Write
}
