import { derivedBase62, derivedId, markedId, type Uuid } from '../primitives/id.ts'
import type { IdempotencyHandle } from './idempotency-handle.ts'

type Key = Pick<IdempotencyHandle<unknown>, 'keyDigest' | 'stableFingerprint'>

/**
 * The id of what a keyed request makes. It follows from the key and the request, so a repeat names
 * the same object at its provider, also when a restored database does not know the first request
 * (docs/decisions/restore.md).
 */
export const idFromKey = (kind: string, accountId: Uuid, key: Key): Uuid =>
  markedId(derivedId(textOf(kind, accountId, key)), accountId)

/** The same for references of `length` letters and digits. */
export const base62FromKey = (kind: string, accountId: Uuid, key: Key, length: number): string =>
  derivedBase62(textOf(kind, accountId, key), length)

const textOf = (kind: string, accountId: Uuid, { keyDigest, stableFingerprint }: Key): string =>
  `${kind} ${accountId} ${keyDigest.toString('hex')} ${stableFingerprint().toString('hex')}`
