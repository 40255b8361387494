import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvalByMethod, daysUntil, salesByDay } from './overview.ts'

test('every day of the period has an entry with the sum of its amounts', () => {
  const days = daysUntil(Temporal.PlainDate.from('2026-03-01'), 3)
  assert.deepEqual(days, ['2026-02-27', '2026-02-28', '2026-03-01'])
  const sales = salesByDay(
    [
      { day: '2026-02-27', book: 'clearing:pix', count: 2, amount: 30_00 },
      { day: '2026-02-27', book: 'clearing:card', count: 1, amount: 5_00 },
      { day: '2026-02-01', book: 'clearing:pix', count: 9, amount: 99_00 },
    ],
    days,
  )
  assert.deepEqual(
    sales.map(({ date, count, amount }) => [date, count, amount]),
    [
      ['2026-02-27', 3, 35_00],
      ['2026-02-28', 0, 0],
      ['2026-03-01', 0, 0],
    ],
  )
  assert.deepEqual(
    sales[0]?.byMethod.map(({ paymentMethod, amount }) => [paymentMethod, amount]),
    [
      ['PIX', 30_00],
      ['BOLETO', 0],
      ['CREDIT_CARD', 5_00],
    ],
  )
})

test('a charge succeeds when it is paid, a card when it is approved', () => {
  const rates = approvalByMethod(
    [
      { method: 'PIX', outcome: 'created', count: 3 },
      { method: 'CREDIT_CARD', outcome: 'approved', count: 3 },
      { method: 'CREDIT_CARD', outcome: 'refused', count: 1 },
    ],
    [
      { day: '2026-02-27', book: 'clearing:pix', count: 2, amount: 30_00 },
      { day: '2026-02-27', book: 'clearing:card', count: 1, amount: 30_00 },
    ],
  )
  assert.deepEqual(rates, [
    { paymentMethod: 'PIX', tried: 3, approved: 2, rate: 0.6667 },
    { paymentMethod: 'BOLETO', tried: 0, approved: 0, rate: null },
    { paymentMethod: 'CREDIT_CARD', tried: 4, approved: 3, rate: 0.75 },
  ])
})

test('the rate is at most 1 when more charges are paid than created', () => {
  const [pix] = approvalByMethod(
    [{ method: 'PIX', outcome: 'created', count: 1 }],
    [{ day: '2026-02-27', book: 'clearing:pix', count: 2, amount: 30_00 }],
  )
  assert.deepEqual(pix, { paymentMethod: 'PIX', tried: 1, approved: 2, rate: 1 })
})
