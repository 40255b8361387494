import type { App } from '../../app.ts'
import type { Sql } from '../../db/pool.ts'
import { isRepeat } from '../../idempotency/idempotency-store.ts'
import { write } from '../../journal/change.ts'
import { WriteConflict } from '../../journal/journal.ts'
import type { Rejection } from '../../primitives/rejection.ts'
import type { Creation } from '../order.ts'
import { providerUnavailable, refusedByProvider } from '../provider-rejections.ts'
import type { Transaction } from '../transaction.ts'
import { createChange } from '../transaction-change.ts'
import { providerReferencesWriter, transactionById } from '../transaction-store.ts'
import { firstCheckAt } from './sync-schedule.ts'

/**
 * Commits a charge that its provider has created, in one commit with the provider's reference and
 * the result of the idempotency key.
 */
export async function recordNewCharge(
  { sql, journal, links }: Pick<App, 'sql' | 'journal' | 'links'>,
  transaction: Transaction,
  reference: string,
  { idempotency, extraWrites = [] }: Creation,
): Promise<Transaction> {
  const { id, accountId, providerId } = transaction
  const change = createChange(transaction, {
    links,
    checkAt: firstCheckAt(transaction),
    extraWrites: [
      write(providerReferencesWriter, { providerId, reference, accountId, transactionId: id }),
      ...extraWrites,
      ...(idempotency ? [idempotency.markCompleted(id, transaction)] : []),
    ],
  })
  try {
    await journal.record(change)
    return transaction
  } catch (cause) {
    const isKnown = cause instanceof WriteConflict && !isRepeat(cause)
    const earlier = isKnown ? await chargeOfKey(sql, transaction, idempotency) : undefined
    if (earlier) return earlier
    throw cause
  }
}

/**
 * The charge that this key made, if its id follows from the key: the sweep after a restore has
 * brought it back, or the key is old and deleted.
 */
export async function chargeOfKey(
  sql: Sql,
  { id, accountId }: Pick<Transaction, 'id' | 'accountId'>,
  idempotency: Creation['idempotency'],
): Promise<Transaction | undefined> {
  const charge = idempotency && (await transactionById(sql, accountId, id))
  if (charge) idempotency.markRepeated()
  return charge
}

/** A provider's response that no charge was created. */
type NotCreated =
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  | { readonly kind: 'unavailable'; readonly cause: unknown }

/** The rejection of an order whose charge the provider did not create. */
export const chargeRejection = (provider: string, outcome: NotCreated): Rejection =>
  outcome.kind === 'rejected'
    ? refusedByProvider('charge-refused-by-provider', {
        provider,
        providerCode: outcome.code,
        detail: outcome.message,
      })
    : providerUnavailable(provider, outcome.cause)
