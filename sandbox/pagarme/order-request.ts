import { cardBrand } from '../../src/brazil/card-brand.ts'
import type { Sale, SaleRequest } from '../acquirer/sale.ts'
import { type Fields, fieldsOf, isPositive, isText, isTextOrAbsent } from '../kit/fields.ts'
import type { WalletCharge } from '../wallet/acquirer-side.ts'
import type { ProcessingKey } from '../wallet/processing-keys.ts'
import type { Contract } from './contract.ts'
import { readPayload } from './payload.ts'

/** A readable order: the sale, and its wallet's charge when one pays. */
export interface OrderRequest {
  readonly kind: 'order'
  readonly sale: SaleRequest & Pick<Sale, 'isWallet'>
  readonly wallet: WalletCharge | undefined
  readonly items: readonly Fields[]
  readonly customer: Fields
  readonly cvv: unknown
}

/** What is wrong with an order, by field: the body of a 422. */
export interface Invalid {
  readonly kind: 'invalid'
  readonly errors: Readonly<Record<string, readonly string[]>>
}

type NotEnabled = { readonly kind: 'wallet-off' }
type NoToken = { readonly kind: 'no-token' }

/** What an account reads orders with. */
export interface Reader {
  readonly contract: Contract
  /** `undefined`: the wallet is not enabled for the account. */
  readonly walletKey: ProcessingKey | undefined
  /** The card of a `card_token`. */
  readonly takeCard: (token: string) => Fields | undefined
}

/**
 * Reads `POST /orders` as strictly as it is published
 * (docs/design/providers/pagarme.md#order-request). An account sells by one payment by credit card
 * only.
 */
export function readOrder(
  body: unknown,
  { contract, walletKey, takeCard }: Reader,
): OrderRequest | Invalid | NotEnabled | NoToken {
  const { errors, check } = collectErrors()
  const order = fieldsOf(body)
  const customer = fieldsOf(order.customer)
  const [payment, ...others] = Array.isArray(order.payments) ? order.payments.map(fieldsOf) : []
  const credit = fieldsOf(payment?.credit_card)
  check(isText(order.code, 52), 'order.code', 'The code field is invalid.')
  check(
    isText(customer.name, 64),
    'order.customer.name',
    'The name field is required, with at most 64 characters.',
  )
  check(isTextOrAbsent(customer.email, 64), 'order.customer.email', 'The email field is invalid.')
  check(
    isTextOrAbsent(customer.document, 50),
    'order.customer.document',
    'The document field is invalid.',
  )
  check(
    customer.type === undefined || ['individual', 'company'].includes(String(customer.type)),
    'order.customer.type',
    'The type field is invalid.',
  )
  const amount = sumOf(order.items, check)
  check(payment !== undefined && others.length === 0, 'order.payments', 'One payment is required.')
  check(
    payment?.payment_method === 'credit_card',
    'order.payments[0].payment_method',
    'The method is not enabled.',
  )
  const { installments, statement_descriptor: descriptor } = credit
  const operation = operationOf(credit)
  const at = 'order.payments[0].credit_card'
  check(
    isPositive(installments) && installments <= 24,
    `${at}.installments`,
    'The installments field is invalid.',
  )
  check(
    isTextOrAbsent(descriptor, 13),
    `${at}.statement_descriptor`,
    'The statement_descriptor field is too long.',
  )
  check(
    operation === 'auth_and_capture' || operation === 'auth_only',
    `${at}.operation_type`,
    'The operation_type field is invalid.',
  )
  const { card_token: token } = credit
  const card = token === undefined ? fieldsOf(credit.card) : takeCard(String(token))
  if (!card) return { kind: 'no-token' }
  const { payload } = contract === 'psp' ? credit : card
  if (payload !== undefined && !walletKey) return { kind: 'wallet-off' }
  const wallet = walletKey && payload !== undefined ? readPayload(payload, walletKey) : undefined
  if (payload === undefined) checkCard(card, `${at}.card`, check)
  else check(wallet !== undefined, `${at}.card.payload`, 'The payload could not be decrypted.')
  const number = wallet?.number ?? String(card.number)
  const brand = cardBrand(number)
  check(brand !== undefined, `${at}.card.number`, 'The card brand is not supported.')
  if (Object.keys(errors).length > 0 || !brand) return { kind: 'invalid', errors }
  const sale = {
    orderId: String(order.code),
    amount,
    installments: Number(installments),
    capture: operation === 'auth_and_capture',
    number,
    brand,
    holder: wallet ? String(customer.name).toUpperCase() : String(card.holder_name),
    expiration: wallet?.expiration ?? expirationOf(card),
    isWallet: wallet !== undefined,
  }
  const items = (order.items as readonly unknown[]).map(fieldsOf)
  return { kind: 'order', sale, wallet, items, customer, cvv: card.cvv }
}

/** `capture` is the older form of `operation_type`, and is true when both are left out. */
const operationOf = ({ operation_type: operation, capture = true }: Fields): unknown =>
  operation ?? { true: 'auth_and_capture', false: 'auth_only' }[String(capture)]

/** The code and the amount for the call log, also when other fields are invalid. */
export function labelOf(body: unknown): { reference: string | null; amount: number | null } {
  const { code, items } = fieldsOf(body)
  const amount = sumOf(items, () => {})
  return { reference: isText(code, 52) ? code : null, amount: amount > 0 ? amount : null }
}

type Check = (right: boolean, field: string, message: string) => void

/** Collects what is wrong with a request, by field. */
export function collectErrors(): {
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly check: Check
} {
  const errors: Record<string, string[]> = {}
  return {
    errors,
    check(right, field, message) {
      if (!right) errors[field] = [...(errors[field] ?? []), message]
    },
  }
}

export function checkCard(card: Fields, at: string, check: Check): void {
  const { number, holder_name: holder, exp_month: month, exp_year: year, cvv } = card
  check(
    isText(number, 19) && /^[0-9]{13,19}$/.test(number),
    `${at}.number`,
    'The number field is not a valid card number.',
  )
  check(
    isText(holder, 64) && /\p{L}/u.test(holder),
    `${at}.holder_name`,
    'The holder_name field is invalid.',
  )
  check(isPositive(month) && month <= 12, `${at}.exp_month`, 'The exp_month field is invalid.')
  check(
    isPositive(year) && (year < 100 || (year >= 2000 && year < 2100)),
    `${at}.exp_year`,
    'The exp_year field is invalid.',
  )
  check(
    cvv === undefined || (isText(cvv, 4) && /^[0-9]{3,4}$/.test(cvv)),
    `${at}.cvv`,
    'The cvv field is invalid.',
  )
}

/** MM/YYYY. */
const expirationOf = ({ exp_month: month, exp_year: year }: Fields): string => {
  const fullYear = Number(year) < 100 ? 2000 + Number(year) : Number(year)
  return `${String(month).padStart(2, '0')}/${fullYear}`
}

/** In cents. */
function sumOf(items: unknown, check: Check): number {
  const list = Array.isArray(items) ? items.map(fieldsOf) : []
  check(list.length > 0, 'order.items', 'The items field is required.')
  let sum = 0
  for (const [n, { amount, quantity, description, code }] of list.entries()) {
    const isPriced = isPositive(amount) && isPositive(quantity)
    check(
      isPriced,
      `order.items[${n}].amount`,
      'The amount and quantity fields must be greater than zero.',
    )
    check(
      isText(description, 256),
      `order.items[${n}].description`,
      'The description field is required.',
    )
    check(isText(code, 52), `order.items[${n}].code`, 'The code field is required.')
    if (isPriced) sum += amount * quantity
  }
  return sum
}
