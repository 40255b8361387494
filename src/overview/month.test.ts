import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindTotals, monthFrom } from './month.ts'

test('a month has its first and last day, and a text that is no month is rejected', () => {
  assert.deepEqual(monthFrom('2028-02'), { first: '2028-02-01', last: '2028-02-29' })
  for (const text of ['2026-13', '2026-1', '1999-01', '2026-10-01', ''])
    assert.equal(monthFrom(text), undefined, text)
})

test('the amount of a kind is what it added to the book minus what it took', () => {
  const base = { causeType: 'refund', effect: 'hold', count: 2 }
  assert.deepEqual(
    kindTotals(
      [
        { ...base, debit: 'available', credit: 'blocked', amount: 300 },
        { ...base, debit: 'pending', credit: 'blocked', amount: 200 },
        { ...base, effect: 'release', debit: 'blocked', credit: 'available', amount: 50 },
      ],
      'blocked',
    ),
    [
      { type: 'refund', effect: 'hold', count: 4, amount: 500 },
      { type: 'refund', effect: 'release', count: 2, amount: -50 },
    ],
  )
})

test('a payment of a debt lowers the debt', () => {
  const paid = { causeType: 'transfer', effect: 'debt-payment', count: 1, amount: 70 }
  assert.deepEqual(kindTotals([{ ...paid, debit: 'available', credit: 'debt' }], 'debt'), [
    { type: 'transfer', effect: 'debt-payment', count: 1, amount: -70 },
  ])
})
