import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Books, earn, hear, type Move, openBooks, refund } from '../../test/kit/dispute-rules.ts'
import { cents } from '../primitives/money.ts'
import { endOf, refundedOf, untakenAmount } from '../transactions/at-stake.ts'
import { isOpen } from './dispute.ts'

/** Any claim of three, in any state, of any part; money that comes in; refunds that begin where they may, and end. */
const anyMove: fc.Arbitrary<{ readonly move: Move; readonly brings: number }> = fc.oneof(
  fc
    .record({
      state: fc.constantFrom('needs-response', 'under-review', 'won', 'lost'),
      caseId: fc.constantFrom('a', 'b', 'c'),
      amount: fc.oneof(fc.constant(100_00), fc.integer({ min: 1, max: 100_00 })),
      phase: fc.integer({ min: 1, max: 2 }),
    })
    .map(({ state, amount, ...given }) => ({ move: hear(state, { ...given, amount: cents(amount) }), brings: 0 })),
  fc.integer({ min: 0, max: 80_00 }).map((brings) => ({ move: earn(brings), brings })),
  fc.integer({ min: 1, max: 100_00 }).map((amount) => ({ move: begin(amount), brings: 0 })),
  fc.constantFrom('COMPLETED', 'FAILED').map((end) => ({ move: finish(end), brings: 0 })),
)

const begin =
  (amount: number): Move =>
  (books) => {
    const { status, refunds = [] } = books.transaction
    const left = untakenAmount(books.transaction)
    if (status === 'PAID' && left > 0) refund(Math.min(amount, left), 'PROCESSING', `r${refunds.length}`)(books)
  }

const finish =
  (end: 'COMPLETED' | 'FAILED'): Move =>
  (books) => {
    const open = books.transaction.refunds?.find(({ status }) => status === 'PROCESSING')
    if (open) refund(open.amount, end, open.id)(books)
  }

for (const method of ['PIX', 'CREDIT_CARD'] as const) {
  test(`whatever is heard of a payment by ${method}, in whatever order: no cent twice, none lost`, () => {
    fc.assert(
      fc.property(
        fc.array(anyMove, { minLength: 5, maxLength: 40, size: 'max' }),
        fc.integer({ min: 0, max: 150_00 }),
        (moves, available) => {
          const books = openBooks(method, available, [20_00, 15_00])
          let brought = available + 35_00
          for (const { move, brings } of moves) {
            move(books) // Each step is held to the rules of every step there.
            brought += brings
            hold(books, brought)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
}

function hold({ transaction, disputes, balance }: Books, brought: number): void {
  const facts = transaction.disputes ?? []
  const lost = facts.reduce((sum, { lostAmount }) => sum + lostAmount, 0)
  assert.equal(balance.available + balance.pending + balance.blocked - balance.debt + lost, brought)
  assert.equal(facts.length, disputes.size)
  const end = endOf(transaction)
  if (end) assert.equal(transaction.status, end)
  else assert.ok(transaction.status === 'PAID' || transaction.status === 'IN_PROTEST')
  assert.equal(transaction.refundedAmount, refundedOf(transaction))
  if (transaction.status === 'IN_PROTEST') assert.ok(facts.some(isOpen))
  for (const { status, blockedAmount, lostAmount, amount } of facts) {
    assert.ok(blockedAmount + lostAmount <= amount)
    if (blockedAmount > 0) assert.ok(isOpen({ status }) && transaction.status === 'IN_PROTEST')
    if (lostAmount > 0) assert.equal(status, 'LOST')
  }
}
