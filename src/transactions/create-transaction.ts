import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { createCard } from './card/create-card-transaction.ts'
import { createBoleto } from './charge/create-boleto-transaction.ts'
import { createPix } from './charge/create-pix-transaction.ts'
import type { Order } from './order.ts'
import type { Transaction } from './transaction.ts'

/**
 * Creates a payment (docs/design/interface.md#creating-a-transaction). Throws a Rejection when the
 * order breaks a rule: then nothing was stored. A refused card is no rejection: it is a transaction
 * whose status is REFUSED.
 */
export function createTransaction(
  app: App,
  account: Account,
  order: Order,
  remember?: IdempotencyHandle<Transaction>,
): Promise<Transaction> {
  app.journal.assertCapacity()
  switch (order.payment.method) {
    case 'PIX':
      return createPix(app, account, order, remember)
    case 'BOLETO':
      return createBoleto(app, account, { ...order, payment: order.payment }, remember)
    case 'CREDIT_CARD':
      return createCard(app, account, { ...order, payment: order.payment }, remember)
  }
}

/** An order for one method. */
export type OrderFor<Method extends Order['payment']['method']> = Order & {
  readonly payment: Extract<Order['payment'], { method: Method }>
}
