import { createHash } from 'node:crypto'
import { readTokenFields, type TokenFields } from './token-fields.ts'

/**
 * The identity of a token, 32 bytes: a digest of the bytes that the device signed, independent of
 * their encoding (docs/design/rules.md#i7). It is the same for every account. The signature covers
 * the parts in a row without their lengths, so a token that is cut into other parts still verifies;
 * its digest stays the same. `undefined`: not a token; verify it first.
 */
export function replayDigest(token: unknown): Buffer | undefined {
  const read = readTokenFields(token)
  return read.ok ? signedDigest(read.fields) : undefined
}

/**
 * Of the signed parts one after the other; an absent `applicationData` adds nothing
 * (docs/design/device-wallet.md#token-signature).
 */
export function signedDigest({
  ephemeralKeyDer,
  data,
  transactionId,
  applicationData,
}: TokenFields): Buffer {
  const hash = createHash('sha256').update(ephemeralKeyDer).update(data).update(transactionId)
  if (applicationData) hash.update(applicationData)
  return hash.digest()
}
