import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardRetry } from './card-retry.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const refusedAt = new Date('2026-11-21T12:00:00Z')
const first = { brand: 'VISA', code: '51', retryable: true, refusedAt, triedAt: [refusedAt] }
const after = (ms: number) => ({ kind: 'from', at: new Date(refusedAt.getTime() + ms) })

/** This number of attempts, the first one `hours` before the refusal and the rest just now. */
const tries = (count: number, hours: number) => [
  ...Array.from({ length: count - 1 }, () => refusedAt),
  new Date(refusedAt.getTime() - hours * hourMs),
]

for (const [what, attempt, answer] of [
  ['a reversible refusal', first, after(0)],
  ['an irreversible refusal', { ...first, retryable: false }, { kind: 'never' }],
  ['an unknown brand, reversible', { ...first, brand: 'AMEX', triedAt: tries(40, 1) }, after(0)],
  ['14 tries on Visa', { ...first, triedAt: tries(14, 10) }, after(0)],
  ['15 tries on Visa', { ...first, triedAt: tries(15, 10) }, after(30 * dayMs - 10 * hourMs)],
  ['15 tries on Visa, the first long ago', { ...first, triedAt: tries(15, 30 * 24 + 1) }, after(0)],
  ['15 tries on Elo', { ...first, brand: 'ELO', triedAt: tries(15, 0) }, after(31 * dayMs)],
  ['6 tries on Mastercard', { ...first, brand: 'MASTERCARD', triedAt: tries(6, 1) }, after(0)],
  [
    '7 tries on Mastercard',
    { ...first, brand: 'MASTERCARD', triedAt: tries(7, 1) },
    after(23 * hourMs),
  ],
  [
    '35 tries on Mastercard',
    { ...first, brand: 'MASTERCARD', triedAt: tries(35, 48) },
    after(28 * dayMs),
  ],
] as const) {
  test(`${what}: ${answer.kind}`, () => assert.deepEqual(cardRetry(attempt), answer))
}

for (const [adviceCode, answer] of [
  ['01', { kind: 'after-update' }],
  ['02', after(72 * hourMs)],
  ['2', after(72 * hourMs)],
  ['03', { kind: 'never' }],
  ['21', { kind: 'never' }],
  ['24', after(hourMs)],
  ['25', after(24 * hourMs)],
  ['26', after(2 * dayMs)],
  ['27', after(4 * dayMs)],
  ['28', after(6 * dayMs)],
  ['29', after(8 * dayMs)],
  ['30', after(10 * dayMs)],
  ['99', after(0)],
] as const) {
  test(`Mastercard's advice ${adviceCode} on code 51 is followed`, () => {
    assert.deepEqual(cardRetry({ ...first, brand: 'MASTERCARD', adviceCode }), answer)
  })
}

for (const code of ['79', '82', '83']) {
  test(`code ${code} is retried only when an advice says so`, () => {
    const attempt = { ...first, brand: 'MASTERCARD', code, retryable: false }
    assert.deepEqual(cardRetry(attempt), { kind: 'never' })
    assert.deepEqual(cardRetry({ ...attempt, adviceCode: '02' }), after(72 * hourMs))
    assert.deepEqual(cardRetry({ ...attempt, adviceCode: '03' }), { kind: 'never' })
  })
}

test('an advice does not overrule an irreversible code', () => {
  const attempt = { ...first, brand: 'MASTERCARD', code: '41', retryable: false, adviceCode: '24' }
  assert.deepEqual(cardRetry(attempt), { kind: 'never' })
})

test("another brand's refusal knows no advice", () => {
  assert.deepEqual(cardRetry({ ...first, adviceCode: '03' }), after(0))
})
