import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Books, earn, hear, lookAgain, type Move, openBooks, refund } from '../../test/kit/dispute-rules.ts'
import { someClaim } from '../../test/kit/some-claim.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { refundAmount } from '../refunds/refund.ts'
import { newDispute } from './dispute-step.ts'

const inDays = (days: number) => new Date(Date.parse('2026-11-20T15:00:00Z') + days * 86_400_000)

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
    books: openBooks('CREDIT_CARD', 150_00),
    moves: [hear('needs-response')],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [50_00, 0, 100_00, 0],
    events: ['in_protest'],
  },
  {
    what: 'what is to come is blocked after what is there, and the rest is missing, never owed',
    books: openBooks('CREDIT_CARD', 20_00, [30_00, 10_00]),
    moves: [hear('needs-response')],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 60_00, 0]],
    money: [0, 0, 60_00, 0],
    events: ['in_protest'],
  },
  {
    what: 'money that comes in later is blocked too, and no more than is at stake',
    books: openBooks('PIX', 20_00),
    moves: [hear('needs-response'), earn(30_00), earn(70_00), earn(5_00)],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [25_00, 0, 100_00, 0],
    events: ['in_protest', 'dispute_blocked', 'dispute_blocked'],
  },
  {
    what: 'heard again, doubled and late it is the same dispute',
    books: openBooks('PIX', 100_00),
    moves: [hear('needs-response'), hear('needs-response'), hear('under-review'), hear('needs-response')],
    payment: ['IN_PROTEST', 0, ['UNDER_REVIEW', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_under_review'],
  },
  {
    what: 'won: every part goes back where it was',
    books: openBooks('CREDIT_CARD', 40_00, [30_00, 50_00]),
    moves: [hear('needs-response'), hear('won')],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [40_00, 80_00, 0, 0],
    events: ['in_protest', 'dispute_won'],
  },
  {
    what: 'a chargeback that is lost leaves, and the payment is charged back',
    books: openBooks('CREDIT_CARD', 130_00),
    moves: [hear('needs-response'), hear('under-review'), hear('lost'), hear('lost')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [30_00, 0, 0, 0],
    events: ['in_protest', 'dispute_under_review', 'chargedback'],
  },
  {
    what: 'lost beyond what is there: what is to come goes, and the rest is owed',
    books: openBooks('CREDIT_CARD', 10_00, [25_00]),
    moves: [hear('needs-response'), hear('lost')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 65_00],
    events: ['in_protest', 'chargedback'],
  },
  {
    what: 'lost at first sight goes straight through',
    books: openBooks('CREDIT_CARD', 0, [60_00]),
    moves: [hear('lost'), hear('needs-response')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 40_00],
    events: ['chargedback'],
  },
  {
    what: 'won at first sight moves nothing',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [hear('won')],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [100_00, 0, 0, 0],
    events: ['dispute_won'],
  },
  {
    what: 'reversed: it comes back from the rail, available',
    books: openBooks('CREDIT_CARD', 0, [100_00]),
    moves: [hear('needs-response'), hear('lost'), hear('won')],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [100_00, 0, 0, 0],
    events: ['in_protest', 'chargedback', 'dispute_won'],
  },
  {
    what: 'a MED that is lost is a devolução: the payment is refunded, for good',
    books: openBooks('PIX', 100_00),
    moves: [hear('needs-response'), hear('lost', { returnId: 'D1' }), hear('won')],
    payment: ['REFUNDED', 100_00, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 0],
    events: ['in_protest', 'refunded'],
  },
  {
    what: 'a MED of a part leaves the rest paid',
    books: openBooks('PIX', 100_00),
    moves: [hear('needs-response', { amount: cents(30_00) }), hear('lost', { amount: cents(30_00) })],
    payment: ['PAID', 30_00, ['LOST', 0, 30_00]],
    money: [70_00, 0, 0, 0],
    events: ['in_protest', 'partially_refunded'],
  },
  {
    what: 'a bank that takes less than it claimed gives the rest of the block back',
    books: openBooks('PIX', 60_00),
    moves: [hear('needs-response'), hear('lost', { amount: cents(25_00) })],
    payment: ['PAID', 25_00, ['LOST', 0, 25_00]],
    money: [35_00, 0, 0, 0],
    events: ['in_protest', 'partially_refunded'],
  },
  {
    what: 'a chargeback of an installment leaves the rest paid',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [hear('needs-response', { amount: cents(33_34) }), hear('lost', { amount: cents(33_34) })],
    payment: ['PAID', 0, ['LOST', 0, 33_34]],
    money: [66_66, 0, 0, 0],
    events: ['in_protest', 'dispute_lost'],
  },
  {
    what: 'after a refund of all of it a dispute takes nothing',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [refund(100_00, 'COMPLETED'), hear('needs-response'), hear('lost')],
    payment: ['REFUNDED', 100_00, ['LOST', 0, 0]],
    money: [500_00, 0, 0, 0],
    events: ['dispute_opened', 'dispute_lost'],
  },
  {
    what: 'after a refund of a part it takes the rest, and the payment ends charged back',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [refund(40_00, 'COMPLETED'), hear('needs-response'), hear('lost')],
    payment: ['CHARGEDBACK', 40_00, ['LOST', 0, 60_00]],
    money: [440_00, 0, 0, 0],
    events: ['in_protest', 'chargedback'],
  },
  {
    what: 'a refund under way comes first; when it ends too nothing is left',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [refund(40_00, 'PROCESSING'), hear('needs-response'), hear('lost'), refund(40_00, 'COMPLETED')],
    payment: ['CHARGEDBACK', 40_00, ['LOST', 0, 60_00]],
    money: [440_00, 0, 0, 0],
    events: ['in_protest', 'dispute_lost'],
  },
  {
    what: 'a refund of all under way leaves nothing at stake; when it fails the dispute blocks, and protests',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [refund(100_00, 'PROCESSING'), hear('needs-response'), refund(100_00, 'FAILED'), earn(0)],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [400_00, 0, 100_00, 0],
    events: ['dispute_opened', 'in_protest'],
  },
  {
    what: 'two disputes of one payment share it',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [hear('needs-response', { amount: cents(70_00) }), hear('needs-response', { ...second })],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 70_00, 0], ['NEEDS_RESPONSE', 30_00, 0]],
    money: [400_00, 0, 100_00, 0],
    events: ['in_protest', 'dispute_opened'],
  },
  {
    what: 'one of two won leaves the payment in protest, and what it frees to the other',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [hear('needs-response', { amount: cents(70_00) }), hear('needs-response', second), hear('won'), earn(0)],
    payment: ['IN_PROTEST', 0, ['WON', 0, 0], ['NEEDS_RESPONSE', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_opened', 'dispute_won', 'dispute_blocked'],
  },
  {
    what: 'both lost never take more than the payment',
    books: openBooks('CREDIT_CARD', 30_00),
    moves: [hear('needs-response'), hear('needs-response', second), hear('lost', second), hear('lost'), lookAgain],
    // The second took all of it, though the first had some of the money until it was decided.
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 0], ['LOST', 0, 100_00]],
    money: [0, 0, 0, 70_00],
    events: ['in_protest', 'dispute_opened', 'dispute_lost', 'dispute_lost', 'chargedback'],
  },
  {
    what: 'a payment that comes back while another dispute waits is paid first, then in protest again',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [hear('lost'), hear('needs-response', second), hear('won'), earn(0)],
    payment: ['IN_PROTEST', 0, ['WON', 0, 0], ['NEEDS_RESPONSE', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['chargedback', 'dispute_opened', 'dispute_won', 'in_protest'],
  },
  {
    what: 'a second phase asks again, with a new deadline',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [hear('needs-response'), hear('under-review'), hear('needs-response', { answerBy: inDays(20) })],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_under_review', 'dispute_reopened'],
  },
  {
    what: 'a second phase of the same day is known by its number, and the first one heard late is not',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [
      hear('needs-response', { phase: 1 }),
      hear('under-review', { phase: 1 }),
      hear('needs-response', { phase: 2 }),
      hear('under-review', { phase: 1 }),
      hear('lost', { phase: 1 }),
      hear('under-review', { phase: 2 }),
      hear('needs-response', { phase: 1 }),
    ],
    payment: ['IN_PROTEST', 0, ['UNDER_REVIEW', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_under_review', 'dispute_reopened', 'dispute_under_review'],
  },
  {
    what: 'a second phase is heard though its first answer was not',
    books: openBooks('CREDIT_CARD', 100_00),
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
  const books = openBooks('CREDIT_CARD', 100_00)
  hear('needs-response')(books)
  assert.throws(() => refundAmount(books.transaction, undefined), { code: 'status-does-not-allow' })
  hear('lost', { amount: cents(60_00) })(books)
  assert.throws(() => refundAmount(books.transaction, 40_01), { code: 'refund-above-paid' })
  assert.equal(refundAmount(books.transaction, undefined), 40_00)
})

test('a deadline that moves is told and reminded of again; one that is near at first sight is not reminded of', () => {
  const books = openBooks('CREDIT_CARD', 100_00)
  hear('needs-response', { answerBy: inDays(1) })(books)
  assert.equal(books.disputes.get('case-1')?.dueAt, undefined)
  hear('needs-response', { answerBy: inDays(9) })(books)
  const moved = books.disputes.get('case-1')
  assert.deepEqual([moved?.answerBy, moved?.dueAt], [inDays(9), inDays(7)])
})

for (const [what, paidAt, openedAt] of [
  ['of the day of its sale is opened after the sale', '2026-11-21T15:14:00Z', '2026-11-21T15:14:00Z'],
  ['of a later day is opened as its day begins', '2026-11-20T15:14:00Z', '2026-11-21T03:00:00Z'],
] as const) {
  test(`a claim ${what}, where the acquirer tells only the day`, () => {
    const transaction = someTransaction({ paidAt: new Date(paidAt) })
    const claim = someClaim({ openedAt: new Date('2026-11-21T03:00:00Z') })
    const made = newDispute(claim, { transaction, id: newId(0), now: inDays(2) })
    assert.deepEqual(made.openedAt, new Date(openedAt))
  })
}
