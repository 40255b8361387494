import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cents } from '../primitives/money.ts'
import {
  type Balance,
  type Book,
  balanceAfter,
  deltaOf,
  emptyBalance,
  merchantBooks,
  type Posting,
  uncovered,
} from './posting.ts'

const balance = (overrides: Partial<Record<keyof Balance, number>>): Balance => ({
  ...emptyBalance,
  ...(overrides as Partial<Balance>),
})
const transfer = (debit: Book, credit: Book, amount: number, accountId = 'a') => ({
  accountId,
  id: 'id',
  debit,
  credit,
  amount: cents(amount),
  cause: { type: 'correction', id: 'id', effect: 'entry' } as const,
  postedAt: new Date(0),
})

test('a debit increases a debt, and a credit pays it', () => {
  assert.equal(deltaOf(transfer('debt', 'clearing:card', 7), 'debt'), 7)
  assert.equal(deltaOf(transfer('available', 'debt', 7), 'debt'), -7)
  assert.equal(deltaOf(transfer('available', 'debt', 7), 'available'), -7)
  assert.equal(deltaOf(transfer('clearing:pix', 'fees', 7), 'available'), 0)
})

test('a posting above the balance returns no new balance', () => {
  assert.equal(balanceAfter(balance({ available: 6 }), transfer('available', 'fees', 7)), undefined)
  assert.equal(
    balanceAfter(balance({ available: 7, debt: 6 }), transfer('available', 'debt', 7)),
    undefined,
  )
})

test('an uncovered posting takes nothing from the next one', () => {
  const balances = new Map([['a', balance({ available: 100 })]])
  const take = (amount: number): Posting => [transfer('available', 'blocked', amount)]
  assert.deepEqual(uncovered(balances, [take(80), take(80), take(20), take(1)]), [1, 3])
})

test('a posting whose second transfer is uncovered does not apply its first', () => {
  const balances = new Map([['a', balance({ available: 10, pending: 1 })]])
  const both: Posting = [transfer('available', 'fees', 10), transfer('pending', 'fees', 2)]
  assert.deepEqual(uncovered(balances, [both, [transfer('available', 'fees', 10)]]), [0])
})

test('a hold takes pending money only after all available money', () => {
  const balances = new Map([['a', balance({ available: 10, pending: 100 })]])
  const hold = (available: number, pending: number): Posting => [
    ...(available > 0 ? [transfer('available', 'blocked', available)] : []),
    transfer('pending', 'blocked', pending),
  ]
  const release: Posting = [transfer('blocked', 'available', 5)]
  assert.deepEqual(
    uncovered(balances, [hold(0, 20), hold(9, 20), hold(10, 20), release, hold(0, 1), hold(5, 1)]),
    [0, 1, 4],
  )
})

test('newly available money pays the debt before a posting of the same commit can take it', () => {
  const owing = new Map([['a', balance({ debt: 100, pending: 200 })]])
  const come = (amount: number): Posting => [transfer('pending', 'available', amount)]
  const take = (amount: number): Posting => [transfer('available', 'blocked', amount)]
  assert.deepEqual(uncovered(owing, [come(60), take(60), come(70), take(31), take(30)]), [1, 3])
})

test('no order of transfers creates or loses a cent', () => {
  const books: Book[] = ['pending', 'available', 'blocked', 'debt', 'fees', 'clearing:pix']
  const someTransfer = fc
    .record({
      debit: fc.constantFrom(...books),
      credit: fc.constantFrom(...books),
      amount: fc.integer({ min: 1, max: 1_000 }),
    })
    .filter(({ debit, credit }) => debit !== credit)
  fc.assert(
    fc.property(fc.array(someTransfer, { maxLength: 60 }), (transfers) => {
      let held = emptyBalance
      let net = 0
      for (const { debit, credit, amount } of transfers) {
        const after = balanceAfter(held, transfer(debit, credit, amount))
        if (!after) continue
        held = after
        const isOfMerchant = (book: Book) => (merchantBooks as readonly Book[]).includes(book)
        net += (isOfMerchant(credit) ? amount : 0) - (isOfMerchant(debit) ? amount : 0)
      }
      assert.equal(held.pending + held.available + held.blocked - held.debt, net)
    }),
  )
})
