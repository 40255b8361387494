import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cashout } from './cashout.ts'
import { isPlanOver, nextCheckAt } from './record-payout.ts'

const hourMs = 3_600_000
const sentAt = new Date('2026-11-20T12:00:00Z')
const processing = { status: 'PROCESSING', createdAt: sentAt, sentAt } as Cashout
const after = (hours: number): Date => new Date(sentAt.getTime() + hours * hourMs)

test('a cashout without a result has a next query at any age, within six hours', () => {
  for (const queries of [0, 1, 8, 9, 60, 1_000])
    for (const hours of [0, 1, 23, 24, 167, 168, 169, 10_000]) {
      const now = after(hours)
      const next = nextCheckAt({ cashout: processing, queries }, now)
      const waitMs = (next?.getTime() ?? Number.NaN) - now.getTime()
      assert.ok(waitMs > 0 && waitMs <= 6 * hourMs, `${queries} queries, ${hours} h: ${waitMs}`)
    }
})

for (const [queries, hours, expected] of [
  [60, 167, false],
  [60, 168, true],
  [8, 168, false],
  [9, 10_000, true],
] as const)
  test(`after ${queries} queries in ${hours} h the plan is ${expected ? '' : 'not '}over`, () => {
    assert.equal(isPlanOver({ cashout: processing, queries }, after(hours)), expected)
  })

for (const status of ['PENDING', 'FAILED', 'CANCELED', 'REFUNDED'] as const)
  test(`a cashout that is ${status} is not queried, and no person decides it`, () => {
    const work = { cashout: { ...processing, status }, queries: 60 }
    assert.equal(nextCheckAt(work, after(200)), undefined)
    assert.equal(isPlanOver(work, after(200)), false)
  })
