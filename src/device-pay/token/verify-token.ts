import { type KeyObject, verify } from 'node:crypto'
import type { TokenTrust } from '../../providers/ports/wallet.ts'
import { readChain, verifiedPair } from './certificate-chain.ts'
import { signedDigest } from './replay-digest.ts'
import { readTokenFields } from './token-fields.ts'
import type { SignatureProblem } from './token-problem.ts'
import { idData, readTokenSignature, type TokenSignature } from './token-signature.ts'

export type TokenVerdict =
  | {
      readonly ok: true
      /** Lower-case hex, 32 bytes. */
      readonly transactionId: string
      readonly signedAt: Date
      /** Lower-case hex SHA-256 of the data to which the page bound the token, if it did. */
      readonly applicationDataHash?: string
    }
  | { readonly ok: false; readonly reason: SignatureProblem }

/**
 * Whether a device of the wallet signed this token in the last minutes: steps 1 to 11 and 13 of
 * docs/design/device-wallet.md#token-verification, in that order. No private key is needed. Replay
 * (step 12) is checked where the token is spent; see `replayDigest`.
 * @param now business time
 * @param applicationDataHash hex SHA-256 the token must be bound to; left out: any or none
 */
export function verifyToken(
  token: unknown,
  trust: TokenTrust,
  now: Date,
  applicationDataHash?: string,
): TokenVerdict {
  const read = readTokenFields(token)
  if (!read.ok) return read
  const { fields } = read
  const knownKeys = trust.publicKeyHashes
  if (knownKeys && !knownKeys.includes(fields.publicKeyHash))
    return refused('unknown_processing_key')
  const signature = readTokenSignature(fields.signature, verifiedPair)
  if (!signature) return refused('bad_signature_structure')
  const chain = readChain(signature, trust.root)
  if (!chain.ok) return chain
  if (signature.contentType !== idData || !signature.messageDigest.equals(signedDigest(fields))) {
    return refused('digest_mismatch')
  }
  if (!isSignedBy(signature, chain.leaf.publicKey)) return refused('bad_signature')
  if (!isFresh(signature.signingTime, now)) return refused('stale')
  const binding = fields.applicationData?.toString('hex')
  if (applicationDataHash !== undefined && binding !== applicationDataHash.toLowerCase()) {
    return refused('wrong_binding')
  }
  return {
    ok: true,
    transactionId: fields.transactionId.toString('hex'),
    signedAt: signature.signingTime,
    ...(binding !== undefined && { applicationDataHash: binding }),
  }
}

const refused = (reason: SignatureProblem): TokenVerdict => ({ ok: false, reason })

function isSignedBy({ signedAttributes, value }: TokenSignature, key: KeyObject): boolean {
  try {
    return verify('sha256', signedAttributes, key, value)
  } catch {
    return false // Not a pair of numbers.
  }
}

const maxAgeMs = 5 * 60_000
/** Clocks of devices may be ahead. */
const maxAheadMs = 60_000

function isFresh(signedAt: Date, now: Date): boolean {
  const ageMs = now.getTime() - signedAt.getTime()
  return ageMs <= maxAgeMs && ageMs >= -maxAheadMs
}
