import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DatabaseEpoch } from '../db/epoch-store.ts'
import { assertCanBeLost } from './restore.ts'
import { UsageError } from './usage-error.ts'

const noticedAt = new Date('2026-11-24T12:30:00Z')
const now = new Date('2026-11-24T13:00:00Z')
const restored: DatabaseEpoch = {
  ...{ timeline: 2, noticedAt, target: '2026-11-24 12:00:00+00' },
  ...{ lostSince: null, settledAt: null },
}
/** A history of long ago, whose loss is declared by hand. */
const known: DatabaseEpoch = { ...restored, target: '', settledAt: noticedAt }

const refused: readonly (readonly [string, string, DatabaseEpoch, RegExp])[] = [
  ['another year', '2027-11-24T12:00:00Z', restored, /ainda não chegou/],
  ['another year of a loss by hand', '2027-11-24T12:00:00Z', known, /ainda não chegou/],
  ['another zone', '2026-11-24T12:00:00-01:00', restored, /foi notada .*2026-11-24 12:00:00\+00/],
]
for (const [what, since, epoch, expected] of refused)
  test(`an instant of ${what} is refused`, () => {
    assert.throws(
      () => assertCanBeLost(new Date(since), epoch, now),
      (cause) => cause instanceof UsageError && expected.test(cause.message),
    )
  })

for (const [what, since, epoch] of [
  ['a restore', '2026-11-24T12:00:00Z', restored],
  ['a loss by hand', '2026-11-24T12:45:00Z', known],
  ['a loss by hand that is swept again', '2026-11-24T12:45:00Z', { ...restored, lostSince: now }],
] as const)
  test(`the instant of ${what} is taken`, () => {
    assertCanBeLost(new Date(since), epoch, now)
  })
