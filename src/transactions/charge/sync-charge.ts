import { methodVerbs } from '../methods/method-verbs.ts'
import type { Transaction } from '../transaction.ts'
import type { SyncDeps } from './record-charge.ts'

/**
 * Queries the provider for an open charge and records the result: paid, expired, removed, or
 * unchanged. Callbacks, expiry and scheduled queries all use this function, so a payment of the
 * last second has the same result in each case. With `needsResponse` it throws `Unanswered` after a
 * query without a response.
 */
export const syncCharge = (app: SyncDeps, transaction: Transaction): Promise<Transaction> =>
  methodVerbs[transaction.method].sync(app, transaction)
