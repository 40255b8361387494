import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { type Balance, balanceAfter, emptyBalance } from '../ledger/posting.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import type { Claim, ClaimState } from '../providers/dispute.ts'
import { heldAmount } from '../settlement/hold.ts'
import { dueOf, type Receivable } from '../settlement/receivable.ts'
import { untakenAmount } from '../transactions/at-stake.ts'
import { refundAmount, withRefund } from '../transactions/refund.ts'
import { canBecome, type RefundFacts, type Transaction } from '../transactions/transaction.ts'
import { type Dispute, type DisputeStatus, disputeMoves } from './dispute.ts'
import { blockMore, type DisputeStep, meaningOf, moveTo, newDispute, update } from './dispute-rule.ts'

const now = new Date('2026-11-20T15:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

const someClaim = (given: Partial<Claim> = {}): Claim => ({
  kind: 'chargeback',
  caseId: 'case-1',
  payment: { tid: '1' },
  amount: cents(100_00),
  state: 'needs-response',
  reason: { code: '4837', text: 'Fraude' },
  openedAt: now,
  answerBy: inDays(7),
  ...given,
})

const states: readonly ClaimState[] = ['needs-response', 'under-review', 'won', 'lost']
/** What each state means, in that order: a new status, nothing (-), or a person (!). */
const meanings: readonly (readonly [Dispute['kind'], DisputeStatus | 'none', ...string[]])[] = [
  ['chargeback', 'none', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'],
  ['chargeback', 'NEEDS_RESPONSE', '-', 'UNDER_REVIEW', 'WON', 'LOST'],
  ['chargeback', 'UNDER_REVIEW', '-', '-', 'WON', 'LOST'],
  ['chargeback', 'WON', '-', '-', '-', '!'],
  ['chargeback', 'LOST', '-', '-', 'WON', '-'],
  ['med', 'none', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'],
  ['med', 'NEEDS_RESPONSE', '-', 'UNDER_REVIEW', 'WON', 'LOST'],
  ['med', 'UNDER_REVIEW', '-', '-', 'WON', 'LOST'],
  ['med', 'WON', '-', '-', '-', '!'],
  ['med', 'LOST', '-', '-', '!', '-'],
]

for (const [kind, from, ...expected] of meanings) {
  states.forEach((state, index) => {
    test(`${kind} ${from}, heard ${state}: ${expected[index]}`, () => {
      const claim = someClaim({ kind, state })
      const known = { ...newDispute(claim, { transaction: someTransaction(), id: newId(0), now }), version: 1 }
      const meaning = meaningOf(from === 'none' ? undefined : { ...known, status: from }, claim)
      const told = meaning.kind === 'move' ? meaning.to : meaning.kind === 'doubt' ? '!' : '-'
      assert.equal(told, expected[index])
      if (meaning.kind === 'move' && from !== 'none') assert.ok(disputeMoves[from].includes(meaning.to))
    })
  })
}

/** A payment, its disputes and the account's money, moved by the rules alone. */
interface Books {
  transaction: Transaction
  readonly disputes: Map<string, Dispute>
  balance: Balance
  receivables: readonly Receivable[]
  readonly events: string[]
}

type Move = (books: Books) => void

const hear =
  (state: ClaimState, given: Partial<Claim> = {}): Move =>
  (books) => {
    const claim = someClaim({ kind: books.transaction.method === 'PIX' ? 'med' : 'chargeback', ...given, state })
    const { transaction } = books
    const dispute = books.disputes.get(claim.caseId)
    const meaning = meaningOf(dispute, claim)
    if (meaning.kind === 'update' && dispute) apply(books, update(dispute, { claim, transaction, now }))
    if (meaning.kind !== 'move') return
    const from = dispute ?? newDispute(claim, { transaction, id: newId(now.getTime()), now })
    apply(books, moveTo(from, meaning.to, { claim, transaction, there: thereOf(books), now }))
  }

/** So much comes in, and the disputes that are short look again. */
const earn =
  (amount: number): Move =>
  (books) => {
    books.balance = { ...books.balance, available: cents(books.balance.available + amount) }
    for (const dispute of books.disputes.values()) {
      const step = blockMore(dispute, { transaction: books.transaction, there: thereOf(books), now })
      if (step) apply(books, step)
    }
  }

const refund =
  (amount: number, status: RefundFacts['status'], id = 'r1'): Move =>
  (books) => {
    const before = books.transaction
    books.transaction = withRefund(before, { id, amount: cents(amount), status, createdAt: now.toISOString() }, now)
    assert.ok(before.status === books.transaction.status || canBecome(before.status, books.transaction.status))
  }

const thereOf = ({ balance, receivables }: Books) => ({
  balance,
  scheduled: receivables.filter((each) => dueOf(each) > 0),
  heldFrom: receivables,
})

/** Holds the step to what must hold of every one. */
function apply(books: Books, { before, after, dispute, movement, eventType }: DisputeStep): void {
  assert.ok(
    before.status === after.status || canBecome(before.status, after.status),
    `${before.status} ${after.status}`,
  )
  assert.equal(after.version, before.version + 1)
  for (const transfer of movement?.posting ?? []) {
    const balance = balanceAfter(books.balance, transfer)
    assert.ok(balance, `not covered: ${transfer.debit} to ${transfer.credit}`)
    books.balance = balance
  }
  books.transaction = after
  books.disputes.set(dispute.caseId, dispute)
  const changed = new Map((movement?.receivables ?? []).map((each) => [each.id, each]))
  books.receivables = books.receivables.map((each) => changed.get(each.id) ?? each)
  books.events.push(eventType.replace('transaction.', ''))
  const held = [...books.disputes.values()].reduce((sum, each) => sum + heldAmount(each.holds), 0)
  assert.equal(books.balance.blocked, held)
  assert.equal(
    books.balance.pending,
    books.receivables.reduce((sum, each) => sum + dueOf(each), 0),
  )
  untakenAmount(books.transaction) // Throws below zero.
}

const someReceivable = (net: number): Receivable => ({
  accountId: newId(0),
  id: newId(0),
  version: 1,
  transactionId: newId(0),
  method: 'CREDIT_CARD',
  number: 1,
  parts: 1,
  gross: cents(net),
  fee: cents(0),
  taken: cents(0),
  dueOn: '2026-12-21',
  status: 'SCHEDULED',
  unit: { merchantDocument: '', providerId: newId(0) },
  createdAt: now,
})

function open(method: 'PIX' | 'CREDIT_CARD', available: number, pending: readonly number[] = []): Books {
  return {
    transaction: someTransaction({ method, status: 'PAID', amount: cents(100_00), paidAt: now }),
    disputes: new Map(),
    balance: {
      ...emptyBalance,
      available: cents(available),
      pending: cents(pending.reduce((sum, each) => sum + each, 0)),
    },
    receivables: pending.map(someReceivable),
    events: [],
  }
}

interface Row {
  readonly what: string
  readonly books: Books
  readonly moves: readonly Move[]
  /** Status, refunded, and of every dispute: status, blocked, lost. */
  readonly payment: readonly unknown[]
  /** Available, pending, blocked, debt. */
  readonly money: readonly number[]
  readonly events: readonly string[]
}

const second = { caseId: 'case-2' }
const rows: readonly Row[] = [
  {
    what: 'a chargeback blocks what is there, and waits',
    books: open('CREDIT_CARD', 150_00),
    moves: [hear('needs-response')],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [50_00, 0, 100_00, 0],
    events: ['in_protest'],
  },
  {
    what: 'what is to come is blocked after what is there, and the rest is missing, never owed',
    books: open('CREDIT_CARD', 20_00, [30_00, 10_00]),
    moves: [hear('needs-response')],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 60_00, 0]],
    money: [0, 0, 60_00, 0],
    events: ['in_protest'],
  },
  {
    what: 'money that comes in later is blocked too, and no more than is at stake',
    books: open('PIX', 20_00),
    moves: [hear('needs-response'), earn(30_00), earn(70_00), earn(5_00)],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [25_00, 0, 100_00, 0],
    events: ['in_protest', 'dispute_blocked', 'dispute_blocked'],
  },
  {
    what: 'heard again, doubled and late it is the same dispute',
    books: open('PIX', 100_00),
    moves: [hear('needs-response'), hear('needs-response'), hear('under-review'), hear('needs-response')],
    payment: ['IN_PROTEST', 0, ['UNDER_REVIEW', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_under_review'],
  },
  {
    what: 'won: every part goes back where it was',
    books: open('CREDIT_CARD', 40_00, [30_00, 50_00]),
    moves: [hear('needs-response'), hear('won')],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [40_00, 80_00, 0, 0],
    events: ['in_protest', 'dispute_won'],
  },
  {
    what: 'a chargeback that is lost leaves, and the payment is charged back',
    books: open('CREDIT_CARD', 130_00),
    moves: [hear('needs-response'), hear('under-review'), hear('lost'), hear('lost')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [30_00, 0, 0, 0],
    events: ['in_protest', 'dispute_under_review', 'chargedback'],
  },
  {
    what: 'lost beyond what is there: what is to come goes, and the rest is owed',
    books: open('CREDIT_CARD', 10_00, [25_00]),
    moves: [hear('needs-response'), hear('lost')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 65_00],
    events: ['in_protest', 'chargedback'],
  },
  {
    what: 'lost at first sight goes straight through',
    books: open('CREDIT_CARD', 0, [60_00]),
    moves: [hear('lost'), hear('needs-response')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 40_00],
    events: ['chargedback'],
  },
  {
    what: 'won at first sight moves nothing',
    books: open('CREDIT_CARD', 100_00),
    moves: [hear('won')],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [100_00, 0, 0, 0],
    events: ['dispute_won'],
  },
  {
    what: 'reversed: it comes back from the rail, available',
    books: open('CREDIT_CARD', 0, [100_00]),
    moves: [hear('needs-response'), hear('lost'), hear('won')],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [100_00, 0, 0, 0],
    events: ['in_protest', 'chargedback', 'dispute_won'],
  },
  {
    what: 'a MED that is lost is a devolução: the payment is refunded, for good',
    books: open('PIX', 100_00),
    moves: [hear('needs-response'), hear('lost', { returnId: 'D1' }), hear('won')],
    payment: ['REFUNDED', 100_00, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 0],
    events: ['in_protest', 'refunded'],
  },
  {
    what: 'a MED of a part leaves the rest paid',
    books: open('PIX', 100_00),
    moves: [hear('needs-response', { amount: cents(30_00) }), hear('lost', { amount: cents(30_00) })],
    payment: ['PAID', 30_00, ['LOST', 0, 30_00]],
    money: [70_00, 0, 0, 0],
    events: ['in_protest', 'partially_refunded'],
  },
  {
    what: 'a bank that takes less than it claimed gives the rest of the block back',
    books: open('PIX', 60_00),
    moves: [hear('needs-response'), hear('lost', { amount: cents(25_00) })],
    payment: ['PAID', 25_00, ['LOST', 0, 25_00]],
    money: [35_00, 0, 0, 0],
    events: ['in_protest', 'partially_refunded'],
  },
  {
    what: 'a chargeback of an installment leaves the rest paid',
    books: open('CREDIT_CARD', 100_00),
    moves: [hear('needs-response', { amount: cents(33_34) }), hear('lost', { amount: cents(33_34) })],
    payment: ['PAID', 0, ['LOST', 0, 33_34]],
    money: [66_66, 0, 0, 0],
    events: ['in_protest', 'dispute_lost'],
  },
  {
    what: 'after a refund of all of it a dispute takes nothing',
    books: open('CREDIT_CARD', 500_00),
    moves: [refund(100_00, 'COMPLETED'), hear('needs-response'), hear('lost')],
    payment: ['REFUNDED', 100_00, ['LOST', 0, 0]],
    money: [500_00, 0, 0, 0],
    events: ['dispute_opened', 'dispute_lost'],
  },
  {
    what: 'after a refund of a part it takes the rest, and the payment ends charged back',
    books: open('CREDIT_CARD', 500_00),
    moves: [refund(40_00, 'COMPLETED'), hear('needs-response'), hear('lost')],
    payment: ['CHARGEDBACK', 40_00, ['LOST', 0, 60_00]],
    money: [440_00, 0, 0, 0],
    events: ['in_protest', 'chargedback'],
  },
  {
    what: 'a refund under way comes first; when it ends too nothing is left',
    books: open('CREDIT_CARD', 500_00),
    moves: [refund(40_00, 'PROCESSING'), hear('needs-response'), hear('lost'), refund(40_00, 'COMPLETED')],
    payment: ['CHARGEDBACK', 40_00, ['LOST', 0, 60_00]],
    money: [440_00, 0, 0, 0],
    events: ['in_protest', 'dispute_lost'],
  },
  {
    what: 'a refund of all under way leaves nothing at stake; when it fails the dispute blocks, and protests',
    books: open('CREDIT_CARD', 500_00),
    moves: [refund(100_00, 'PROCESSING'), hear('needs-response'), refund(100_00, 'FAILED'), earn(0)],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [400_00, 0, 100_00, 0],
    events: ['dispute_opened', 'in_protest'],
  },
  {
    what: 'two disputes of one payment share it',
    books: open('CREDIT_CARD', 500_00),
    moves: [hear('needs-response', { amount: cents(70_00) }), hear('needs-response', { ...second })],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 70_00, 0], ['NEEDS_RESPONSE', 30_00, 0]],
    money: [400_00, 0, 100_00, 0],
    events: ['in_protest', 'dispute_opened'],
  },
  {
    what: 'one of two won leaves the payment in protest, and what it frees to the other',
    books: open('CREDIT_CARD', 100_00),
    moves: [hear('needs-response', { amount: cents(70_00) }), hear('needs-response', second), hear('won'), earn(0)],
    payment: ['IN_PROTEST', 0, ['WON', 0, 0], ['NEEDS_RESPONSE', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_opened', 'dispute_won', 'dispute_blocked'],
  },
  {
    what: 'both lost never take more than the payment',
    books: open('CREDIT_CARD', 30_00),
    moves: [hear('needs-response'), hear('needs-response', second), hear('lost', second), hear('lost')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 30_00], ['LOST', 0, 70_00]],
    money: [0, 0, 0, 70_00],
    events: ['in_protest', 'dispute_opened', 'dispute_lost', 'chargedback'],
  },
  {
    what: 'a payment that comes back while another dispute waits is paid first, then in protest again',
    books: open('CREDIT_CARD', 100_00),
    moves: [hear('lost'), hear('needs-response', second), hear('won'), earn(0)],
    payment: ['IN_PROTEST', 0, ['WON', 0, 0], ['NEEDS_RESPONSE', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['chargedback', 'dispute_opened', 'dispute_won', 'in_protest'],
  },
  {
    what: 'a second phase asks again, with a new deadline',
    books: open('CREDIT_CARD', 100_00),
    moves: [hear('needs-response'), hear('under-review'), hear('needs-response', { answerBy: inDays(20) })],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_under_review', 'dispute_reopened'],
  },
  {
    what: 'a second phase of the same day is known by its number, and the first one heard late is not',
    books: open('CREDIT_CARD', 100_00),
    moves: [
      hear('needs-response', { phase: 1 }),
      hear('under-review', { phase: 1 }),
      hear('needs-response', { phase: 2 }),
      hear('under-review', { phase: 2 }),
      hear('needs-response', { phase: 1 }),
    ],
    payment: ['IN_PROTEST', 0, ['UNDER_REVIEW', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_under_review', 'dispute_reopened', 'dispute_under_review'],
  },
  {
    what: 'a second phase is heard though its first answer was not',
    books: open('CREDIT_CARD', 100_00),
    moves: [hear('needs-response', { phase: 1 }), hear('needs-response', { phase: 2 }), hear('lost', { phase: 2 })],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 0],
    events: ['in_protest', 'dispute_reopened', 'chargedback'],
  },
]

for (const { what, books, moves, payment, money, events } of rows) {
  test(what, () => {
    for (const move of moves) move(books)
    const { transaction, balance } = books
    assert.deepEqual(books.events, events)
    assert.deepEqual(
      [
        transaction.status,
        transaction.refundedAmount,
        ...(transaction.disputes ?? []).map(({ status, blockedAmount, lostAmount }) => [
          status,
          blockedAmount,
          lostAmount,
        ]),
      ],
      payment,
    )
    assert.deepEqual([balance.available, balance.pending, balance.blocked, balance.debt], money)
  })
}

test('in protest, and when nothing is left, no refund is taken', () => {
  const books = open('CREDIT_CARD', 100_00)
  hear('needs-response')(books)
  assert.throws(() => refundAmount(books.transaction, undefined), { code: 'status-does-not-allow' })
  hear('lost', { amount: cents(60_00) })(books)
  assert.throws(() => refundAmount(books.transaction, 40_01), { code: 'refund-above-paid' })
  assert.equal(refundAmount(books.transaction, undefined), 40_00)
})

test('a deadline that moves is told and reminded of again; one that is near at first sight is not reminded of', () => {
  const books = open('CREDIT_CARD', 100_00)
  hear('needs-response', { answerBy: inDays(1) })(books)
  assert.equal(books.disputes.get('case-1')?.dueAt, undefined)
  hear('needs-response', { answerBy: inDays(9) })(books)
  const moved = books.disputes.get('case-1')
  assert.deepEqual([moved?.answerBy, moved?.dueAt], [inDays(9), inDays(7)])
})
