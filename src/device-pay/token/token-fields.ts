import { createPublicKey, type KeyObject } from 'node:crypto'

/** A token's signed and encrypted parts, decoded from their canonical encoding. */
export interface TokenFields {
  /** Ciphertext and its 16-byte tag. */
  readonly data: Buffer
  /** CMS SignedData, BER or DER. */
  readonly signature: Buffer
  readonly ephemeralKey: KeyObject
  /** The SubjectPublicKeyInfo of the same key, as it was signed. */
  readonly ephemeralKeyDer: Buffer
  /** Base64. Unsigned: used only to choose a key. */
  readonly publicKeyHash: string
  /** 32 bytes. */
  readonly transactionId: Buffer
  /** SHA-256 of the data to which the page bound the token, if it did. */
  readonly applicationData?: Buffer
}

export type FieldsReading =
  | { readonly ok: true; readonly fields: TokenFields }
  | { readonly ok: false; readonly reason: 'malformed' | 'unsupported_version' }

/**
 * Reads a token: sizes, shape, version, then encodings (steps 1 to 3 of
 * docs/design/device-wallet.md#token-verification). Unknown fields are accepted.
 */
export function readTokenFields(token: unknown): FieldsReading {
  const { paymentData, paymentMethod, transactionIdentifier } = objectOf(token)
  const { version, data, signature, header } = objectOf(paymentData)
  if (isLonger(data, maxDataLength) || isLonger(signature, maxSignatureLength) || isHuge(token))
    return malformed
  if (typeof version !== 'string') return malformed
  // Checked before the header, because other versions have other headers.
  if (version !== 'EC_v1') return { ok: false, reason: 'unsupported_version' }
  const { ephemeralPublicKey, publicKeyHash, transactionId, applicationData } = objectOf(header)
  const { displayName, network, type } = objectOf(paymentMethod)
  if (
    ![displayName, network, type, transactionIdentifier].every((text) => typeof text === 'string')
  )
    return malformed

  const ephemeralKeyDer = fromBase64(ephemeralPublicKey)
  const read = {
    data: fromBase64(data),
    signature: fromBase64(signature),
    ephemeralKeyDer,
    ephemeralKey: ephemeralKeyDer && keyOnP256(ephemeralKeyDer),
    publicKeyHash: fromBase64(publicKeyHash)?.length === 32 ? publicKeyHash : undefined,
    transactionId: fromHex(transactionId),
    applicationData: applicationData === undefined ? noData : fromHex(applicationData),
  }
  if (!isWhole(read) || read.data.length <= tagLength) return malformed
  const { applicationData: binding, ...fields } = read
  return { ok: true, fields: binding === noData ? fields : { ...fields, applicationData: binding } }
}

const malformed = { ok: false, reason: 'malformed' } as const
/** Of base64, in characters. */
const maxSignatureLength = 12 * 1024
const maxDataLength = 8 * 1024
/** Of the whole token as JSON. */
const maxTokenLength = 32 * 1024
const tagLength = 16
const noData = Buffer.alloc(0)

interface Read extends Omit<TokenFields, 'applicationData'> {
  readonly applicationData: Buffer
}

const isWhole = (read: { readonly [Field in keyof Read]: unknown }): read is Read =>
  Object.values(read).every((value) => value !== undefined)

const isLonger = (value: unknown, length: number): boolean =>
  typeof value === 'string' && value.length > length

function isHuge(token: unknown): boolean {
  try {
    return (JSON.stringify(token)?.length ?? 0) > maxTokenLength
  } catch {
    return true // It is nested too deeply for the stack.
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/**
 * Node's decoder skips unknown characters. Only a text equal to the encoding of its bytes is
 * base64.
 */
function fromBase64(text: unknown): Buffer | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

const fromHex = (text: unknown): Buffer | undefined =>
  typeof text === 'string' && /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined

/**
 * A SubjectPublicKeyInfo of P-256 up to the byte that says "uncompressed"; both coordinates follow.
 */
const p256Prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')
const p256Length = 91

function keyOnP256(der: Buffer): KeyObject | undefined {
  if (der.length !== p256Length || !der.subarray(0, p256Prefix.length).equals(p256Prefix))
    return undefined
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined // Off the curve.
  }
}
