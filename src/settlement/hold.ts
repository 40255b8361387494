import { WriteConflict } from '../journal/journal.ts'
import type { Cause, Effect } from '../ledger/effect.ts'
import type { Balance, Posting, Transfer } from '../ledger/posting.ts'
import { newId } from '../primitives/id.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { dueOf, type Receivable } from './receivable.ts'
import { receivablesWriter } from './receivable-store.ts'

/** Where a part of an amount that waits in `blocked` was taken from. */
export interface Hold {
  readonly book: 'available' | 'pending' | 'debt'
  readonly amount: Cents
  /** With `pending`: the receivable it was taken from. */
  readonly receivableId?: string
}

/** What money can wait for. */
type Holder = 'refund' | 'dispute'

/** What waits, and what is about. */
export interface HoldCause<Type extends Holder = Holder> {
  readonly accountId: string
  readonly transactionId: string
  readonly cause: { readonly type: Type; readonly id: string }
}

/**
 * Where an amount is taken from: what is available, then what is to come, the soonest first. `missing` is what is not
 * there, in cents.
 */
export function planHolds(
  amount: Cents,
  { balance, scheduled }: { readonly balance: Balance; readonly scheduled: readonly Receivable[] },
): { readonly holds: readonly Hold[]; readonly missing: Cents } {
  const holds: Hold[] = []
  let left: number = amount
  const take = (there: number, of: Pick<Hold, 'book' | 'receivableId'>) => {
    const part = Math.min(left, there)
    if (part > 0) holds.push({ ...of, amount: cents(part) })
    left -= Math.max(part, 0)
  }
  take(balance.available, { book: 'available' })
  for (const receivable of scheduled) take(dueOf(receivable), { book: 'pending', receivableId: receivable.id })
  return { holds, missing: cents(left) }
}

export const heldAmount = (holds: readonly Hold[]): Cents => cents(holds.reduce((sum, { amount }) => sum + amount, 0))

/** Receivables with what the holds take from them. */
export const takenFrom = (scheduled: readonly Receivable[], holds: readonly Hold[]): Receivable[] =>
  moved(scheduled, holds, 1)

/** Receivables that are still to come, with what the holds took given back. Throws `WriteConflict` when it was before. */
export const givenBackTo = (scheduled: readonly Receivable[], holds: readonly Hold[]): Receivable[] =>
  moved(scheduled, holds, -1)

/**
 * The money waits in `blocked`. Effects are `name` and a number: of a cause that holds more than once, each time has a
 * name.
 */
export const holdPosting = (
  of: HoldCause,
  holds: readonly Hold[],
  at: Date,
  name: 'hold' | `hold-${number}` = 'hold',
): Posting =>
  holds.map(({ book, amount, receivableId }, index) => ({
    ...causedTransfer(of, at, { debit: book, credit: 'blocked', amount, effect: `${name}-${index + 1}` }),
    ...(receivableId !== undefined && { receivableId }),
  }))

/** It goes back: each part where it was, or available when its receivable was settled meanwhile. */
export const releasePosting = (
  of: HoldCause,
  holds: readonly Hold[],
  at: Date,
  isStillScheduled: (receivableId: string) => boolean,
): Posting =>
  holds.map(({ book, amount, receivableId }, index) => {
    const isToCome = book === 'pending' && receivableId !== undefined && isStillScheduled(receivableId)
    // What was owed for it is paid by what becomes available, as any debt is.
    const credit = isToCome ? 'pending' : 'available'
    const transfer = causedTransfer(of, at, { debit: 'blocked', credit, amount, effect: `release-${index + 1}` })
    return isToCome ? { ...transfer, receivableId } : transfer
  })

/** A transfer with the cause's name on it. */
export function causedTransfer<Type extends Holder>(
  { accountId, transactionId, cause: { type, id } }: HoldCause<Type>,
  at: Date,
  { effect, ...move }: Pick<Transfer, 'debit' | 'credit' | 'amount'> & { readonly effect: Effect<Type> },
): Transfer {
  const cause = { type, id, effect } as Cause // The effect is one of its type.
  return { accountId, id: newId(at.getTime()), ...move, cause, transactionId, postedAt: at }
}

function moved(scheduled: readonly Receivable[], holds: readonly Hold[], sign: 1 | -1): Receivable[] {
  const amounts = new Map<string, number>()
  for (const { receivableId, amount } of holds) {
    if (receivableId !== undefined) amounts.set(receivableId, (amounts.get(receivableId) ?? 0) + amount)
  }
  return scheduled.flatMap((receivable) => {
    const amount = amounts.get(receivable.id)
    if (amount === undefined) return []
    const taken = receivable.taken + sign * amount
    // Read after somebody else gave it back: the holds are of a version that is no more.
    if (taken < 0) throw new WriteConflict(receivablesWriter)
    return [{ ...receivable, version: receivable.version + 1, taken: cents(taken) }]
  })
}
