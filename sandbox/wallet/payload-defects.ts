import { generateKeyPairSync } from 'node:crypto'
import type { SignedParts } from './token.ts'
import type { PaymentPayload } from './token-cipher.ts'

/**
 * Errors and unusual forms inside the encryption. Each one returns the text to encrypt. The
 * signature is valid.
 */
export const payloadDefects = {
  'amount-plus-one': (payload) =>
    json({ ...payload, transactionAmount: payload.transactionAmount + 1 }),
  'currency-840': (payload) => json({ ...payload, currencyCode: '840' }),
  emv: (payload) => json({ ...payload, paymentDataType: 'EMV', paymentData: { emvData: 'nyY=' } }),
  'card-expired': (payload) => json({ ...payload, applicationExpirationDate: '200131' }),
  'bad-card-number': (payload) => {
    const number = payload.applicationPrimaryAccountNumber
    const wrongDigit = (Number(number.slice(-1)) + 1) % 10
    return json({
      ...payload,
      applicationPrimaryAccountNumber: `${number.slice(0, -1)}${wrongDigit}`,
    })
  },
  'no-cryptogram': (payload) => json({ ...payload, paymentData: {} }),
  'no-eci': (payload) => {
    const { onlinePaymentCryptogram } = payload.paymentData
    return json({ ...payload, paymentData: { onlinePaymentCryptogram } })
  },
  'extra-payload-keys': (payload) =>
    json({ ...payload, cardholderName: 'ANA TESTE', somethingNew: { a: [1] } }),
  'payload-not-json': () => 'payment',
  'payload-json-array': (payload) => json([payload]),
} satisfies Record<string, (payload: PaymentPayload) => string>

/** Errors in the encrypted parts before they are signed. The signature is valid. */
export const partDefects = {
  'corrupt-ciphertext': (parts) => ({ ...parts, data: withFlippedBit(parts.data, 40) }),
  'truncated-tag': (parts) => ({ ...parts, data: parts.data.subarray(0, -12) }),
  'data-shorter-than-tag': (parts) => ({ ...parts, data: parts.data.subarray(0, 16) }),
  'ephemeral-p384': (parts) => ({ ...parts, ephemeralPublicKey: keyOn('P-384') }),
  'ephemeral-off-curve': (parts) => ({
    ...parts,
    ephemeralPublicKey: withFlippedBit(parts.ephemeralPublicKey, -1),
  }),
  'ephemeral-infinity': (parts) => ({
    ...parts,
    ephemeralPublicKey: Buffer.from(
      '3019301306072a8648ce3d020106082a8648ce3d03010703020000',
      'hex',
    ),
  }),
  'ephemeral-compressed': (parts) => ({
    ...parts,
    ephemeralPublicKey: compressed(parts.ephemeralPublicKey),
  }),
} satisfies Record<string, (parts: SignedParts) => SignedParts>

/** The same bytes with one bit flipped in the byte at `index`. Negative: counted from the end. */
export function withFlippedBit(bytes: Buffer, index: number): Buffer {
  const changed = Buffer.from(bytes)
  const at = index < 0 ? bytes.length + index : index
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

const json = (value: unknown): string => JSON.stringify(value)

const keyOn = (namedCurve: string): Buffer =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'der', type: 'spki' })

/** The same point written with one coordinate and a sign. */
function compressed(spki: Buffer): Buffer {
  const [x, y] = [spki.subarray(27, 59), spki.subarray(59)]
  const head = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex')
  return Buffer.concat([head, Buffer.from([2 + ((y.at(-1) ?? 0) & 1)]), x])
}
