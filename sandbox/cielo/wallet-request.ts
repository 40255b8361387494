import { cardBrand } from '../../src/brazil/card-brand.ts'
import { type Fields, isFields, isText } from '../kit/fields.ts'
import { openToken, type WalletCharge } from '../wallet/acquirer-side.ts'
import type { ProcessingKey } from '../wallet/processing-keys.ts'
import { brandOf, type Charged, type Check } from './nodes.ts'

/**
 * Reads the wallet of a sale: a token to open, or a card number with the cryptogram of a token that
 * was opened before (docs/design/providers/cielo.md#wallet-request-fields).
 */
export function readWallet(
  payment: Fields,
  key: ProcessingKey | undefined,
  check: Check,
): Charged | undefined {
  const wallet = payment.Wallet
  check(key !== undefined, 212, 'Wallet is not configured for this store')
  check(
    isFields(wallet) && wallet.Type === 'ApplePay',
    212,
    'Wallet Type is not configured for this store',
  )
  if (!key || !isFields(wallet)) return undefined
  const charge =
    wallet.WalletKey === undefined ? opened(payment.CreditCard, wallet) : encrypted(wallet, key)
  check(charge !== undefined, 211, 'Wallet key is invalid')
  if (!charge) return undefined
  const network = cardBrand(charge.number)
  const brand = brandOf(network === 'MASTERCARD' ? 'Master' : network)
  check(brand !== undefined, 185, 'Brand is invalid')
  return brand === undefined
    ? undefined
    : { number: charge.number, expiration: charge.expiration, brand, wallet: charge }
}

function encrypted(wallet: Fields, key: ProcessingKey): WalletCharge | undefined {
  const { WalletKey: data, AdditionalData: additional } = wallet
  const ephemeralPublicKey = isFields(additional) ? additional.EphemeralPublicKey : undefined
  if (!isText(data, 8192) || !isText(ephemeralPublicKey, 512)) return undefined
  return openToken({ data, ephemeralPublicKey }, key)
}

function opened(card: unknown, { Cavv: cryptogram, Eci: eci }: Fields): WalletCharge | undefined {
  if (!isFields(card)) return undefined
  const { CardNumber: number, ExpirationDate: expiration } = card
  const isCard = isText(number, 19) && /^[0-9]{13,19}$/.test(number)
  if (!isCard || !isText(expiration, 7) || !/^(0[1-9]|1[0-2])\/20[0-9]{2}$/.test(expiration))
    return undefined
  if (!isText(cryptogram, 64) || !/^[A-Za-z0-9+/]{26,}={0,2}$/.test(cryptogram)) return undefined
  return { number, expiration, cryptogram, eci: isText(eci, 2) ? eci : null, confirmed: null }
}
