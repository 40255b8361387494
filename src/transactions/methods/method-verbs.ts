import type { PaymentMethod } from '../../../contract/fields.ts'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { createCard } from '../card/create-card-transaction.ts'
import { syncAuthorization } from '../card/sync-authorization.ts'
import { createBoleto } from '../charge/create-boleto-transaction.ts'
import { createPix } from '../charge/create-pix-transaction.ts'
import type { SyncDeps } from '../charge/record-charge.ts'
import { syncBoleto } from '../charge/sync-boleto.ts'
import { syncPix } from '../charge/sync-pix.ts'
import type { Creation, Order, Payment } from '../order.ts'
import type { Transaction } from '../transaction.ts'
import type { PaymentBy } from './method.ts'

/** The parts of a payment method that call a provider and record its response. */
interface MethodVerbs<Paid extends Payment = Payment> {
  /**
   * Creates a payment at the provider and records it. Throws a Rejection when the order breaks a
   * rule.
   */
  create(app: App, account: Account, order: Order<Paid>, creation: Creation): Promise<Transaction>
  /** Queries the provider for an open payment and records the response. */
  sync(app: SyncDeps, transaction: Transaction): Promise<Transaction>
}

export const methodVerbs: Readonly<Record<PaymentMethod, MethodVerbs>> = {
  PIX: { create: createPix, sync: syncPix },
  BOLETO: { create: createBoleto, sync: syncBoleto },
  CREDIT_CARD: { create: createCard, sync: syncAuthorization },
} satisfies { readonly [Name in PaymentMethod]: MethodVerbs<PaymentBy<Name>> }
