import { WriteConflict } from '../journal/journal.ts'
import type { Cause, Effect } from '../ledger/effect.ts'
import type { Balance, Posting, Transfer } from '../ledger/posting.ts'
import { newId } from '../primitives/id.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { dueOf, type Receivable } from './receivable.ts'
import { receivablesWriter } from './receivable-store.ts'

/** The source of a part of an amount in `blocked`. */
export interface Hold {
  readonly book: 'available' | 'pending' | 'debt'
  readonly amount: Cents
  /** With `pending`: the receivable it was taken from. */
  readonly receivableId?: string
}

/** The objects that can hold money. */
type Holder = 'refund' | 'dispute'

/** The object that holds money, and its transaction. */
export interface HoldCause<Type extends Holder = Holder> {
  readonly accountId: string
  readonly transactionId: string
  readonly cause: { readonly type: Type; readonly id: string }
}

/**
 * Plans the sources of an amount: available money, then pending money, the earliest due first.
 * `missing` is the uncovered amount, in cents.
 */
export function planHolds(
  amount: Cents,
  { balance, scheduled }: { readonly balance: Balance; readonly scheduled: readonly Receivable[] },
): { readonly holds: readonly Hold[]; readonly missing: Cents } {
  const holds: Hold[] = []
  let left: number = amount
  const take = (funds: number, of: Pick<Hold, 'book' | 'receivableId'>) => {
    const part = Math.min(left, funds)
    if (part > 0) holds.push({ ...of, amount: cents(part) })
    left -= Math.max(part, 0)
  }
  take(balance.available, { book: 'available' })
  for (const receivable of scheduled)
    take(dueOf(receivable), { book: 'pending', receivableId: receivable.id })
  return { holds, missing: cents(left) }
}

export const heldAmount = (holds: readonly Hold[]): Cents =>
  cents(holds.reduce((sum, { amount }) => sum + amount, 0))

/** The receivables after the holds have taken from them. */
export const reducedReceivables = (
  scheduled: readonly Receivable[],
  holds: readonly Hold[],
): Receivable[] => adjusted(scheduled, holds, 1)

/**
 * The pending receivables after the holds are released to them. Throws `WriteConflict` when they
 * were released before.
 */
export const restoredReceivables = (
  scheduled: readonly Receivable[],
  holds: readonly Hold[],
): Receivable[] => adjusted(scheduled, holds, -1)

/**
 * Moves the money to `blocked`. An effect is `name` and a number. A cause that holds more than once
 * has a name for each time.
 */
export const holdPosting = (
  of: HoldCause,
  holds: readonly Hold[],
  at: Date,
  name: 'hold' | `hold-${number}` = 'hold',
): Posting =>
  holds.map(({ book, amount, receivableId }, index) => ({
    ...causedTransfer(of, at, {
      debit: book,
      credit: 'blocked',
      amount,
      effect: `${name}-${index + 1}`,
    }),
    ...(receivableId !== undefined && { receivableId }),
  }))

/**
 * Releases the money. Each part returns to its source, or to `available` if its receivable is
 * settled.
 */
export const releasePosting = (
  of: HoldCause,
  holds: readonly Hold[],
  at: Date,
  isStillScheduled: (receivableId: string) => boolean,
): Posting =>
  holds.map(({ book, amount, receivableId }, index) => {
    const isToCome =
      book === 'pending' && receivableId !== undefined && isStillScheduled(receivableId)
    // Released money pays a debt, like any money that becomes available.
    const credit = isToCome ? 'pending' : 'available'
    const transfer = causedTransfer(of, at, {
      debit: 'blocked',
      credit,
      amount,
      effect: `release-${index + 1}`,
    })
    return isToCome ? { ...transfer, receivableId } : transfer
  })

/** A transfer with its cause. */
export function causedTransfer<Type extends Holder>(
  { accountId, transactionId, cause: { type, id } }: HoldCause<Type>,
  at: Date,
  {
    effect,
    ...move
  }: Pick<Transfer, 'debit' | 'credit' | 'amount'> & { readonly effect: Effect<Type> },
): Transfer {
  const cause = { type, id, effect } as Cause // The effect is one of its type.
  return { accountId, id: newId(at.getTime()), ...move, cause, transactionId, postedAt: at }
}

function adjusted(
  scheduled: readonly Receivable[],
  holds: readonly Hold[],
  sign: 1 | -1,
): Receivable[] {
  const amounts = new Map<string, number>()
  for (const { receivableId, amount } of holds) {
    if (receivableId !== undefined)
      amounts.set(receivableId, (amounts.get(receivableId) ?? 0) + amount)
  }
  return scheduled.flatMap((receivable) => {
    const amount = amounts.get(receivable.id)
    if (amount === undefined) return []
    const taken = receivable.taken + sign * amount
    // Another change released it before this read, so the holds are of an outdated version.
    if (taken < 0) throw new WriteConflict(receivablesWriter)
    return [{ ...receivable, version: receivable.version + 1, taken: cents(taken) }]
  })
}
