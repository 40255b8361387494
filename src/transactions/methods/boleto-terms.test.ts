import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextBusinessDay } from '../../brazil/bank-calendar.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { latestStepDays } from '../../providers/ports/boleto.ts'
import { type BoletoTerms, boletoTerms } from './boleto-terms.ts'

type Input = Parameters<typeof boletoTerms>

const banks = {
  // A protest after 3 to 5 business days, or 6 to 8 and 40 calendar days.
  protests: {
    name: 'Banco',
    overdueSteps: {
      PROTEST: { days: [3, 4, 5, 6, 7, 8, 40], businessDaysUpTo: 5 },
      SERASA: { days: [10] },
      QUOD: { days: [10] },
    },
  },
  plain: { name: 'Outro', maxPayableDaysAfterDue: 60 },
  // It writes every boleto off ten, or two, days after its due date.
  early: {
    name: 'Cedo',
    maxPayableDaysAfterDue: 10,
    overdueSteps: { PROTEST: { days: [3, 4, 5, 6, 7, 8, 9, 29], businessDaysUpTo: 5 } },
  },
  tooEarly: {
    name: 'Cedo demais',
    maxPayableDaysAfterDue: 2,
    overdueSteps: { PROTEST: { days: [3] } },
  },
} as const

const protest = (afterDays: number) => ({ action: 'PROTEST', afterDays }) as const
const serasa = { action: 'SERASA', afterDays: 10 } as const
/** Payable for five days, no step of its own, and orders may have one. */
const usual = { boletoPayableDaysAfterDue: 5, boletoOverdueInOrders: 'allow' } as const
/** No holiday follows before Christmas, which is a Friday. */
const monday = '2026-12-07'

const rows: readonly (readonly [
  name: string,
  order: Input[0],
  change: {
    readonly settings?: Partial<Input[1]['settings']>
    readonly bank?: keyof typeof banks
    readonly dueDate?: string
  },
  expected: BoletoTerms | readonly [code: string, field: string, params?: object],
])[] = [
  ['an order without terms has those of the account', {}, {}, { payableDaysAfterDue: 5 }],
  ['an order may be payable longer', { payableDaysAfter: 40 }, {}, { payableDaysAfterDue: 40 }],
  ['or end on its due date', { payableDaysAfter: 0 }, {}, { payableDaysAfterDue: 0 }],
  [
    'the time of the account yields to the bank',
    {},
    { settings: { boletoPayableDaysAfterDue: 365 }, bank: 'plain' },
    { payableDaysAfterDue: 60 },
  ],
  [
    'the time of an order does not',
    { payableDaysAfter: 61 },
    { bank: 'plain' },
    ['boleto-payable-days-invalid', 'boleto.payableDaysAfter', { max: 60 }],
  ],
  [
    'a step in calendar days keeps the boleto payable until the day after it',
    { overdue: protest(8) },
    {},
    { payableDaysAfterDue: 9, overdue: protest(8) },
  ],
  [
    'and both are business days',
    { overdue: protest(6) },
    {},
    { payableDaysAfterDue: 8, overdue: protest(6) },
  ],
  [
    'a step in business days too: five of them are a week',
    { overdue: protest(5) },
    {},
    { payableDaysAfterDue: 8, overdue: protest(5) },
  ],
  [
    'three business days over Christmas, and one more, are seven days',
    { overdue: protest(3) },
    { dueDate: '2026-12-23' },
    { payableDaysAfterDue: 7, overdue: protest(3) },
  ],
  [
    'a step within the time of the account changes nothing',
    { overdue: protest(3) },
    {},
    { payableDaysAfterDue: 5, overdue: protest(3) },
  ],
  [
    'a listing at a bureau is a step too',
    { overdue: serasa },
    {},
    { payableDaysAfterDue: 11, overdue: serasa },
  ],
  [
    'an order that is written off on the day of its step is rejected',
    { overdue: protest(8), payableDaysAfter: 8 },
    {},
    ['boleto-written-off-first', 'boleto.payableDaysAfter', { min: 9 }],
  ],
  [
    'on the day after the step is late enough',
    { overdue: protest(8), payableDaysAfter: 9 },
    {},
    { payableDaysAfterDue: 9, overdue: protest(8) },
  ],
  [
    'a number of days that the bank does not take is rejected with those that it takes',
    { overdue: protest(9) },
    {},
    [
      'boleto-overdue-days-invalid',
      'boleto.overdue.afterDays',
      { action: 'PROTEST', days: '3-8, 40' },
    ],
  ],
  [
    'a step after the end of every boleto at the bank is rejected with the days before it',
    { overdue: protest(29) },
    { bank: 'early' },
    ['boleto-overdue-days-invalid', 'boleto.overdue.afterDays', { action: 'PROTEST', days: '3-9' }],
  ],
  [
    'also when the order says how long it is payable',
    { overdue: protest(29), payableDaysAfter: 10 },
    { bank: 'early' },
    ['boleto-overdue-days-invalid', 'boleto.overdue.afterDays'],
  ],
  [
    'also when the step is of the account',
    {},
    { settings: { boletoProtestAfterDays: 29 }, bank: 'early' },
    ['boleto-overdue-days-invalid', 'boleto.overdue.afterDays'],
  ],
  [
    'a step that ends on the last day of the boleto is in time',
    { overdue: protest(9) },
    { bank: 'early' },
    { payableDaysAfterDue: 10, overdue: protest(9) },
  ],
  [
    'a weekend or a holiday may move the same step behind it',
    { overdue: protest(9) },
    { bank: 'early', dueDate: '2026-12-16' },
    ['boleto-overdue-days-invalid', 'boleto.overdue.afterDays', { action: 'PROTEST', days: '3-7' }],
  ],
  [
    'a bank whose boletos end before each step takes none',
    { overdue: protest(3) },
    { bank: 'tooEarly' },
    ['boleto-overdue-not-supported', 'boleto.overdue.action', { action: 'PROTEST' }],
  ],
  [
    'a bank without protests rejects one',
    { overdue: protest(3) },
    { bank: 'plain' },
    ['boleto-overdue-not-supported', 'boleto.overdue.action', { action: 'PROTEST' }],
  ],
  [
    'an account that may not have steps in its orders',
    { overdue: serasa },
    { settings: { boletoOverdueInOrders: 'refuse' } },
    ['boleto-overdue-disabled', 'boleto.overdue'],
  ],
  [
    'the account has a protest for every boleto',
    {},
    { settings: { boletoProtestAfterDays: 4, boletoOverdueInOrders: 'refuse' } },
    { payableDaysAfterDue: 7, overdue: protest(4) },
  ],
  [
    'an order may be without it, in any account',
    { overdue: 'none' },
    { settings: { boletoProtestAfterDays: 4, boletoOverdueInOrders: 'refuse' } },
    { payableDaysAfterDue: 5 },
  ],
  [
    'or have another step in its place: a boleto has one at most',
    { overdue: serasa },
    { settings: { boletoProtestAfterDays: 4 } },
    { payableDaysAfterDue: 11, overdue: serasa },
  ],
  [
    'a protest of the account is never left out silently',
    {},
    { settings: { boletoProtestAfterDays: 4 }, bank: 'plain' },
    ['boleto-overdue-not-supported', 'boleto.overdue.action', { action: 'PROTEST' }],
  ],
]

for (const [name, order, { settings, bank = 'protests', dueDate = monday }, expected] of rows) {
  test(name, () => {
    const plan = () =>
      boletoTerms(order, {
        settings: { ...usual, ...settings },
        bank: banks[bank],
        dueDate: Temporal.PlainDate.from(dueDate),
      })
    if (!Array.isArray(expected)) return assert.deepEqual(plan(), expected)
    const [code, field, params] = expected
    assert.throws(plan, (error) => {
      assert.ok(error instanceof Rejection)
      assert.deepEqual([error.code, error.details.field], [code, field])
      if (params) assert.deepEqual(error.details.params, params)
      return true
    })
  })
}

test('no weekend and no holiday moves the end of a step by more than a week', () => {
  const moved = new Set<number>()
  for (let day = Temporal.PlainDate.from('2024-01-01'); day.year < 2028; day = day.add({ days: 1 }))
    for (const days of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      const { payableDaysAfterDue } = boletoTerms(
        { overdue: protest(days) },
        {
          settings: { ...usual, boletoPayableDaysAfterDue: 0 },
          bank: { name: 'Banco', overdueSteps: { PROTEST: { days: [days], businessDaysUpTo: 5 } } },
          dueDate: nextBusinessDay(day),
        },
      )
      moved.add(payableDaysAfterDue - days)
    }
  assert.equal(Math.max(...moved), latestStepDays)
})
