import { fieldsOf } from '../kit/fields.ts'
import { openToken, type WalletCharge } from '../wallet/acquirer-side.ts'
import type { ProcessingKey } from '../wallet/processing-keys.ts'

/**
 * Opens `card.payload`: every part of a wallet's token, in snake case. `undefined`: a part is
 * missing, or it does not open.
 */
export function readPayload(payload: unknown, key: ProcessingKey): WalletCharge | undefined {
  const { type, apple_pay: wallet } = fieldsOf(payload)
  const { version, data, signature, merchant_identifier: merchant, header } = fieldsOf(wallet)
  const {
    ephemeral_public_key: ephemeralPublicKey,
    public_key_hash: hash,
    transaction_id: id,
    application_data: application,
  } = fieldsOf(header)
  if (type !== 'apple_pay' || version !== 'EC_v1' || merchant !== key.merchantIdentifier)
    return undefined
  if (!isBase64(data, 8192) || !isBase64(signature, 12_288) || !isBase64(ephemeralPublicKey, 512))
    return undefined
  if (
    hash !== key.publicKeyHash ||
    !isDigest(id) ||
    (application !== undefined && !isDigest(application))
  ) {
    return undefined
  }
  return openToken({ data, ephemeralPublicKey }, key)
}

const isBase64 = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value.length <= length && /^[A-Za-z0-9+/]+={0,2}$/.test(value)

const isDigest = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)
