import { createHash } from 'node:crypto'
import { readTokenFields } from './token-fields.ts'

/**
 * What makes a token itself, 32 bytes: its transaction id and encrypted data, however they are spelled (reliability I7). The same
 * for every account. `undefined`: not a token; verify it first.
 */
export function replayDigest(token: unknown): Buffer | undefined {
  const read = readTokenFields(token)
  if (!read.ok) return undefined
  const { transactionId, data } = read.fields
  return createHash('sha256').update(transactionId).update(data).digest()
}
