import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto'
import type { ProcessingKey } from './processing-keys.ts'

/**
 * The part of a token that only the holder of a processing key can read
 * (docs/design/device-wallet.md#decrypted-payload).
 */
export interface PaymentPayload {
  readonly applicationPrimaryAccountNumber: string
  /** YYMMDD. */
  readonly applicationExpirationDate: string
  /** ISO 4217, numeric: `986`. */
  readonly currencyCode: string
  /** In cents. */
  readonly transactionAmount: number
  readonly deviceManufacturerIdentifier: string
  readonly paymentDataType: string
  readonly paymentData: { readonly onlinePaymentCryptogram: string; readonly eciIndicator?: string }
}

/**
 * Encrypts as a device does: under an ephemeral key created for this one token
 * (docs/design/device-wallet.md#key-agreement). Returns bytes.
 */
export function encryptPayload(
  text: string,
  to: ProcessingKey,
): { data: Buffer; ephemeralPublicKey: Buffer } {
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = symmetricKey(
    ephemeral.privateKey,
    new X509Certificate(to.certificate).publicKey,
    to.merchantIdentifier,
  )
  const cipher = createCipheriv('aes-256-gcm', key, zeroes, { authTagLength })
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { data, ephemeralPublicKey: ephemeral.publicKey.export({ format: 'der', type: 'spki' }) }
}

/**
 * Decrypts as an acquirer does, from the two header values in base64. `undefined`: not for this
 * key, altered, or not a payment.
 */
export function decryptPayload(
  token: { readonly data: string; readonly ephemeralPublicKey: string },
  key: Pick<ProcessingKey, 'privateKey' | 'merchantIdentifier'>,
): PaymentPayload | undefined {
  try {
    const ephemeral = createPublicKey({
      key: Buffer.from(token.ephemeralPublicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    const secret = symmetricKey(createPrivateKey(key.privateKey), ephemeral, key.merchantIdentifier)
    const data = Buffer.from(token.data, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', secret, zeroes, { authTagLength })
    decipher.setAuthTag(data.subarray(-authTagLength))
    const text = Buffer.concat([
      decipher.update(data.subarray(0, -authTagLength)),
      decipher.final(),
    ]).toString('utf8')
    const payload: PaymentPayload = JSON.parse(text)
    return typeof payload.applicationPrimaryAccountNumber === 'string' ? payload : undefined
  } catch {
    return undefined
  }
}

const authTagLength = 16
/** Constant, since no two tokens share a key. */
const zeroes = Buffer.alloc(16)

function symmetricKey(
  privateKey: KeyObject,
  publicKey: KeyObject,
  merchantIdentifier: string,
): Buffer {
  return createHash('sha256')
    .update(Buffer.from([0, 0, 0, 1]))
    .update(diffieHellman({ privateKey, publicKey }))
    .update('\x0did-aes256-GCMApple')
    .update(createHash('sha256').update(merchantIdentifier).digest())
    .digest()
}
