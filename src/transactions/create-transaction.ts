import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { methodVerbs } from './methods/method-verbs.ts'
import type { Creation, Order } from './order.ts'
import type { Transaction } from './transaction.ts'

/**
 * Creates a payment (docs/design/interface.md#creating-a-transaction). Throws a Rejection when the
 * order breaks a rule, and then nothing is stored. A refused card is not a rejection: it is a
 * transaction with status REFUSED.
 */
export function createTransaction(
  app: App,
  account: Account,
  order: Order,
  creation: Creation = {},
): Promise<Transaction> {
  app.journal.assertCapacity()
  return methodVerbs[order.payment.method].create(app, account, order, creation)
}
