import assert from 'node:assert/strict'
import { readDocument } from '../../brazil/document.ts'
import { bareId } from '../../primitives/id.ts'
import type { BoletoPayer } from '../../providers/ports/boleto.ts'
import { isWholeAddress } from '../methods/boleto.ts'
import type { OrderFacts, Transaction } from '../transaction.ts'

// The facts of an order as the bank of its boleto has them.

export function payerOf({ customer }: OrderFacts): BoletoPayer {
  assert(customer?.document && customer.name, 'the plan checked the payer')
  const reading = readDocument(customer.document.number)
  assert(reading.ok, 'the plan checked the document')
  const address = customer.address
  return {
    name: customer.name,
    document: reading.document.number,
    ...(isWholeAddress(address) && {
      address: {
        street: [address.street, address.streetNumber, address.complement]
          .filter(Boolean)
          .join(', '),
        city: address.city,
        state: address.state,
        zipCode: address.zipCode.replaceAll('-', ''),
        neighborhood: address.neighborhood ?? '',
      },
    }),
  }
}

/** The end of the merchant's reference, as a slip has 15 characters for it. Else of our id. */
export const documentNumberOf = ({ id, order }: Pick<Transaction, 'id' | 'order'>): string =>
  (order.externalRef ?? bareId(id)).slice(-15)
