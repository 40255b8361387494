import { methodVerbs } from '../methods/method-verbs.ts'
import type { Transaction } from '../transaction.ts'
import type { SyncDeps } from './record-charge.ts'

/**
 * Asks the provider what is true of an open charge and records it: paid, expired, removed, or
 * nothing new. Callbacks, expiry and the safety net all come through here, so a payment of the last
 * second ends the same way by any road.
 */
export const syncCharge = (app: SyncDeps, transaction: Transaction): Promise<Transaction> =>
  methodVerbs[transaction.method].sync(app, transaction)
