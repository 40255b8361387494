import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueCharge } from '../../brazil/due-charge.ts'
import { cents } from '../../primitives/money.ts'
import { chargedBy } from './pix-due.ts'

const terms: DueCharge = {
  original: cents(100_00),
  dueDate: '2026-12-09', // A Wednesday.
  validDaysAfterDue: 30,
  fine: { kind: 'percent', rate: 200 },
  interest: { kind: 'fixed-a-day', amount: cents(25), days: 'calendar' },
}
const none = { fine: cents(0), interest: cents(0), discount: cents(0), rebate: cents(0) }
const late = { ...none, fine: cents(2_00), interest: cents(50) }
/** Half past ten at night in São Paulo. */
const dayAfterNext = new Date('2026-12-12T01:30:00Z')

const arrivals = [
  ['the amount of the day', 102_50, undefined, late],
  ['the amount of the day before', 102_25, undefined, undefined],
  ['the original amount, late', 100_00, undefined, undefined],
  ['parts of the bank that differ from ours', 102_00, { interest: 0, fine: 2_00 }, undefined],
  ['parts of another charge', 102_50, { original: 99_00 }, late],
  ['one cent more', 102_51, undefined, undefined],
] as const

for (const [what, amount, parts, charged] of arrivals)
  test(`${what} is ${charged || parts?.interest === 0 ? 'the payment' : 'not the payment'}`, () => {
    const composition = parts && {
      ...none,
      original: cents(100_00),
      ...(Object.fromEntries(Object.entries(parts).map(([k, v]) => [k, cents(v)])) as object),
    }
    const found = chargedBy(terms, {
      amount,
      paidAt: dayAfterNext,
      ...(composition && { composition }),
    })
    const byBank = parts && 'interest' in parts ? { ...none, fine: cents(2_00) } : undefined
    assert.deepEqual(found, byBank ?? charged)
  })
