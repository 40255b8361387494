import { isFields } from '../kit/fields.ts'

/** The fields of requests as Cielo's manual spells them. */
const documented = [
  ...['MerchantOrderId', 'Customer', 'Name', 'Identity', 'IdentityType', 'Email', 'Payment'],
  ...['Type', 'Amount', 'Installments', 'Capture', 'SoftDescriptor', 'Wallet', 'WalletKey'],
  ...['AdditionalData', 'EphemeralPublicKey', 'CaptureCode', 'CreditCard', 'CardNumber', 'Holder'],
  ...['ExpirationDate', 'SecurityCode', 'Brand', 'SaveCard', 'CardToken', 'CustomerName', 'Card'],
  ...['CardType', 'CardOnFile', 'Usage', 'Reason', 'Cavv', 'Eci'],
]
const spellings = new Map(documented.map((name) => [name.toLowerCase(), name]))

/** A request with the names of its fields as in the manual: their case does not matter to Cielo. */
export function spelled(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(spelled)
  if (!isFields(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      spellings.get(name.toLowerCase()) ?? name,
      spelled(value),
    ]),
  )
}
