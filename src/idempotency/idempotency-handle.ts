import type { Write } from '../journal/change.ts'

/**
 * One idempotency key in use, passed to an operation. Its rows are committed together with the
 * effect itself (docs/design/rules.md#i2), so that one key has one effect.
 */
export interface IdempotencyHandle<Result> {
  readonly keyDigest: Buffer
  /** Of the request, for ids that follow from it. A new pepper does not change it. */
  stableFingerprint(): Buffer
  /** Part of the first change, when a provider is called after it. */
  markInProgress(objectId: string): Write
  /** Part of the change that makes the response final. */
  markCompleted(objectId: string, result: Result): Write
  /**
   * An equal request made the result before, and its key is no longer stored: the response is that
   * of a repeat. For objects whose id follows from the key (`keyed-id.ts`).
   */
  markRepeated(): void
}
