import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Books,
  earn,
  type Move,
  openBooks,
  recheck,
  refund,
  report,
} from '../../test/kit/dispute-rules.ts'
import { cents } from '../primitives/money.ts'
import type { Claim } from '../providers/ports/dispute.ts'
import {
  finalStatus,
  refundableAmount,
  refundedOf,
  remainingAmount,
} from '../transactions/remaining-amount.ts'
import { isOpen } from './dispute.ts'

/**
 * The expected position of the provider, modeled independently. It takes what it reports as lost
 * as far as it still has the money. It pays refunds as far as it still has the money. It returns
 * what it reverses.
 */
interface Provider {
  readonly took: Map<string, number>
  refunded: number
}

type Act = (books: Books, provider: Provider) => number

/**
 * Any state of any of three claims, of any part. Received money. Refunds that start where they may,
 * and end. The worker that takes the rests of losses. Returns the received money.
 */
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc
    .record({
      state: fc.constantFrom('needs-response', 'under-review', 'won', 'lost'),
      caseId: fc.constantFrom('a', 'b', 'c'),
      amount: fc.oneof(fc.constant(100_00), fc.integer({ min: 1, max: 100_00 })),
      phase: fc.integer({ min: 1, max: 2 }),
    })
    .map(({ amount, ...claim }) => claims({ ...claim, amount: cents(amount) })),
  fc.integer({ min: 0, max: 80_00 }).map((amount) => (books: Books) => {
    earn(amount)(books)
    return amount
  }),
  fc.integer({ min: 1, max: 100_00 }).map((amount) => doing(begin(amount))),
  fc
    .boolean()
    .map((isDone) => (books: Books, provider: Provider) => finish(books, provider, isDone)),
  fc.constant((books: Books, provider: Provider) => takeRests(books, provider)),
)

const doing =
  (move: Move): Act =>
  (books) => {
    move(books)
    return 0
  }

const hasLeft = ({ transaction: { amount } }: Books, { took, refunded }: Provider): number =>
  amount - refunded - [...took.values()].reduce((sum, each) => sum + each, 0)

/** The provider reports a state of a case, and has acted on it. */
const claims =
  (claim: Pick<Claim, 'state' | 'caseId' | 'amount' | 'phase'>): Act =>
  (books, provider) => {
    const { caseId, state, ...rest } = claim
    const before = books.disputes.get(caseId)?.status
    const { amount: claimed } = books.disputes.get(caseId) ?? claim
    const could = Math.min(claim.amount, claimed, hasLeft(books, provider))
    report(state, { caseId, ...rest })(books)
    const after = books.disputes.get(caseId)?.status
    // A contradiction to a final fact is checked by a person, here and at the provider.
    if (before !== 'LOST' && after === 'LOST') provider.took.set(caseId, could)
    if (before === 'LOST' && after === 'WON') provider.took.delete(caseId)
    return takeRests(books, provider)
  }

const begin =
  (amount: number): Move =>
  (books) => {
    const { status, refunds = [] } = books.transaction
    const left = refundableAmount(books.transaction)
    if (status === 'PAID' && left > 0)
      refund(Math.min(amount, left), 'PROCESSING', `r${refunds.length}`)(books)
  }

/** An open refund ends. The provider pays only what it still has. */
function finish(books: Books, provider: Provider, isDone: boolean): number {
  const open = books.transaction.refunds?.find(({ status }) => status === 'PROCESSING')
  if (!open) return 0
  const gives = isDone && open.amount <= hasLeft(books, provider)
  if (gives) provider.refunded += open.amount
  refund(open.amount, gives ? 'COMPLETED' : 'FAILED', open.id)(books)
  return 0
}

for (const method of ['PIX', 'CREDIT_CARD'] as const) {
  test(`reports in any order about ${method}: the books lose what the provider took`, () => {
    fc.assert(
      fc.property(
        fc.array(anyAct, { minLength: 5, maxLength: 40, size: 'max' }),
        fc.integer({ min: 0, max: 150_00 }),
        (acts, available) => {
          const books = openBooks(method, available, [20_00, 15_00])
          const provider: Provider = { took: new Map(), refunded: 0 }
          let brought = available + 35_00
          for (const act of acts) {
            brought += act(books, provider) // Each step is checked against the rules of every step.
            hold(books, brought)
            holdToProvider(books, provider)
          }
          // Every open refund ends.
          while (books.transaction.refunds?.some(({ status }) => status === 'PROCESSING'))
            finish(books, provider, true)
          takeRests(books, provider)
          for (const { caseId, status } of books.disputes.values())
            if (isOpen({ status }))
              claims({ state: 'won', caseId, amount: cents(100_00) })(books, provider)
          holdToProvider(books, provider)
          assert.equal(lostOf(books), tookOf(provider))
          assert.equal(refundedByUs(books), provider.refunded)
        },
      ),
      { numRuns: 500 },
    )
  })
}

const lostOf = ({ transaction: { disputes = [] } }: Books): number =>
  disputes.reduce((sum, { lostAmount }) => sum + lostAmount, 0)
const tookOf = ({ took }: Provider): number =>
  [...took.values()].reduce((sum, each) => sum + each, 0)
const refundedByUs = ({ transaction: { refunds = [] } }: Books): number =>
  refunds
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, { amount }) => sum + amount, 0)

/** No refund may begin of money that the provider no longer has, or that another refund has. */
function holdToProvider(books: Books, provider: Provider): void {
  assert.ok(tookOf(provider) >= lostOf(books), 'lost more than was taken')
  const refunds = books.transaction.refunds ?? []
  const open = refunds
    .filter(({ status }) => status === 'PROCESSING')
    .reduce((sum, { amount }) => sum + amount, 0)
  const left = Math.max(0, hasLeft(books, provider) - open)
  assert.ok(refundableAmount(books.transaction) <= left, 'more may be refunded than is left')
}

/**
 * The worker has looked: the part of the taken amount that the books have not lost yet waits for a
 * refund or another dispute that has the rest.
 */
function takeRests(books: Books, provider: Provider): number {
  recheck(books)
  if (tookOf(provider) > lostOf(books))
    assert.equal(remainingAmount(books.transaction), 0, 'less was lost than was taken')
  return 0
}

function hold({ transaction, disputes, balance }: Books, brought: number): void {
  const facts = transaction.disputes ?? []
  const lost = facts.reduce((sum, { lostAmount }) => sum + lostAmount, 0)
  assert.equal(balance.available + balance.pending + balance.blocked - balance.debt + lost, brought)
  assert.equal(facts.length, disputes.size)
  const end = finalStatus(transaction)
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
