import { cardBrand } from '../../src/brazil/card-brand.ts'
import type { Sale, SaleRequest } from '../acquirer/sale.ts'
import { fieldsOf, isPositive, isText } from '../kit/fields.ts'

/**
 * Reads `POST transactions` as strictly as Rede documents it
 * (docs/design/providers/rede.md#sale-request-fields), or returns the code of the first error.
 */
export function readSale(body: unknown): (SaleRequest & Pick<Sale, 'isWallet'>) | string {
  const fields = fieldsOf(body)
  const {
    reference,
    amount,
    kind,
    installments = 1,
    capture = true,
    cardHolderName: holder,
    cardNumber: number,
  } = fields
  const { securityCode, softDescriptor } = fields
  const [month, year] = [numberOf(fields.expirationMonth), numberOf(fields.expirationYear)]
  if (!isText(reference, 50) || !/^[0-9A-Za-z]+$/.test(reference)) return '40'
  if (reference.length > 16) return '39'
  if (!isPositive(amount)) return '71'
  if (kind !== 'credit') return '69'
  if (!isPositive(installments) || installments > 12) return '54'
  if (typeof capture !== 'boolean') return '56'
  if (!isText(number, 19) || !/^[0-9]{13,19}$/.test(number)) return '37'
  if (!isText(holder, 30) || !/^[0-9A-Za-z .'-]+$/.test(holder)) return '59'
  if (!isPositive(month) || month > 12) return '33'
  if (!isPositive(year) || year > 2099 || (year > 99 && year < 2000)) return '2'
  if (securityCode !== undefined && !(isText(securityCode, 4) && /^[0-9]{3,4}$/.test(securityCode)))
    return '16'
  if (softDescriptor !== undefined && !isText(softDescriptor, 13)) return '56'
  const brand = cardBrand(number)
  if (!brand) return '53'
  const expiration = `${String(month).padStart(2, '0')}/${year < 100 ? 2000 + year : year}`
  return {
    orderId: reference,
    amount,
    installments,
    capture,
    number,
    brand,
    holder,
    expiration,
    isWallet: false,
  }
}

/** Rede takes the month and the year as numbers and as text of digits. */
const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^[0-9]{1,4}$/.test(value) ? Number(value) : value

/** The reference and the amount for the call log, also when other fields are invalid. */
export function labelOf(body: unknown): { reference: string | null; amount: number | null } {
  const { reference, amount } = fieldsOf(body)
  return {
    reference: isText(reference, 50) ? reference : null,
    amount: isPositive(amount) ? amount : null,
  }
}

/** The amount of a capture or a refund. `undefined`: it is left out. 0: it is not an amount. */
export function amountOf(body: unknown): number | undefined {
  const { amount } = fieldsOf(body)
  if (amount === undefined) return undefined
  return isPositive(amount) ? amount : 0
}
