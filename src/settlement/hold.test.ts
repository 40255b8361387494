import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WriteConflict } from '../journal/journal.ts'
import { type Balance, emptyBalance } from '../ledger/posting.ts'
import { cents } from '../primitives/money.ts'
import {
  holdPosting,
  planHolds,
  reducedReceivables,
  releasePosting,
  restoredReceivables,
} from './hold.ts'
import type { Receivable } from './receivable.ts'

const receivable = (id: string, gross: number, taken = 0): Receivable => ({
  accountId: 'a',
  id,
  version: 1,
  transactionId: 't',
  method: 'CREDIT_CARD',
  number: 1,
  parts: 1,
  gross: cents(gross),
  fee: cents(0),
  taken: cents(taken),
  dueOn: '2026-12-21',
  status: 'SCHEDULED',
  unit: { merchantDocument: '', providerId: 'p' },
  createdAt: new Date(0),
})
const having = (available: number): Balance => ({ ...emptyBalance, available: cents(available) })
const of = { accountId: 'a', transactionId: 't', cause: { type: 'refund', id: 'r' } } as const
const at = new Date('2026-11-21T12:00:00Z')

const plans: readonly (readonly [
  what: string,
  amount: number,
  available: number,
  scheduled: readonly Receivable[],
  taken: readonly (readonly [book: string, amount: number])[],
  missing: number,
])[] = [
  ['all of it is available', 10, 15, [receivable('x', 9)], [['available', 10]], 0],
  [
    'the rest is to come',
    10,
    4,
    [receivable('x', 9)],
    [
      ['available', 4],
      ['pending', 6],
    ],
    0,
  ],
  [
    'the soonest goes first',
    10,
    0,
    [receivable('x', 9), receivable('y', 9)],
    [
      ['pending', 9],
      ['pending', 1],
    ],
    0,
  ],
  [
    'money taken before is not available',
    10,
    0,
    [receivable('x', 9, 9), receivable('y', 9, 5)],
    [['pending', 4]],
    6,
  ],
  [
    'not enough anywhere',
    10,
    4,
    [receivable('x', 5)],
    [
      ['available', 4],
      ['pending', 5],
    ],
    1,
  ],
  ['nothing there', 10, 0, [], [], 10],
  ['nothing to take', 0, 4, [receivable('x', 5)], [], 0],
]
for (const [what, amount, available, scheduled, taken, missing] of plans) {
  test(`a hold is taken from available, then from pending money: ${what}`, () => {
    const plan = planHolds(cents(amount), { balance: having(available), scheduled })
    assert.deepEqual(
      plan.holds.map(({ book, amount }) => [book, amount]),
      taken,
    )
    assert.equal(plan.missing, missing)
  })
}

test('money taken from a receivable returns to it, or to the balance if it is settled', () => {
  const scheduled = [receivable('x', 9), receivable('y', 9)]
  const { holds } = planHolds(cents(20), { balance: having(4), scheduled })
  const taken = reducedReceivables(scheduled, holds)
  assert.deepEqual(
    taken.map(({ id, taken, version }) => [id, taken, version]),
    [
      ['x', 9, 2],
      ['y', 7, 2],
    ],
  )
  assert.deepEqual(
    restoredReceivables(taken, holds).map(({ id, taken }) => [id, taken]),
    [
      ['x', 0],
      ['y', 0],
    ],
  )
  assert.deepEqual(
    holdPosting(of, holds, at, 'hold-3').map(({ debit, credit, amount, cause }) => [
      debit,
      credit,
      amount,
      cause.effect,
    ]),
    [
      ['available', 'blocked', 4, 'hold-3-1'],
      ['pending', 'blocked', 9, 'hold-3-2'],
      ['pending', 'blocked', 7, 'hold-3-3'],
    ],
  )
  assert.deepEqual(
    releasePosting(of, holds, at, (id) => id === 'y').map(({ debit, credit, amount }) => [
      debit,
      credit,
      amount,
    ]),
    [
      ['blocked', 'available', 4],
      ['blocked', 'available', 9],
      ['blocked', 'pending', 7],
    ],
  )
})

test('two holds on one receivable are released as one change of it', () => {
  const holds = [1, 2].map((amount) => ({
    book: 'pending' as const,
    amount: cents(amount),
    receivableId: 'x',
  }))
  assert.deepEqual(
    reducedReceivables([receivable('x', 9)], holds).map(({ taken, version }) => [taken, version]),
    [[3, 2]],
  )
})

test('a hold that another change has released is not released again: the change loses', () => {
  const holds = [{ book: 'pending', amount: cents(10), receivableId: 'x' }] as const
  assert.throws(() => restoredReceivables([receivable('x', 90, 4)], holds), WriteConflict)
})
