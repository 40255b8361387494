import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cents } from '../primitives/money.ts'
import { installmentSettlementDate, maxInstallments, splitInstallments } from './installments.ts'

for (const [total, parts, split] of [
  [10000, 3, [3334, 3333, 3333]],
  [10000, 1, [10000]],
  [10001, 3, [3334, 3334, 3333]],
  [1500, 3, [500, 500, 500]],
  [2, 3, [1, 1, 0]],
] as const) {
  test(`${total} cents in ${parts} are ${split.join(', ')}`, () => {
    assert.deepEqual(splitInstallments(cents(total), parts), split)
  })
}

test('parts add up to the total, differ by at most a cent and never grow', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 1, max: 24 }),
      (total, count) => {
        const parts = splitInstallments(cents(total), count)
        assert.equal(parts.length, count)
        assert.equal(
          parts.reduce((sum, part) => sum + part, 0),
          total,
        )
        assert.deepEqual(
          parts,
          parts.toSorted((a, b) => b - a),
        )
        assert.ok((parts[0] ?? 0) - (parts.at(-1) ?? 0) <= 1)
      },
    ),
  )
})

for (const [total, most] of [
  [100, 1],
  [999, 1],
  [1000, 2],
  [1499, 2],
  [1500, 3],
  [6000, 12],
] as const) {
  test(`${total} cents can be paid in ${most} parts of R$ 5.00 or more, not in ${most + 1}`, () => {
    assert.equal(maxInstallments(cents(total)), most)
  })
}

for (const [soldOn, part, settledOn] of [
  ['2026-01-16', 1, '2026-02-18'], // 15 February is the Sunday before Carnival.
  ['2026-01-16', 2, '2026-03-17'],
] as const) {
  test(`part ${part} of a sale of ${soldOn} is settled on ${settledOn}`, () => {
    assert.equal(
      installmentSettlementDate(Temporal.PlainDate.from(soldOn), part).toString(),
      settledOn,
    )
  })
}
