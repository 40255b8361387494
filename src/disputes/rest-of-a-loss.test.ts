import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Books,
  type Move,
  openBooks,
  recheck,
  refund,
  report,
} from '../../test/kit/dispute-rules.ts'
import { cents } from '../primitives/money.ts'

interface Row {
  readonly what: string
  readonly books: Books
  readonly moves: readonly Move[]
  /** Status, refunded, and of the dispute: status, blocked, lost. */
  readonly payment: readonly unknown[]
  /** Available, pending, blocked, debt. The refunds' own part of them is excluded. */
  readonly money: readonly number[]
  readonly events: readonly string[]
}

const rows: readonly Row[] = [
  {
    what: 'lost with an open refund that fails: the rest is lost too, and the missing part is debt',
    books: openBooks('CREDIT_CARD', 50_00),
    moves: [
      refund(60_00, 'PROCESSING'),
      report('lost'),
      recheck,
      refund(60_00, 'FAILED'),
      recheck,
      recheck,
    ],
    payment: ['CHARGEDBACK', 0, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 50_00],
    events: ['dispute_lost', 'chargedback'],
  },
  {
    what: 'the rest of a lost MED is a devolução as well',
    books: openBooks('PIX', 100_00),
    moves: [refund(60_00, 'PROCESSING'), report('lost'), refund(60_00, 'FAILED'), recheck],
    payment: ['REFUNDED', 100_00, ['LOST', 0, 100_00]],
    money: [0, 0, 0, 0],
    events: ['partially_refunded', 'refunded'],
  },
  {
    what: 'lost with an open refund that completes: nothing more is lost',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [refund(60_00, 'PROCESSING'), report('lost'), refund(60_00, 'COMPLETED'), recheck],
    payment: ['CHARGEDBACK', 60_00, ['LOST', 0, 40_00]],
    money: [60_00, 0, 0, 0],
    events: ['dispute_lost'],
  },
  {
    what: 'a part lost with an open refund that fails: no more than the part',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [
      ...[refund(60_00, 'PROCESSING'), report('lost', { amount: cents(70_00) })],
      ...[refund(60_00, 'FAILED'), recheck],
    ],
    payment: ['PAID', 0, ['LOST', 0, 70_00]],
    money: [30_00, 0, 0, 0],
    events: ['dispute_lost', 'dispute_lost'],
  },
  {
    what: 'lost, its rest taken, and reversed: all of it is returned',
    books: openBooks('CREDIT_CARD', 100_00),
    moves: [
      refund(60_00, 'PROCESSING'),
      report('lost'),
      refund(60_00, 'FAILED'),
      recheck,
      report('won'),
    ],
    payment: ['PAID', 0, ['WON', 0, 0]],
    money: [100_00, 0, 0, 0],
    events: ['dispute_lost', 'chargedback', 'dispute_won'],
  },
]

for (const { what, books, moves, payment, money, events } of rows) {
  test(what, () => {
    for (const move of moves) move(books)
    const { transaction, balance } = books
    const [dispute] = transaction.disputes ?? []
    assert.deepEqual(books.events, events)
    assert.deepEqual(
      [
        ...[transaction.status, transaction.refundedAmount],
        [dispute?.status, dispute?.blockedAmount, dispute?.lostAmount],
      ],
      payment,
    )
    assert.deepEqual([balance.available, balance.pending, balance.blocked, balance.debt], money)
  })
}
