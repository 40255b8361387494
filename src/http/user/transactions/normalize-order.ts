import type { CreateTransactionRequest } from '../../../../contract/create-transaction.ts'
import { normalizeDocument } from '../../../brazil/document.ts'
import { defined } from '../../../primitives/defined.ts'
import {
  type Fields,
  flag,
  isFields,
  nonEmpty,
  nonNull,
  normalizeObject,
  upper,
} from '../../request/normalize.ts'
import { orderMethodOf } from './order-methods.ts'

/**
 * A creation request in the form `CreateTransactionRequest` describes. Blocks of other methods are
 * left out, so that they are not validated: existing clients send them.
 */
export function normalizeOrder(body: Fields): Fields {
  const method = upper(body.paymentMethod)
  const common = {
    amount: nonNull(body.amount),
    paymentMethod: method,
    customer: normalizeObject(body.customer, normalizeCustomer),
    shipping: normalizeObject(body.shipping, ({ fee, address }) =>
      defined({ fee: nonEmpty(fee), address: normalizeObject(address, normalizeAddress) }),
    ),
    items: normalizeItems(body.items),
    traceable: flag(body.traceable),
    ip: nonEmpty(body.ip),
    postbackUrl: nonEmpty(body.postbackUrl),
    externalRef: nonEmpty(body.externalRef),
    metadata: body.metadata,
  } satisfies Readonly<Record<OrderField, unknown>>
  return defined({ ...common, ...orderMethodOf(method)?.normalize(body) })
}

/** The fields of every payment method. A field of the contract that is missing does not compile. */
type OrderField = Exclude<
  keyof CreateTransactionRequest,
  'currency' | 'installments' | 'capture' | 'card' | 'wallet' | 'pix' | 'boleto'
>

function normalizeCustomer(customer: Fields): Fields {
  return defined({
    name: nonEmpty(customer.name),
    email: nonEmpty(customer.email),
    phone: nonEmpty(customer.phone),
    document: normalizeObject(customer.document, normalizeDocumentField),
    // The interface has this spelling; clients send both.
    externaRef: nonEmpty(customer.externaRef) ?? nonEmpty(customer.externalRef),
    address: normalizeObject(customer.address, normalizeAddress),
  })
}

/** Without a type the length decides it. A blank document counts as absent. */
function normalizeDocumentField({ number, type }: Fields): Fields | undefined {
  const digits = typeof number === 'string' ? normalizeDocument(number) : nonNull(number)
  if (digits === '' || digits === undefined) return undefined
  const byLength = typeof digits === 'string' && digits.length === 14 ? 'CNPJ' : 'CPF'
  return { number: digits, type: upper(type) ?? byLength }
}

function normalizeItems(items: unknown): unknown {
  if (!Array.isArray(items)) return nonEmpty(items)
  return items.map((item: unknown) => (isFields(item) ? normalizeItem(item) : item))
}

const normalizeItem = (item: Fields): Fields =>
  defined({
    title: nonEmpty(item.title),
    unitPrice: nonEmpty(item.unitPrice),
    quantity: nonEmpty(item.quantity),
    tangible: flag(item.tangible),
    externalRef: nonEmpty(item.externalRef),
  })

const addressFields = [
  'street',
  'streetNumber',
  'complement',
  'zipCode',
  'neighborhood',
  'city',
  'state',
  'country',
] as const

const normalizeAddress = (address: Fields): Fields =>
  defined(Object.fromEntries(addressFields.map((name) => [name, nonEmpty(address[name])])))
