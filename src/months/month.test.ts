import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstKeptMonth, neededMonths } from './month.ts'

for (const [now, expected] of [
  ['2026-11-26T19:00:00Z', ['2026-11-01', '2026-12-01', '2027-01-01']],
  ['2026-12-31T23:59:59.999Z', ['2026-12-01', '2027-01-01', '2027-02-01']],
  ['2028-01-31T12:00:00Z', ['2028-01-01', '2028-02-01', '2028-03-01']],
] as const)
  test(`at ${now} this month and the next two are needed`, () => {
    for (const table of ['events', 'deliveries', 'delivery_attempts'] as const)
      assert.deepEqual(neededMonths(new Date(now), table), expected)
  })

for (const [now, previous] of [
  ['2026-12-03T12:00:00Z', '2026-11-01'],
  ['2027-01-31T23:59:59.999Z', '2026-12-01'],
] as const)
  test(`at ${now} lines of files need the previous month too`, () => {
    assert.deepEqual(neededMonths(new Date(now), 'settlement_lines'), [
      previous,
      ...neededMonths(new Date(now), 'events'),
    ])
  })

for (const [now, kept, expected] of [
  ['2026-11-26T19:00:00Z', 13, '2025-10-01'],
  ['2026-11-01T00:00:00Z', 4, '2026-07-01'],
  ['2026-03-31T23:59:59Z', 4, '2025-11-01'],
  ['2026-11-26T19:00:00Z', undefined, undefined],
] as const)
  test(`at ${now} a retention of ${kept} months begins at ${expected}`, () => {
    assert.equal(firstKeptMonth(new Date(now), kept), expected)
  })
