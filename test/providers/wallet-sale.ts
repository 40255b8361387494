import { createHash } from 'node:crypto'
import { openProcessingKey } from '../../sandbox/wallet/processing-keys.ts'
import { encryptPayload } from '../../sandbox/wallet/token-cipher.ts'
import { randomSecret } from '../../src/primitives/id.ts'
import type { WalletToken } from '../../src/providers/ports/card.ts'

/** Account numbers of devices whose last digit decides, as a card's does. */
export const deviceNumbers = {
  visa: '4895370012003460',
  mastercard: '5204240012001031',
  refused: '4895370012003452',
} as const

export interface Confirmed {
  readonly number?: string
  readonly amount?: number
  readonly currency?: string
  /** YYMMDD. */
  readonly expiration?: string
  readonly paymentDataType?: string
  readonly cryptogram?: string
}

/** A token for one acquirer's key. Its signature is not looked at by acquirers, and is none. */
export async function someToken(
  home: string,
  acquirer: string,
  confirmed: Confirmed = {},
): Promise<WalletToken> {
  const key = await openProcessingKey(home, acquirer)
  const payload = {
    applicationPrimaryAccountNumber: confirmed.number ?? deviceNumbers.visa,
    applicationExpirationDate: confirmed.expiration ?? '311231',
    currencyCode: confirmed.currency ?? '986',
    transactionAmount: confirmed.amount ?? 2500,
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: confirmed.paymentDataType ?? '3DSecure',
    paymentData: {
      onlinePaymentCryptogram: confirmed.cryptogram ?? someCryptogram(),
      eciIndicator: '7',
    },
  }
  const { data, ephemeralPublicKey } = encryptPayload(JSON.stringify(payload), key)
  const transactionId = createHash('sha256').update(data).digest('hex')
  return {
    paymentData: {
      version: 'EC_v1',
      data: data.toString('base64'),
      signature: Buffer.from('signature').toString('base64'),
      header: {
        ephemeralPublicKey: ephemeralPublicKey.toString('base64'),
        publicKeyHash: key.publicKeyHash,
        transactionId,
      },
    },
    paymentMethod: { displayName: 'Visa 6020', network: 'Visa', type: 'credit' },
    transactionIdentifier: transactionId.toUpperCase(),
  }
}

export const someCryptogram = (): string => randomSecret(20).toString('base64')

/** The token with one bit of its encrypted data flipped. */
export function tampered(token: WalletToken): WalletToken {
  const data = Buffer.from(token.paymentData.data, 'base64')
  data[40] = (data[40] ?? 0) ^ 1
  return { ...token, paymentData: { ...token.paymentData, data: data.toString('base64') } }
}
