import { accountById } from '../accounts/account-store.ts'
import type { Sql } from '../db/pool.ts'
import { type Journal, WriteConflict } from '../journal/journal.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import type { Clock } from '../primitives/clock.ts'
import { derivedId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Correction } from './correction.ts'
import { correctionChange } from './correction-change.ts'
import { correctionById } from './correction-store.ts'
import { balanceOf } from './ledger-store.ts'
import { deltaOf, merchantBooks } from './posting.ts'

interface Deps {
  readonly sql: Sql
  readonly clock: Clock
  readonly journal: Journal
}

/** The correction that a person requests. Its two books differ. */
export interface CorrectionRequest extends Omit<Correction, 'id' | 'correctedAt'> {
  /**
   * Any text that the person chooses. Under the same key the same correction is posted once, with
   * any number of repeats.
   */
  readonly key: string
}

/**
 * Posts a correction. It is an entry like any other: no book goes below zero, and a debit increases
 * `debt`. Throws `not-found`, `insufficient-balance`, and `idempotency-key-reused` for the key of
 * another correction.
 */
export async function postCorrection(
  app: Deps,
  { key, ...request }: CorrectionRequest,
): Promise<Correction> {
  app.journal.assertCapacity()
  const found = await accountById(app.sql, request.accountId)
  if (!found) throw new Rejection('not-found')
  // The stored id, because the request may write it in upper case. One account has one key.
  const accountId = found.account.id
  const id = derivedId(`correction ${accountId} ${key}`)
  return retryOnConflict(() => postOnce(app, { ...request, accountId, id }))
}

/** Throws `WriteConflict` when the cause of the conflict no longer exists. */
async function postOnce(app: Deps, request: Omit<Correction, 'correctedAt'>): Promise<Correction> {
  const { accountId, id } = request
  const earlier = await correctionById(app.sql, accountId, id)
  if (earlier) return sameOrRejected(earlier, request)
  const correction = { ...request, correctedAt: app.clock.now() }
  try {
    await app.journal.record(correctionChange(correction))
    return correction
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    const winner = await correctionById(app.sql, accountId, id)
    if (winner) return sameOrRejected(winner, request)
    const balance = await balanceOf(app, accountId)
    const missing = Math.max(
      ...merchantBooks.map((book) => -balance[book] - deltaOf(request, book)),
    )
    if (missing > 0)
      throw new Rejection('insufficient-balance', { field: 'amount', params: { missing } })
    throw cause
  }
}

function sameOrRejected(earlier: Correction, request: Omit<Correction, 'correctedAt'>): Correction {
  const isSame =
    earlier.debit === request.debit &&
    earlier.credit === request.credit &&
    earlier.amount === request.amount &&
    earlier.reason === request.reason &&
    earlier.correctedBy === request.correctedBy
  if (!isSame) throw new Rejection('idempotency-key-reused')
  return earlier
}
