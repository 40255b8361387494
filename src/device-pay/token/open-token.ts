import { createDecipheriv, createPrivateKey } from 'node:crypto'
import type { Cents } from '../../primitives/money.ts'
import type { TokenTrust } from '../../providers/ports/wallet.ts'
import { type OpenedToken, readPayload } from './payload.ts'
import { readTokenFields, type TokenFields } from './token-fields.ts'
import { sharedSecret, tokenKey } from './token-key.ts'

/**
 * Decrypts a token with the processing key (docs/design/device-wallet.md#key-agreement) and checks
 * that it pays `amount` in BRL with a card that is valid at `now`. Verify it first: decryption does
 * not prove who created it.
 */
export function openToken(
  token: unknown,
  decryption: NonNullable<TokenTrust['decryption']>,
  { amount, now }: { readonly amount: Cents; readonly now: Date },
): OpenedToken {
  const read = readTokenFields(token)
  if (!read.ok) return read
  const plaintext = decrypt(read.fields, decryption)
  if (!plaintext) return { ok: false, reason: 'decrypt_failed' }
  const opened = readPayload(plaintext, { amount, now })
  plaintext.fill(0)
  return opened
}

/** `undefined`: for another key, or altered. */
export function decrypt(
  { data, ephemeralKey }: Pick<TokenFields, 'data' | 'ephemeralKey'>,
  { privateKey, merchantIdentifier }: NonNullable<TokenTrust['decryption']>,
): Buffer | undefined {
  const key = tokenKey(sharedSecret(createPrivateKey(privateKey), ephemeralKey), merchantIdentifier)
  // Without an explicit length, a tag of 4 bytes would be accepted.
  const decipher = createDecipheriv('aes-256-gcm', key, zeroes, { authTagLength })
  decipher.setAuthTag(data.subarray(-authTagLength))
  try {
    return Buffer.concat([decipher.update(data.subarray(0, -authTagLength)), decipher.final()])
  } catch {
    return undefined
  }
}

const authTagLength = 16
/** 16 bytes, not GCM's usual 12; constant, because every token has its own key. */
const zeroes = Buffer.alloc(16)
