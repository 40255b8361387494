import type { ApiResponse } from '../acquirer/handle.ts'
import type { Sale } from '../acquirer/sale.ts'
import type { Chargeback } from './chargeback-store.ts'
import type { Order, Refusal } from './order-store.ts'

/**
 * The order of a sale: one charge, whose last transaction decides
 * (docs/design/providers/pagarme.md#three-statuses).
 */
export function orderOf(sale: Sale, kept: Kept) {
  const { items, customer } = kept.order
  return {
    id: `or_${sale.id}`,
    code: sale.orderId,
    amount: sale.amount,
    currency: 'BRL',
    closed: true,
    status: chargeStatus(sale) === 'processing' ? 'pending' : chargeStatus(sale),
    items: items.map((item, n) => ({
      id: `oi_${sale.id}${n}`,
      type: 'product',
      ...item,
      status: 'active',
      created_at: iso(sale.receivedAt),
    })),
    customer: { id: `cus_${sale.id}`, ...customer, created_at: iso(sale.receivedAt) },
    created_at: iso(sale.receivedAt),
    charges: [chargeOf(sale, kept)],
  }
}

/** What is kept beside a sale. */
export interface Kept {
  readonly order: Order
  readonly chargeback: Chargeback | undefined
}

/** The status of a charge shows a chargeback. The status of its transaction does not change. */
export function chargeOf(sale: Sale, { order, chargeback }: Kept) {
  return {
    id: chargeId(sale),
    code: sale.orderId,
    gateway_id: String(sale.number),
    amount: sale.amount,
    ...(sale.capturedAmount !== null && { paid_amount: sale.capturedAmount }),
    ...(sale.voidedAmount > 0 && { canceled_amount: sale.voidedAmount }),
    status: chargeback?.state === 'lost' ? 'chargedback' : chargeStatus(sale),
    currency: 'BRL',
    payment_method: 'credit_card',
    ...(sale.capturedAt !== null && { paid_at: iso(sale.capturedAt) }),
    ...(sale.voidedAt !== null && { canceled_at: iso(sale.voidedAt) }),
    created_at: iso(sale.receivedAt),
    updated_at: iso(chargeback?.changedAt ?? sale.voidedAt ?? sale.capturedAt ?? sale.receivedAt),
    order: { id: `or_${sale.id}`, code: sale.orderId },
    last_transaction: transactionOf(sale, order),
  }
}

/** The body of an error: a message, and the fields it is about. */
export const invalid = (errors: Readonly<Record<string, readonly string[]>>): ApiResponse => ({
  status: 422,
  body: { message: 'The request is invalid.', errors },
})
export const failed = (status: number, message: string): ApiResponse => ({
  status,
  body: { message },
})

export const chargeId = ({ id }: Sale): string => `ch_${id}`
/** `undefined`: not an id of a charge. */
export const saleIdOf = (id: string): string | undefined =>
  /^(?:ch|or)_([0-9A-Za-z]{16})$/.exec(id)?.[1]

function transactionOf(sale: Sale, { refusal }: Order) {
  const [month = '', year = ''] = sale.expiration.split('/')
  const isRefused = sale.state === 'refused'
  return {
    id: `tran_${sale.id}`,
    transaction_type: 'credit_card',
    gateway_id: String(sale.number),
    amount: sale.amount,
    status: transactionStatus(sale),
    success: sale.state === 'captured' || sale.state === 'authorised' || sale.state === 'voided',
    installments: sale.installments,
    acquirer_name: 'simulator',
    acquirer_tid: `PG${String(sale.number).padStart(14, '0')}`,
    acquirer_nsu: String(sale.number % 1_000_000).padStart(6, '0'),
    ...(sale.authorizationCode !== null && { acquirer_auth_code: sale.authorizationCode }),
    acquirer_message: isRefused
      ? 'Simulator|Transação não autorizada'
      : 'Simulator|Transação de simulação',
    acquirer_return_code: sale.code,
    operation_type: sale.captureAsked ? 'auth_and_capture' : 'auth_only',
    card: {
      first_six_digits: sale.maskedNumber.slice(0, 6),
      last_four_digits: sale.maskedNumber.slice(-4),
      brand: brandNames[sale.brand] ?? sale.brand,
      holder_name: sale.holder,
      exp_month: Number(month),
      exp_year: Number(year),
    },
    gateway_response: gatewayResponse(sale, refusal),
    created_at: iso(sale.receivedAt),
  }
}

function gatewayResponse({ state }: Sale, refusal: Refusal | null) {
  if (state !== 'failed') return { code: '200', errors: [] }
  const { code, message } = refusal ?? { code: '404', message: 'Not found' }
  return { code, errors: [{ message }] }
}

function transactionStatus(sale: Sale): string {
  switch (sale.state) {
    case 'refused':
      return 'not_authorized'
    case 'unfinished':
      return 'with_error'
    case 'failed':
      return 'failed'
    case 'voided':
      return sale.capturedAmount === null ? 'voided' : 'refunded'
    case 'authorised':
      return cancelStatus(sale, 'error_on_voiding') ?? 'authorized_pending_capture'
    case 'captured': {
      const captured = sale.capturedAmount === sale.amount ? 'captured' : 'partial_capture'
      return (
        cancelStatus(sale, 'error_on_refunding') ??
        (sale.voidedAmount > 0 ? 'partial_refunded' : captured)
      )
    }
  }
}

function cancelStatus({ lastCancel }: Sale, denied: string): string | undefined {
  if (lastCancel === 'pending') return 'waiting_cancellation'
  return lastCancel === 'denied' ? denied : undefined
}

function chargeStatus({ state }: Sale): string {
  switch (state) {
    case 'captured':
      return 'paid'
    case 'authorised':
      return 'pending'
    case 'unfinished':
      return 'processing'
    case 'voided':
      return 'canceled'
    default:
      return 'failed'
  }
}

export const brandNames: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'Amex',
  ELO: 'Elo',
  AURA: 'Aura',
  DINERS: 'Diners',
  DISCOVER: 'Discover',
  HIPERCARD: 'Hipercard',
}

const iso = (at: number): string => new Date(at).toISOString()
