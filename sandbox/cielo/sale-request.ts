import type { SaleRequest } from '../acquirer/sale.ts'
import {
  type Fields,
  fieldsOf,
  isFields,
  isPositive,
  isText,
  isTextOrAbsent,
} from '../kit/fields.ts'
import type { WalletCharge } from '../wallet/acquirer-side.ts'
import type { ProcessingKey } from '../wallet/processing-keys.ts'
import type { SavedCard } from './card-vault.ts'
import { brandOf, type Charged, type Check } from './nodes.ts'
import { readWallet } from './wallet-request.ts'

/** The fields read from the body of `POST /1/sales/`. */
export interface CieloSaleRequest extends SaleRequest {
  readonly customer: Readonly<Record<string, unknown>>
  readonly softDescriptor: string | null
  /** `null`: a card was typed, or saved before. */
  readonly wallet: WalletCharge | null
  /** The card is to be saved. */
  readonly savesCard: boolean
}

export interface ApiError {
  readonly Code: number
  readonly Message: string
}

/**
 * Reads a sale as strictly as Cielo documents it
 * (docs/design/providers/cielo.md#sale-request-fields), or returns its error codes
 * (docs/design/providers/cielo.md#error-codes). `walletKey` is the key of a store with the wallet
 * enabled.
 */
export function readSaleRequest(
  body: unknown,
  walletKey: ProcessingKey | undefined,
  findCard: (token: string) => SavedCard | undefined,
): CieloSaleRequest | readonly ApiError[] {
  if (!isFields(body)) return [error(184, 'Request could not be empty')]
  const errors: ApiError[] = []
  const check = (right: boolean, code: number, message: string) => {
    if (!right) errors.push(error(code, message))
  }
  const { MerchantOrderId: orderId, Customer: customer, Payment: payment } = body
  check(
    isText(orderId, 50),
    isText(orderId, Number.POSITIVE_INFINITY) ? 107 : 122,
    'MerchantOrderId is invalid',
  )
  check(isFields(customer), 121, 'Customer is required')
  check(isFields(payment), 119, 'Payment is required')
  if (!isFields(customer) || !isFields(payment)) return errors
  check(
    isText(customer.Name, 255) && /^[\p{L}\p{M} .'-]+$/u.test(customer.Name),
    105,
    'Customer Name is invalid',
  )
  check(isTextOrAbsent(customer.Identity, 14), 0, 'Identity is too long')
  check(isTextOrAbsent(customer.Email, 255), 0, 'Email is too long')
  check(
    customer.IdentityType === undefined || ['CPF', 'CNPJ'].includes(String(customer.IdentityType)),
    0,
    'IdentityType',
  )
  check(isPositive(payment.Amount), 108, 'Amount must be greater than zero')
  check(
    isPositive(payment.Installments) && payment.Installments <= 99,
    123,
    'Installments is invalid',
  )
  check(
    payment.SoftDescriptor === undefined || isSoftDescriptor(payment.SoftDescriptor),
    0,
    'SoftDescriptor is invalid',
  )
  check(
    payment.Capture === undefined || typeof payment.Capture === 'boolean',
    0,
    'Capture is invalid',
  )
  check(['CreditCard', 'DebitCard'].includes(String(payment.Type)), 102, 'Payment Type is invalid')
  check(payment.Type !== 'DebitCard', 173, 'Debit card is not enabled for this store')
  const { CardToken: token, SaveCard: saves } = fieldsOf(payment.CreditCard)
  const charged =
    payment.Wallet !== undefined
      ? readWallet(payment, walletKey, check)
      : typeof token === 'string'
        ? savedCard(findCard(token), check)
        : readCard(payment, check)
  if (errors.length > 0 || !charged) return errors
  return {
    orderId: String(orderId),
    customer,
    amount: Number(payment.Amount),
    installments: Number(payment.Installments),
    capture: payment.Capture === true,
    softDescriptor: typeof payment.SoftDescriptor === 'string' ? payment.SoftDescriptor : null,
    holder: String(customer.Name).toUpperCase(),
    savesCard: saves === true && charged.wallet === null && token === undefined,
    ...charged,
  }
}

function savedCard(card: SavedCard | undefined, check: Check): Charged | undefined {
  check(card !== undefined, 180, 'The provided Card PaymentToken was not found')
  return card && { ...card, number: card.maskedNumber, wallet: null }
}

export function readCard(payment: Fields, check: Check): Charged | undefined {
  const card = payment.CreditCard
  check(isFields(card), 119, 'CreditCard is required')
  if (!isFields(card)) return undefined
  check(isText(card.CardNumber, Number.POSITIVE_INFINITY), 127, 'CardNumber is required')
  check(
    isText(card.CardNumber, 19) && /^[0-9]{13,19}$/.test(card.CardNumber),
    128,
    'CardNumber is invalid',
  )
  check(isText(card.Holder, 25), 117, 'Holder is required')
  check(/^[A-Za-z ]*$/.test(String(card.Holder)), 214, 'Holder must have only letters')
  check(isText(card.ExpirationDate, 7), 125, 'ExpirationDate is required')
  check(
    /^(0[1-9]|1[0-2])\/20[0-9]{2}$/.test(String(card.ExpirationDate)),
    126,
    'ExpirationDate is invalid',
  )
  check(
    card.SecurityCode === undefined || /^[0-9]{3,4}$/.test(String(card.SecurityCode)),
    146,
    'SecurityCode is invalid',
  )
  const brand = brandOf(card.Brand)
  check(brand !== undefined, 185, 'Brand is invalid')
  if (brand === undefined) return undefined
  return {
    number: String(card.CardNumber),
    holder: String(card.Holder),
    expiration: String(card.ExpirationDate),
    brand,
    wallet: null,
  }
}

export const error = (Code: number, Message: string): ApiError => ({ Code, Message })

/** The order id and the amount for the call log, also when other fields are invalid. */
export function labelOf(body: unknown): { reference: string | null; amount: number | null } {
  if (!isFields(body)) return { reference: null, amount: null }
  const amount = isFields(body.Payment) ? body.Payment.Amount : undefined
  return {
    reference:
      isText(body.MerchantOrderId, 50) && !/[0-9]{13}/.test(body.MerchantOrderId)
        ? body.MerchantOrderId
        : null,
    amount: typeof amount === 'number' && Number.isSafeInteger(amount) ? amount : null,
  }
}

const isSoftDescriptor = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9A-Za-z]{1,13}$/.test(value)
