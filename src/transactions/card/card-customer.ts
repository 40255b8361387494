import type { CardAddress, CardCustomer } from '../../providers/ports/card.ts'
import type { Address, OrderFacts } from '../transaction.ts'

/** The payer of a card sale. `holderName` is the name of an order without a customer. */
export function cardCustomer(
  { customer, ip }: Pick<OrderFacts, 'customer' | 'ip'>,
  holderName: string,
): CardCustomer {
  const address = cardAddress(customer?.address ?? null)
  return {
    name: customer?.name || holderName,
    ...(customer?.email && { email: customer.email }),
    ...(customer?.document && { document: customer.document.number }),
    ...(customer?.phone && { phone: customer.phone }),
    ...(address && { address }),
    ...(ip && { ip }),
  }
}

/** An address without one of its four compulsory parts is not sent. */
function cardAddress(address: Address | null): CardAddress | undefined {
  if (!address?.street || !address.city || !address.state || !address.zipCode) return undefined
  const { street, city, state, zipCode, streetNumber, complement, neighborhood } = address
  return {
    ...{ street, city, state, zipCode },
    ...(streetNumber && { streetNumber }),
    ...(complement && { complement }),
    ...(neighborhood && { neighborhood }),
  }
}
