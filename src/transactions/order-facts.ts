import type { Static } from 'typebox'
import type {
  CreateTransactionRequest,
  CustomerInput,
  ItemInput,
  ShippingInput,
} from '../../contract/create-transaction.ts'
import { idFromDigest } from '../primitives/id.ts'
import type { Vault } from '../primitives/vault.ts'
import type { Address, OrderFacts } from './transaction.ts'

/** The owner of an order, and the keys that create ids of its customers. */
export interface OrderOwner {
  readonly accountId: string
  readonly vault: Pick<Vault, 'stableHmac'>
}

type OrderRequest = Pick<
  CreateTransactionRequest,
  Exclude<keyof OrderFacts, 'customer'> | 'customer'
>

/** What every response of an order repeats, from its normalized request. Absent values are null. */
export function orderFactsOf(request: OrderRequest, owner: OrderOwner): OrderFacts {
  const { customer, shipping, items } = request
  return {
    customer: customer ? customerOf(customer, owner) : null,
    items: itemsOf(items),
    shipping: shippingOf(shipping),
    metadata: request.metadata ?? null,
    postbackUrl: request.postbackUrl ?? null,
    traceable: request.traceable ?? null,
    ip: request.ip ?? null,
    externalRef: request.externalRef ?? null,
  }
}

export const itemsOf = (items: readonly Static<typeof ItemInput>[] = []): OrderFacts['items'] =>
  items.map(({ title, unitPrice, quantity, tangible, externalRef }) => ({
    title: title ?? null,
    unitPrice: unitPrice ?? null,
    quantity: quantity ?? null,
    tangible: tangible ?? null,
    externalRef: externalRef ?? null,
  }))

/** A customer with an id that is the same for the same person at the same account. */
export function customerOf(
  customer: Static<typeof CustomerInput>,
  { accountId, vault }: OrderOwner,
): NonNullable<OrderFacts['customer']> {
  const { name, email, phone, document, externaRef, address } = customer
  // The same person in the same shop has the same id: by document, otherwise by other identifying
  // fields.
  const who =
    document?.number ?? email?.toLowerCase() ?? externaRef ?? `${name ?? ''} ${phone ?? ''}`
  return {
    // Keyed: a plain hash of a CPF could be reversed by trying all of them.
    id: idFromDigest(vault.stableHmac('customer', `${accountId} ${who}`)),
    name: name ?? null,
    email: email ?? null,
    phone: phone ?? null,
    document: document ?? null,
    externaRef: externaRef ?? null,
    address: addressOf(address),
  }
}

/** Blank blocks count as absent. */
function shippingOf(shipping: Static<typeof ShippingInput> | undefined): OrderFacts['shipping'] {
  const address = addressOf(shipping?.address)
  const fee = shipping?.fee ?? null
  return fee === null && address === null ? null : { fee, address }
}

function addressOf(address: Static<typeof CustomerInput>['address']): Address | null {
  if (!address || Object.keys(address).length === 0) return null
  return {
    street: address.street ?? null,
    streetNumber: address.streetNumber ?? null,
    complement: address.complement ?? null,
    zipCode: address.zipCode ?? null,
    neighborhood: address.neighborhood ?? null,
    city: address.city ?? null,
    state: address.state ?? null,
    country: address.country ?? null,
  }
}
