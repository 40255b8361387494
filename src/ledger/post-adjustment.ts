import { accountById } from '../accounts/account-store.ts'
import type { Sql } from '../db/pool.ts'
import { type Journal, WriteConflict } from '../journal/journal.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import type { Clock } from '../primitives/clock.ts'
import { derivedId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type Correction, correctionChange } from './adjustment.ts'
import { correctionById } from './adjustment-store.ts'
import { balanceOf } from './ledger-store.ts'
import { deltaOf, merchantBooks } from './posting.ts'

interface Ground {
  readonly sql: Sql
  readonly clock: Clock
  readonly journal: Journal
}

/** What a person wants posted. The books differ. */
export interface AdjustmentRequest extends Omit<Correction, 'id' | 'correctedAt'> {
  /** Any text of theirs: under the same key the same correction is posted once, whoever repeats it and when. */
  readonly key: string
}

/**
 * Posts a correction: a new entry, like any other (no book goes below zero; `debt` grows by a debit). Throws `not-found`,
 * `insufficient-balance`, `idempotency-key-reused` for a key of another correction.
 */
export async function postAdjustment(app: Ground, { key, ...wish }: AdjustmentRequest): Promise<Correction> {
  app.journal.assertCapacity()
  const found = await accountById(app.sql, wish.accountId)
  if (!found) throw new Rejection('not-found')
  // As it is stored: however it was written, it is one account and one key.
  const accountId = found.account.id
  const id = derivedId(`correction ${accountId} ${key}`)
  return retryOnConflict(() => postOnce(app, { ...wish, accountId, id }))
}

/** Throws `WriteConflict` when what was in the way is gone by now. */
async function postOnce(app: Ground, wish: Omit<Correction, 'correctedAt'>): Promise<Correction> {
  const { accountId, id } = wish
  const earlier = await correctionById(app.sql, accountId, id)
  if (earlier) return sameOrRefused(earlier, wish)
  const correction = { ...wish, correctedAt: app.clock.now() }
  try {
    await app.journal.record(correctionChange(correction))
    return correction
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    const winner = await correctionById(app.sql, accountId, id)
    if (winner) return sameOrRefused(winner, wish)
    const balance = await balanceOf(app, accountId)
    const missing = Math.max(...merchantBooks.map((book) => -balance[book] - deltaOf(wish, book)))
    if (missing > 0) throw new Rejection('insufficient-balance', { field: 'amount', params: { missing } })
    throw cause
  }
}

function sameOrRefused(earlier: Correction, wish: Omit<Correction, 'correctedAt'>): Correction {
  const isSame =
    earlier.debit === wish.debit &&
    earlier.credit === wish.credit &&
    earlier.amount === wish.amount &&
    earlier.reason === wish.reason &&
    earlier.correctedBy === wish.correctedBy
  if (!isSame) throw new Rejection('idempotency-key-reused')
  return earlier
}
