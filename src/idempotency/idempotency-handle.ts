import type { Write } from '../journal/change.ts'

/**
 * One idempotency key at work, given to a verb. Its rows are committed together with the effect
 * itself (docs/design/rules.md#i2), so that one key has one effect.
 */
export interface IdempotencyHandle<Result> {
  readonly keyDigest: Buffer
  readonly fingerprint: Buffer
  /** Goes with the first change, when a provider is called after it. */
  markInProgress(objectId: string): Write
  /** Goes with the change that makes the answer final. */
  markCompleted(objectId: string, result: Result): Write
}
