import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../primitives/money.ts'
import { amountDueOn, type DueCharge, lastPayableDay, usualValidDays } from './due-charge.ts'

const day = Temporal.PlainDate.from

for (const [dueDate, days, last] of [
  ['2020-10-20', 4, '2020-10-26'],
  ['2020-12-25', 0, '2020-12-28'],
  ['2020-12-25', 1, '2020-12-29'],
  ['2020-12-25', 3, '2020-12-31'],
  ['2020-12-25', 4, '2021-01-04'],
  ['2020-12-25', 10, '2021-01-07'],
  ['2021-08-27', 5, '2021-09-01'],
  ['2021-08-28', 5, '2021-09-06'],
  ['2026-02-13', 4, '2026-02-18'],
  ['2026-11-21', 0, '2026-11-23'],
  // 30 days: 31 October is a Saturday, 2 November a holiday.
  ['2026-10-01', undefined, '2026-11-03'],
] as const) {
  test(`due ${dueDate}, ${days ?? 'default'} days valid: payable until ${last}`, () => {
    assert.equal(
      lastPayableDay({ dueDate, validDaysAfterDue: days ?? usualValidDays }).toString(),
      last,
    )
  })
}

const charge = (terms: Partial<DueCharge>): DueCharge => ({
  original: cents(10000),
  dueDate: '2026-11-11',
  validDaysAfterDue: 30,
  ...terms,
})
const fixed = (amount: number) => ({ kind: 'fixed', amount: cents(amount) }) as const
const percent = (rate: number) => ({ kind: 'percent', rate }) as const
const interest = (
  per: 'day' | 'month' | 'year',
  rate: number,
  days: 'calendar' | 'business' = 'calendar',
) => ({ kind: 'percent', per, rate, days }) as const
const untilTwoDates = {
  kind: 'until',
  steps: [
    { date: '2026-11-07', off: fixed(300) }, // A Saturday: payable until Monday the 9th.
    { date: '2026-11-04', off: fixed(500) },
  ],
} as const

const prices: readonly (readonly [string, DueCharge, string, number])[] = [
  [
    'R$ 100, fine of 3 %, 1 % a day, two days late',
    charge({ fine: percent(300), interest: interest('day', 100) }),
    '2026-11-13',
    10500,
  ],
  [
    'due on a Saturday, R$ 0.10 a day, paid on Monday',
    {
      original: cents(1000),
      dueDate: '2021-02-27',
      validDaysAfterDue: 30,
      interest: { kind: 'fixed-a-day', amount: cents(10), days: 'calendar' },
    },
    '2021-03-01',
    1000,
  ],
  [
    'due on a Saturday, R$ 0.10 a day, paid on Tuesday',
    {
      original: cents(1000),
      dueDate: '2021-02-27',
      validDaysAfterDue: 30,
      interest: { kind: 'fixed-a-day', amount: cents(10), days: 'calendar' },
    },
    '2021-03-02',
    1010,
  ],
  [
    'R$ 300 at 1 % a month, thirty days late',
    { ...charge({}), original: cents(30000), interest: interest('month', 100) },
    '2026-12-11',
    30300,
  ],
  [
    '36.5 % a year, ten days late',
    charge({ interest: interest('year', 3650) }),
    '2026-11-21',
    10100,
  ],
  [
    '25.2 % a business year, two business days late',
    charge({ interest: interest('year', 2520, 'business') }),
    '2026-11-13',
    10020,
  ],
  [
    '21 % a business month, over a weekend',
    charge({ interest: interest('month', 2100, 'business') }),
    '2026-11-16',
    10300,
  ],
  [
    'interest is on what the rebate leaves',
    charge({ rebate: fixed(5000), interest: interest('day', 100) }),
    '2026-11-12',
    5050,
  ],
  [
    'half a cent of interest is rounded up',
    { ...charge({ interest: interest('day', 50) }), original: cents(100) },
    '2026-11-12',
    101,
  ],
  [
    'paid on the due date nothing is added',
    charge({ fine: percent(200), interest: interest('day', 100) }),
    '2026-11-11',
    10000,
  ],
  ['a fixed fine is charged once', charge({ fine: fixed(250) }), '2026-12-11', 10250],
  ['the first of two discounts', charge({ discount: untilTwoDates }), '2026-11-04', 9500],
  ['the second of two discounts', charge({ discount: untilTwoDates }), '2026-11-05', 9700],
  [
    'a discount date on a Saturday lasts until Monday',
    charge({ discount: untilTwoDates }),
    '2026-11-09',
    9700,
  ],
  ['past the discounts', charge({ discount: untilTwoDates }), '2026-11-10', 10000],
  [
    'R$ 1.00 for each calendar day early',
    charge({ discount: { kind: 'per-day-early', days: 'calendar', off: fixed(100) } }),
    '2026-11-06',
    9500,
  ],
  [
    '1 % for each business day early',
    charge({ discount: { kind: 'per-day-early', days: 'business', off: percent(100) } }),
    '2026-11-06',
    9700,
  ],
  ['late, there is no discount', charge({ discount: untilTwoDates }), '2026-11-12', 10000],
]

for (const [what, terms, paidOn, total] of prices) {
  test(`${what}: ${total} cents`, () => assert.equal(amountDueOn(terms, day(paidOn)).total, total))
}

test('each component is separate and they add up', () => {
  const terms = charge({
    rebate: percent(1000),
    fine: percent(200),
    interest: interest('month', 100),
  })
  assert.deepEqual(amountDueOn(terms, day('2026-12-11')), {
    total: 9290,
    rebate: 1000,
    discount: 0,
    fine: 200,
    interest: 90,
  })
})
