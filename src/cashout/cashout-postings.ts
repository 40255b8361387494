import type { Effect } from '../ledger/effect.ts'
import type { Book, Posting, Transfer } from '../ledger/posting.ts'
import { newId } from '../primitives/id.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { type Cashout, totalOf } from './cashout.ts'

/**
 * The postings of a change from `before` to `after`. The money is held when the cashout is
 * requested, and paid out or released when the bank reports the result. Money that comes back later
 * is a new credit. `owed`: the part of a new cashout that becomes debt, cents. Pure except for the
 * new ids.
 */
export function cashoutPostings(
  before: Cashout | undefined,
  after: Cashout,
  owed: Cents = cents(0),
): Posting {
  const total = cents(totalOf(after))
  if (before === undefined) return hold(after, cents(total - owed), owed)
  const returned = after.returns
    .slice(before.returns.length)
    .map(({ returnId, amount }) =>
      transfer(after, 'clearing:payout', 'available', amount, `return ${returnId}`),
    )
  return [...endOfHold(before, after, total), ...returned]
}

const hold = (cashout: Cashout, covered: Cents, owed: Cents): Posting => [
  ...(covered === 0 ? [] : [transfer(cashout, 'available', 'blocked', covered, 'hold')]),
  ...(owed === 0 ? [] : [transfer(cashout, 'debt', 'blocked', owed, 'hold-2')]),
]

function endOfHold(before: Cashout, after: Cashout, total: Cents): Posting {
  const isHeld = before.status === 'PENDING' || before.status === 'PROCESSING'
  if (!isHeld || after.status === before.status) return []
  switch (after.status) {
    case 'FAILED':
    case 'CANCELED':
      return [transfer(after, 'blocked', 'available', total, 'release')]
    case 'COMPLETED':
    case 'REFUNDED':
      return [
        transfer(after, 'blocked', 'clearing:payout', after.amount, 'payout'),
        ...(after.fee === 0 ? [] : [transfer(after, 'blocked', 'fees', after.fee, 'fee')]),
      ]
    case 'PENDING':
    case 'PROCESSING':
      return []
  }
}

const transfer = (
  of: Cashout,
  debit: Book,
  credit: Book,
  amount: Cents,
  effect: Effect<'cashout'>,
): Transfer => ({
  accountId: of.accountId,
  id: newId(of.updatedAt.getTime()),
  debit,
  credit,
  amount,
  cause: { type: 'cashout', id: of.id, effect },
  postedAt: of.updatedAt,
})
