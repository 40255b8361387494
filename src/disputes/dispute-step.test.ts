import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Books,
  earn,
  type Move,
  openBooks,
  recheck,
  refund,
  report,
} from '../../test/kit/dispute-rules.ts'
import { someClaim } from '../../test/kit/some-claim.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { refundAmount } from '../refunds/refund-amount.ts'
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
    what: 'a chargeback blocks the available money, and waits',
    books: openBooks('CREDIT_CARD', 150_00),
    moves: [report('needs-response')],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [50_00, 0, 100_00, 0],
    events: ['in_protest'],
  },
  {
    what: 'pending money is blocked after available money, and the missing rest is no debt',
    books: openBooks('CREDIT_CARD', 20_00, [30_00, 10_00]),
    moves: [report('needs-response')],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 60_00, 0]],
    money: [0, 0, 60_00, 0],
    events: ['in_protest'],
  },
  {
    what: 'money received later is blocked too, up to the disputable amount',
    books: openBooks('PIX', 20_00),
    moves: [report('needs-response'), earn(30_00), earn(70_00), earn(5_00)],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [25_00, 0, 100_00, 0],
    events: ['in_protest', 'dispute_blocked', 'dispute_blocked'],
  },
  {
    what: 'repeated and late reports are the same dispute',
    books: openBooks('PIX', 100_00),
    moves: [
      report('needs-response'),
      report('needs-response'),
      report('under-review'),
      report('needs-response'),
    ],
    payment: ['IN_PROTEST', 0, ['UNDER_REVIEW', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_under_review'],
  },
  {
    what: 'won: every part is released to where it was taken from',
    books: openBooks('CREDIT_CARD', 40_00, [30_00, 50_00]),
    moves: [report('needs-response'), report('won')],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [40_00, 80_00, 0, 0],
    events: ['in_protest', 'dispute_won'],
  },
  {
    what: 'a chargeback that is lost leaves, and the payment is charged back',
    books: openBooks('CREDIT_CARD', 130_00),
    moves: [report('needs-response'), report('under-review'), report('lost'), report('lost')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [30_00, 0, 0, 0],
    events: ['in_protest', 'dispute_under_review', 'chargedback'],
  },
  {
    what: 'a loss above the available money takes pending money, and the rest is debt',
    books: openBooks('CREDIT_CARD', 10_00, [25_00]),
    moves: [report('needs-response'), report('lost')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 65_00],
    events: ['in_protest', 'chargedback'],
  },
  {
    what: 'a first report as lost takes the money at once',
    books: openBooks('CREDIT_CARD', 0, [60_00]),
    moves: [report('lost'), report('needs-response')],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 40_00],
    events: ['chargedback'],
  },
  {
    what: 'a first report as won moves no money',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [report('won')],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [100_00, 0, 0, 0],
    events: ['dispute_won'],
  },
  {
    what: 'reversed: the rail returns the money as available',
    books: openBooks('CREDIT_CARD', 0, [100_00]),
    moves: [report('needs-response'), report('lost'), report('won')],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [100_00, 0, 0, 0],
    events: ['in_protest', 'chargedback', 'dispute_won'],
  },
  {
    what: 'a lost MED is a devolução: the payment is refunded, which is final',
    books: openBooks('PIX', 100_00),
    moves: [report('needs-response'), report('lost', { returnId: 'D1' }), report('won')],
    payment: ['REFUNDED', 100_00, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 0],
    events: ['in_protest', 'refunded'],
  },
  {
    what: 'a MED of a part leaves the rest paid',
    books: openBooks('PIX', 100_00),
    moves: [
      report('needs-response', { amount: cents(30_00) }),
      report('lost', { amount: cents(30_00) }),
    ],
    payment: ['PAID', 30_00, ['LOST', 0, 30_00]],
    money: [70_00, 0, 0, 0],
    events: ['in_protest', 'partially_refunded'],
  },
  {
    what: 'a bank that takes less than it claimed releases the rest of the block',
    books: openBooks('PIX', 60_00),
    moves: [report('needs-response'), report('lost', { amount: cents(25_00) })],
    payment: ['PAID', 25_00, ['LOST', 0, 25_00]],
    money: [35_00, 0, 0, 0],
    events: ['in_protest', 'partially_refunded'],
  },
  {
    what: 'a chargeback of an installment leaves the rest paid',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [
      report('needs-response', { amount: cents(33_34) }),
      report('lost', { amount: cents(33_34) }),
    ],
    payment: ['PAID', 0, ['LOST', 0, 33_34]],
    money: [66_66, 0, 0, 0],
    events: ['in_protest', 'dispute_lost'],
  },
  {
    what: 'after a refund of all of it a dispute takes nothing',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [refund(100_00, 'COMPLETED'), report('needs-response'), report('lost')],
    payment: ['REFUNDED', 100_00, ['LOST', 0, 0]],
    money: [500_00, 0, 0, 0],
    events: ['dispute_opened', 'dispute_lost'],
  },
  {
    what: 'after a refund of a part it takes the rest, and the payment ends charged back',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [refund(40_00, 'COMPLETED'), report('needs-response'), report('lost')],
    payment: ['CHARGEDBACK', 40_00, ['LOST', 0, 60_00]],
    money: [440_00, 0, 0, 0],
    events: ['in_protest', 'chargedback'],
  },
  {
    what: 'an open refund comes first, and when it completes nothing is left',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [
      refund(40_00, 'PROCESSING'),
      report('needs-response'),
      report('lost'),
      refund(40_00, 'COMPLETED'),
    ],
    payment: ['CHARGEDBACK', 40_00, ['LOST', 0, 60_00]],
    money: [440_00, 0, 0, 0],
    events: ['in_protest', 'dispute_lost'],
  },
  {
    what: 'an open refund of the whole leaves nothing to block until it fails',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [
      refund(100_00, 'PROCESSING'),
      report('needs-response'),
      refund(100_00, 'FAILED'),
      earn(0),
    ],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [400_00, 0, 100_00, 0],
    events: ['dispute_opened', 'in_protest'],
  },
  {
    what: 'two disputes of one payment share it',
    books: openBooks('CREDIT_CARD', 500_00),
    moves: [
      report('needs-response', { amount: cents(70_00) }),
      report('needs-response', { ...second }),
    ],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 70_00, 0], ['NEEDS_RESPONSE', 30_00, 0]],
    money: [400_00, 0, 100_00, 0],
    events: ['in_protest', 'dispute_opened'],
  },
  {
    what: 'one of two won leaves the payment in protest, and the other blocks what is released',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [
      report('needs-response', { amount: cents(70_00) }),
      report('needs-response', second),
      report('won'),
      earn(0),
    ],
    payment: ['IN_PROTEST', 0, ['WON', 0, 0], ['NEEDS_RESPONSE', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_opened', 'dispute_won', 'dispute_blocked'],
  },
  {
    what: 'both lost never take more than the payment',
    books: openBooks('CREDIT_CARD', 30_00),
    moves: [
      report('needs-response'),
      report('needs-response', second),
      report('lost', second),
      report('lost'),
      recheck,
    ],
    // The second took all of it, though the first had some of the money until it was decided.
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 0], ['LOST', 0, 100_00]],
    money: [0, 0, 0, 70_00],
    events: ['in_protest', 'dispute_opened', 'dispute_lost', 'dispute_lost', 'chargedback'],
  },
  {
    what: 'a reversed payment with another open dispute is paid first, then in protest again',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [report('lost'), report('needs-response', second), report('won'), earn(0)],
    payment: ['IN_PROTEST', 0, ['WON', 0, 0], ['NEEDS_RESPONSE', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['chargedback', 'dispute_opened', 'dispute_won', 'in_protest'],
  },
  {
    what: 'a second phase needs a new answer, by a new deadline',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [
      report('needs-response'),
      report('under-review'),
      report('needs-response', { answerBy: inDays(20) }),
    ],
    payment: ['IN_PROTEST', 0, ['NEEDS_RESPONSE', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_under_review', 'dispute_reopened'],
  },
  {
    what: 'a second phase of the same day has its number, and a late first one is ignored',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [
      report('needs-response', { phase: 1 }),
      report('under-review', { phase: 1 }),
      report('needs-response', { phase: 2 }),
      report('under-review', { phase: 1 }),
      report('lost', { phase: 1 }),
      report('under-review', { phase: 2 }),
      report('needs-response', { phase: 1 }),
    ],
    payment: ['IN_PROTEST', 0, ['UNDER_REVIEW', 100_00, 0]],
    money: [0, 0, 100_00, 0],
    events: ['in_protest', 'dispute_under_review', 'dispute_reopened', 'dispute_under_review'],
  },
  {
    what: 'a second phase is accepted although the first was never reported as answered',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [
      report('needs-response', { phase: 1 }),
      report('needs-response', { phase: 2 }),
      report('lost', { phase: 2 }),
    ],
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

test('no refund is accepted in protest, or when nothing is left', () => {
  const books = openBooks('CREDIT_CARD', 100_00)
  report('needs-response')(books)
  assert.throws(() => refundAmount(books.transaction, undefined), { code: 'status-does-not-allow' })
  report('lost', { amount: cents(60_00) })(books)
  assert.throws(() => refundAmount(books.transaction, 40_01), { code: 'refund-above-paid' })
  assert.equal(refundAmount(books.transaction, undefined), 40_00)
})

for (const [method, status] of [
  ['CREDIT_CARD', 'CHARGEDBACK'],
  ['PIX', 'REFUNDED'],
] as const)
  test(`what the provider of a ${method} took cannot be refunded after a refund fails`, () => {
    const books = openBooks(method, 100_00)
    refund(60_00, 'PROCESSING')(books)
    report('lost')(books)
    assert.equal(books.transaction.disputes?.[0]?.lostAmount, 40_00)
    refund(60_00, 'FAILED')(books)
    for (const amount of [undefined, 1, 60_00])
      assert.throws(() => refundAmount(books.transaction, amount), { code: 'refund-above-paid' })
    recheck(books)
    assert.equal(books.transaction.status, status)
  })

test('a changed deadline sends an event and a reminder, a near first deadline does not', () => {
  const books = openBooks('CREDIT_CARD', 100_00)
  report('needs-response', { answerBy: inDays(1) })(books)
  assert.equal(books.disputes.get('case-1')?.dueAt, undefined)
  report('needs-response', { answerBy: inDays(9) })(books)
  const moved = books.disputes.get('case-1')
  assert.deepEqual([moved?.answerBy, moved?.dueAt], [inDays(9), inDays(7)])
})

for (const [what, paidAt, openedAt] of [
  [
    'of the day of its sale is opened after the sale',
    '2026-11-21T15:14:00Z',
    '2026-11-21T15:14:00Z',
  ],
  ['of a later day is opened as its day begins', '2026-11-20T15:14:00Z', '2026-11-21T03:00:00Z'],
] as const) {
  test(`a claim ${what}, when the acquirer reports only the day`, () => {
    const transaction = someTransaction({ paidAt: new Date(paidAt) })
    const claim = someClaim({ openedAt: new Date('2026-11-21T03:00:00Z') })
    const dispute = newDispute(claim, { transaction, id: newId(0), now: inDays(2) })
    assert.deepEqual(dispute.openedAt, new Date(openedAt))
  })
}
