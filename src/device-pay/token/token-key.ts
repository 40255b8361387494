import { createHash, diffieHellman, type KeyObject } from 'node:crypto'

/** ECDH on P-256: the shared secret Z, 32 bytes (docs/design/device-wallet.md#key-agreement). */
export const sharedSecret = (privateKey: KeyObject, ephemeralKey: KeyObject): Buffer =>
  diffieHellman({ privateKey, publicKey: ephemeralKey })

/**
 * The key that encrypts a token's data: one round of the KDF of NIST SP 800-56A, 5.8.1, over the
 * merchant identifier's hash.
 */
export function tokenKey(secret: Buffer, merchantIdentifier: string): Buffer {
  const merchant = createHash('sha256').update(merchantIdentifier).digest()
  return createHash('sha256')
    .update(firstRound)
    .update(secret)
    .update(algorithm)
    .update(partyU)
    .update(merchant)
    .digest()
}

const firstRound = Buffer.from([0, 0, 0, 1])
/** Preceded by its length. */
const algorithm = Buffer.from('\x0did-aes256-GCM', 'latin1')
const partyU = Buffer.from('Apple', 'latin1')
