import { readDocument } from '../../brazil/document.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { OrderFacts } from '../transaction.ts'

/** Throws a Rejection unless the customer has a name, and a document whose digits are right. */
export function checkIdentifiedPayer(customer: OrderFacts['customer']): void {
  if (!customer?.document) throw new Rejection('document-required', { field: 'customer.document' })
  if (!readDocument(customer.document.number).ok)
    throw new Rejection('document-invalid', { field: 'customer.document.number' })
  if (!customer.name) throw new Rejection('customer-invalid', { field: 'customer.name' })
}
