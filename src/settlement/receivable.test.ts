import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { feeOf } from '../accounts/account.ts'
import { isBusinessDay } from '../brazil/bank-calendar.ts'
import { cents } from '../primitives/money.ts'
import { netOf, planReceivables } from './receivable.ts'

const sale = {
  amount: cents(100_00),
  fee: cents(5_02),
  installments: 1,
  days: 30,
  paidAt: new Date('2026-01-16T15:00:00Z'),
}

test('a card sale in two parts settles on business days: Carnival moves the first', () => {
  const parts = planReceivables({ ...sale, hasInstallments: true, installments: 2 })
  assert.deepEqual(
    parts.map(({ dueOn }) => dueOn),
    ['2026-02-18', '2026-03-17'],
  )
})

test('odd cents of amount and fee go to the first parts', () => {
  const parts = planReceivables({ ...sale, hasInstallments: true, installments: 3 })
  assert.deepEqual(
    parts.map(({ number, gross, fee }) => [number, gross, fee, netOf({ gross, fee })]),
    [
      [1, 33_34, 1_68, 31_66],
      [2, 33_33, 1_67, 31_66],
      [3, 33_33, 1_67, 31_66],
    ],
  )
})

const boletos: readonly (readonly [paidAt: string, days: number, dueOn: string, why: string])[] = [
  ['2026-11-18T15:00:00Z', 1, '2026-11-19', 'a Wednesday'],
  ['2026-11-19T15:00:00Z', 1, '2026-11-23', 'the day before a holiday that is a Friday'],
  ['2026-11-21T15:00:00Z', 1, '2026-11-23', 'a Saturday'],
  ['2026-11-19T02:30:00Z', 1, '2026-11-19', 'still the 18th in São Paulo'],
  ['2026-02-13T15:00:00Z', 1, '2026-02-18', 'the Friday before Carnival'],
  ['2026-12-24T15:00:00Z', 1, '2026-12-28', 'Christmas Eve, which is a business day'],
  ['2026-12-24T15:00:00Z', 2, '2026-12-29', 'the same, a day later'],
]
for (const [paidAt, days, dueOn, why] of boletos) {
  test(`a boleto paid on ${paidAt} settles D+${days} on ${dueOn}: ${why}`, () => {
    const parts = planReceivables({
      ...sale,
      hasInstallments: false,
      days,
      paidAt: new Date(paidAt),
    })
    assert.deepEqual(parts, [{ number: 1, dueOn, gross: sale.amount, fee: sale.fee }])
  })
}

test('without a delay the money is available at once, and nothing is pending', () => {
  for (const hasInstallments of [false, true]) {
    assert.deepEqual(planReceivables({ ...sale, hasInstallments, days: 0 }), [])
  }
})

const someSale = fc.record({
  amount: fc.integer({ min: 1, max: 99_999_999_999 }).map(cents),
  price: fc.record({
    fixed: fc.integer({ min: 0, max: 10_000 }).map(cents),
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
  }),
  installments: fc.integer({ min: 1, max: 99 }),
  days: fc.integer({ min: 1, max: 60 }),
  paidAt: fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2040-12-31'),
    noInvalidDate: true,
  }),
})

test('for any sale, parts add up to amount and fee, and differ by at most one cent', () => {
  fc.assert(
    fc.property(someSale, ({ price, ...overrides }) => {
      const fee = feeOf(price, overrides.amount)
      const parts = planReceivables({ ...overrides, hasInstallments: true, fee })
      assert.equal(parts.length, overrides.installments)
      const sum = (of: (part: (typeof parts)[number]) => number) =>
        parts.reduce((total, part) => total + of(part), 0)
      assert.equal(
        sum(({ gross }) => gross),
        overrides.amount,
      )
      assert.equal(
        sum((part) => part.fee),
        fee,
      )
      assert.equal(sum(netOf), overrides.amount - fee)
      const grosses = parts.map(({ gross }) => gross)
      assert.ok(Math.max(...grosses) - Math.min(...grosses) <= 1)
      assert.deepEqual(
        grosses,
        [...grosses].sort((one, other) => other - one),
        'the larger ones first',
      )
    }),
  )
})

test('for any sale, every part settles on a business day, in order, and never early', () => {
  fc.assert(
    fc.property(someSale, ({ price, ...overrides }) => {
      const parts = planReceivables({
        ...overrides,
        hasInstallments: true,
        fee: feeOf(price, overrides.amount),
      })
      const days = parts.map(({ dueOn }) => Temporal.PlainDate.from(dueOn))
      assert.ok(days.every(isBusinessDay))
      for (const [index, day] of days.entries()) {
        const before = days[index - 1]
        if (before) assert.ok(Temporal.PlainDate.compare(before, day) <= 0)
        const soldOn = new Date(overrides.paidAt.getTime()).toISOString().slice(0, 10)
        const waited = Temporal.PlainDate.from(soldOn).until(day, { largestUnit: 'days' }).days
        assert.ok(
          waited >= overrides.days * (index + 1) - 1 && waited <= overrides.days * (index + 1) + 5,
          `${waited}`,
        )
      }
    }),
  )
})
