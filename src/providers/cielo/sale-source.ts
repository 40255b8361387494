import { cardBrand } from '../../brazil/card-brand.ts'
import {
  checkCvv,
  checkExpiry,
  checkHolder,
  checkNumber,
  isCardNumber,
  isExpiry,
} from '../acquirer/card-fields.ts'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { nameWithin, withoutAccents } from '../acquirer/text-fields.ts'
import type { CardData, CardSale, WalletCryptogram } from '../ports/card.ts'
import { cieloBrands } from './brands.ts'

/**
 * The nodes below `Payment` that describe the card
 * (docs/design/providers/cielo.md#sale-request-fields) or the wallet
 * (docs/design/providers/cielo.md#wallet-request-fields), or a rejection of data that no acquirer
 * accepts.
 */
export function encodeSource({
  source,
  customer,
}: CardSale): { readonly kind: 'charged'; readonly nodes: object } | Rejected {
  switch (source.kind) {
    case 'card':
      return encodeCard(source.card)
    case 'wallet-token': {
      const { data, header } = source.token.paymentData
      const wallet = {
        Type: walletType,
        WalletKey: data,
        AdditionalData: { EphemeralPublicKey: header.ephemeralPublicKey },
      }
      return charged({ Wallet: wallet })
    }
    case 'wallet-cryptogram':
      return encodeCryptogram(source.cryptogram, customer.name)
  }
}

/** Cielo's name of the wallet. */
const walletType = 'ApplePay'

const charged = (nodes: object) => ({ kind: 'charged', nodes }) as const

function encodeCard(card: CardData) {
  const holder = holderName(card.holderName)
  const brand = cieloBrands.get(cardBrand(card.number) ?? '')
  const unfit =
    checkHolder(card, holder) ??
    checkNumber(card) ??
    (brand === undefined ? rejected('card-invalid', 'brand') : checkExpiry(card)) ??
    checkCvv(card)
  if (unfit) return unfit
  return charged({
    CreditCard: {
      CardNumber: card.number,
      Holder: holder,
      ExpirationDate: expiration(card),
      ...(card.cvv !== undefined && { SecurityCode: card.cvv }),
      SaveCard: false,
      Brand: brand,
    },
  })
}

/**
 * The device's account number replaces the card's. Its range shows the network, which is not signed
 * in the token.
 */
function encodeCryptogram(opened: WalletCryptogram, customerName: string) {
  const brand = cieloBrands.get(cardBrand(opened.number) ?? '')
  if (!isCardNumber(opened.number) || !isExpiry(opened))
    return rejected('wallet-token-invalid', 'number')
  if (!brand) return rejected('wallet-token-invalid', 'brand')
  return charged({
    CreditCard: {
      CardNumber: opened.number,
      Holder: holderName(customerName),
      ExpirationDate: expiration(opened),
      SaveCard: false,
      Brand: brand,
    },
    Wallet: {
      Type: walletType,
      Cavv: opened.cryptogram,
      ...(opened.eci !== undefined && { Eci: opened.eci }),
    },
  })
}

interface Expiry {
  readonly expirationMonth: number
  readonly expirationYear: number
}

/** Letters only: Cielo refuses any other character with 214. */
const holderName = (name: string): string => nameWithin(withoutAccents(name), 25, /[^A-Za-z ]/g)

const expiration = ({ expirationMonth: month, expirationYear: year }: Expiry): string =>
  `${String(month).padStart(2, '0')}/${year}`
