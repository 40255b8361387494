import { cardBrand } from '../../brazil/card-brand.ts'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { digitsOf, nameWithin, withoutAccents } from '../acquirer/text-fields.ts'
import type { CardData, CardSale, WalletCryptogram } from '../ports/card.ts'
import { cieloBrands } from './brands.ts'

/**
 * The nodes below `Payment` that describe the card
 * (docs/design/providers/cielo.md#sale-request-fields) or the wallet
 * (docs/design/providers/cielo.md#wallet-request-fields), or a rejection of data that no acquirer
 * accepts.
 */
export function encodeCharged({
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

/** As Cielo calls the wallet. */
const walletType = 'ApplePay'

const charged = (nodes: object) => ({ kind: 'charged', nodes }) as const

function encodeCard(card: CardData) {
  const holder = holderName(card.holderName)
  const brand = cieloBrands.get(cardBrand(card.number) ?? '')
  if (!holder || digitsOf(card.holderName).includes(card.number)) return rejected('card-invalid', 'holder')
  if (!isNumber(card.number)) return rejected('card-invalid', 'number')
  if (!brand) return rejected('card-invalid', 'brand')
  if (!isExpiry(card)) return rejected('card-invalid', 'expiry')
  if (card.cvv !== undefined && !/^[0-9]{3,4}$/.test(card.cvv)) return rejected('card-invalid', 'cvv')
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

/** The device's account number stands in for the card's; its range tells the network, which is signed by nobody outside. */
function encodeCryptogram(opened: WalletCryptogram, customerName: string) {
  const brand = cieloBrands.get(cardBrand(opened.number) ?? '')
  if (!isNumber(opened.number) || !isExpiry(opened)) return rejected('wallet-token-invalid', 'number')
  if (!brand) return rejected('wallet-token-invalid', 'brand')
  return charged({
    CreditCard: {
      CardNumber: opened.number,
      Holder: holderName(customerName),
      ExpirationDate: expiration(opened),
      SaveCard: false,
      Brand: brand,
    },
    Wallet: { Type: walletType, Cavv: opened.cryptogram, ...(opened.eci !== undefined && { Eci: opened.eci }) },
  })
}

interface Expiry {
  readonly expirationMonth: number
  readonly expirationYear: number
}

const holderName = (name: string): string => nameWithin(withoutAccents(name), 25, /[^0-9A-Za-z .'-]/g)

const isNumber = (number: string): boolean => /^[0-9]{13,19}$/.test(number)

const expiration = ({ expirationMonth: month, expirationYear: year }: Expiry): string =>
  `${String(month).padStart(2, '0')}/${year}`

const isExpiry = ({ expirationMonth: month, expirationYear: year }: Expiry): boolean =>
  Number.isInteger(month) && month >= 1 && month <= 12 && Number.isInteger(year) && year >= 2000 && year <= 9999
