import { count, list, parse, parseRecord, present, record, text } from '../http/json-reader.ts'
import { unreadName } from '../http/unread-name.ts'

/**
 * A charge in a response of Pagar.me. Amounts in cents. It has three statuses; the transaction's
 * decides (docs/design/providers/pagarme.md#three-statuses).
 */
export interface PagarmeCharge {
  readonly id: string
  /** Our order's code. */
  readonly code: string
  /** Of the charge. */
  readonly status: string
  readonly amount: number
  readonly paidAmount?: number
  readonly canceledAmount?: number
  readonly createdAt?: Date
  readonly updatedAt?: Date
  readonly transaction: PagarmeTransaction
}

export interface PagarmeTransaction {
  readonly status: string
  readonly tid?: string
  readonly nsu?: string
  readonly authorizationCode?: string
  /** The issuer's, ABECS. */
  readonly returnCode?: string
  /** Of the gateway in front of the acquirer. */
  readonly gatewayCode?: string
  /** The fields that the gateway's errors are about. */
  readonly errorFields: readonly string[]
  /** In Pagar.me's spelling: `Mastercard`. */
  readonly brand?: string
  readonly lastFour?: string
  readonly installments?: number
}

/** `undefined`: not a readable charge. */
export const decodeCharge = (json: string): PagarmeCharge | undefined => chargeOf(parse(json))

/** The charge of a new order, which has exactly one. */
export function decodeOrder(json: string): PagarmeCharge | undefined {
  const { charges } = parseRecord(json) ?? {}
  return Array.isArray(charges) && charges.length === 1 ? chargeOf(charges[0]) : undefined
}

/**
 * The ids of all charges of the orders listed, oldest order first. `undefined`: unreadable, or of
 * another order than `code`.
 */
export function decodeChargeIds(json: string, code: string): readonly string[] | undefined {
  const { data } = parseRecord(json) ?? {}
  if (!Array.isArray(data)) return undefined
  const orders: { ids: string[]; createdAt: string }[] = []
  for (const order of data.map(record)) {
    if (order?.code !== code || !Array.isArray(order.charges)) return undefined
    const ids = order.charges.map((charge) => text(record(charge)?.id) ?? '')
    if (!ids.every(isChargeId)) return undefined
    orders.push({ ids, createdAt: text(order.created_at) ?? '' })
  }
  return orders
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)))
    .flatMap(({ ids }) => ids)
}

/**
 * The charges of one page of a list, and the names of the unreadable ones. `undefined`: not a page.
 */
export function decodeCharges(
  json: string,
): { readonly charges: readonly PagarmeCharge[]; readonly unread: readonly string[] } | undefined {
  const { data } = parseRecord(json) ?? {}
  if (!Array.isArray(data)) return undefined
  const read = data.map((item) => ({ item, charge: chargeOf(item) }))
  return {
    charges: read.flatMap(({ charge }) => charge ?? []),
    unread: read.flatMap(({ item, charge }) =>
      charge ? [] : [unreadName(item, [record(item)?.id])],
    ),
  }
}

/**
 * The fields named in a 400 or 422. `undefined`: unreadable. Messages are free text and are not
 * read.
 */
export function decodeErrorFields(json: string): readonly string[] | undefined {
  const body = parseRecord(json)
  if (typeof body?.message !== 'string') return undefined
  return Object.keys(record(body.errors) ?? {})
}

/** Also keeps unsafe characters of a provider out of our paths. */
export const isChargeId = (id: string): boolean => /^ch_[0-9A-Za-z]{1,64}$/.test(id)

function chargeOf(value: unknown): PagarmeCharge | undefined {
  const charge = record(value)
  const transaction = record(charge?.last_transaction)
  const id = text(charge?.id)
  const code = text(charge?.code)
  const status = text(charge?.status)
  const amount = count(charge?.amount)
  const transactionStatus = text(transaction?.status)
  if (!id || !isChargeId(id) || !code || !status || amount === undefined || !transactionStatus)
    return undefined
  const card = record(transaction?.card)
  const gateway = record(transaction?.gateway_response)
  return {
    ...{ id, code, status, amount },
    ...present({
      paidAmount: count(charge?.paid_amount),
      canceledAmount: count(charge?.canceled_amount),
    }),
    ...present({ createdAt: instant(charge?.created_at), updatedAt: instant(charge?.updated_at) }),
    transaction: {
      status: transactionStatus,
      errorFields: list(gateway?.errors).flatMap((error) => errorFieldOf(error) ?? []),
      ...present({
        tid: text(transaction?.acquirer_tid),
        nsu: text(transaction?.acquirer_nsu),
        authorizationCode: text(transaction?.acquirer_auth_code),
        returnCode: text(transaction?.acquirer_return_code),
        gatewayCode: text(gateway?.code),
        brand: text(card?.brand),
        installments: count(transaction?.installments),
        lastFour: /^[0-9]{4}$/.exec(text(card?.last_four_digits) ?? '')?.[0],
      }),
    },
  }
}

/**
 * The field that an error of the gateway is about: `type | field | text`. An error about a missing
 * fact of the customer has the text alone. The text can hold data of the payer and is not kept.
 */
function errorFieldOf(error: unknown): string | undefined {
  const message = text(record(error)?.message) ?? ''
  const [, field] = /^\w+ \| ([\w.[\]]{1,60}) \|/.exec(message) ?? []
  return field ?? (/\bcustomer\b/i.test(message) ? 'customer' : undefined)
}

/** With a zone, or in UTC. */
function instant(value: unknown): Date | undefined {
  const timestamp = text(value) ?? ''
  const at = new Date(/(Z|[+-][0-9]{2}:?[0-9]{2})$/.test(timestamp) ? timestamp : `${timestamp}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
