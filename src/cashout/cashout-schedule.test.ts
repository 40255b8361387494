import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someCashoutSettings } from '../../test/kit/some-account.ts'
import { cents } from '../primitives/money.ts'
import { nextWithdrawal, type SchedulePlan, withdrawalAmount } from './cashout-schedule.ts'

const plan = (overrides: Partial<SchedulePlan> = {}): SchedulePlan => ({
  frequency: 'DAILY',
  weekday: 1,
  time: '09:00',
  minimumAmount: cents(1),
  reserve: cents(0),
  key: { type: 'EMAIL', value: 'fulano@exemplo.com.br' },
  beneficiaryName: null,
  beneficiaryDocument: null,
  postbackUrl: null,
  ...overrides,
})

const runs: readonly [string, Partial<SchedulePlan>, string, string][] = [
  ['later the same day', {}, '2026-11-19T11:59:59Z', '2026-11-19T12:00:00Z'],
  [
    'not twice on one day; Friday is a holiday, so Monday',
    {},
    '2026-11-19T12:00:00Z',
    '2026-11-23T12:00:00Z',
  ],
  ['over a weekend', {}, '2026-11-27T12:00:00Z', '2026-11-30T12:00:00Z'],
  ['over Carnival to Ash Wednesday', {}, '2026-02-13T12:00:00Z', '2026-02-18T12:00:00Z'],
  ['at another hour', { time: '23:30' }, '2026-11-19T12:00:00Z', '2026-11-20T02:30:00Z'],
  [
    'weekly, on its day',
    { frequency: 'WEEKLY', weekday: 3 },
    '2026-11-19T12:00:00Z',
    '2026-11-25T12:00:00Z',
  ],
  [
    'weekly on a holiday, the next business day',
    { frequency: 'WEEKLY', weekday: 5 },
    '2026-11-19T12:00:00Z',
    '2026-11-23T12:00:00Z',
  ],
  [
    'weekly, moved past the weekend and queried in between',
    { frequency: 'WEEKLY', weekday: 5 },
    '2026-11-21T12:00:00Z',
    '2026-11-23T12:00:00Z',
  ],
  [
    'weekly, after the day it was moved to',
    { frequency: 'WEEKLY', weekday: 5 },
    '2026-11-23T12:00:00Z',
    '2026-11-27T12:00:00Z',
  ],
  [
    'weekly on Carnival Monday',
    { frequency: 'WEEKLY', weekday: 1 },
    '2026-02-15T12:00:00Z',
    '2026-02-18T12:00:00Z',
  ],
  [
    'in daylight saving, as the tz database has it',
    {},
    '2018-11-05T10:59:59Z',
    '2018-11-05T11:00:00Z',
  ],
]
for (const [what, overrides, after, next] of runs) {
  test(`after ${after} the next withdrawal is ${next}: ${what}`, () => {
    assert.equal(
      nextWithdrawal(plan(overrides), new Date(after)).toISOString(),
      new Date(next).toISOString(),
    )
  })
}

const settings = { ...someCashoutSettings, price: { fixed: cents(1_00), basisPoints: 0 } }
const day = { used: 0, period: 'day 2026-11-20' }
const amounts: readonly [string, Partial<SchedulePlan>, typeof settings, object, number][] = [
  ['all available money, less the fee', {}, settings, { available: 100_00 }, 99_00],
  ['all above the reserve', { reserve: cents(30_00) }, settings, { available: 100_00 }, 69_00],
  ['nothing below the floor', { minimumAmount: cents(99_01) }, settings, { available: 100_00 }, 0],
  ['the floor itself', { minimumAmount: cents(99_00) }, settings, { available: 100_00 }, 99_00],
  [
    'nothing when the reserve is not reached',
    { reserve: cents(200_00) },
    settings,
    { available: 100_00 },
    0,
  ],
  ['nothing when only the fee is available', {}, settings, { available: 1_00 }, 0],
  ['nothing of an empty balance', {}, settings, { available: 0 }, 0],
  [
    'no more than one operation',
    {},
    { ...settings, limits: { ...settings.limits, perOperation: cents(10_00) } },
    { available: 100_00 },
    10_00,
  ],
  [
    'what is left of the day',
    {},
    { ...settings, limits: { ...settings.limits, perDay: cents(50_00) } },
    { available: 100_00, used: 20_00 },
    30_00,
  ],
  [
    'nothing when the day is used up',
    {},
    { ...settings, limits: { ...settings.limits, perDay: cents(50_00) } },
    { available: 100_00, used: 60_00 },
    0,
  ],
]
for (const [what, overrides, rules, now, amount] of amounts) {
  test(`a withdrawal is ${what}`, () => {
    assert.equal(withdrawalAmount(plan(overrides), rules, { available: 0, ...day, ...now }), amount)
  })
}
