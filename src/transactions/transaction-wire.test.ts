import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import type { Transaction } from './transaction.ts'
import { renderTransaction } from './transaction-wire.ts'

const friday = new Date('2026-11-20T15:00:00Z')
const sunday = new Date('2026-11-22T15:00:00Z')
const terms = (settlementDays: number) =>
  ({ merchantDocument: '11222333000181', settlementDays, refundedFees: 'keep' }) as const
const part = { number: 1, gross: 10_00, fee: 20, net: 9_80 }
const card = { brand: 'VISA', lastFour: '1111' } as const

for (const [name, overrides, days, receivables] of [
  ['an open boleto has its delay and no date', { method: 'BOLETO', terms: terms(1) }, 1, []],
  [
    'a paid boleto has its date, counted from the payment',
    { method: 'BOLETO', terms: terms(1), status: 'PAID', paidAt: sunday },
    1,
    [{ ...part, date: '2026-11-23' }],
  ],
  ['a PIX that settles later has its delay and no date', { method: 'PIX', terms: terms(2) }, 2, []],
  [
    'a paid PIX that settles later has its date',
    { method: 'PIX', terms: terms(2), status: 'PAID', paidAt: friday },
    2,
    [{ ...part, date: '2026-11-24' }],
  ],
  [
    'a PIX that is available at once has no date',
    { method: 'PIX', terms: terms(0), status: 'PAID', paidAt: friday },
    0,
    [],
  ],
  [
    'a refunded boleto has the agreed date',
    { method: 'BOLETO', terms: terms(1), status: 'REFUNDED', paidAt: sunday },
    1,
    [{ ...part, date: '2026-11-23' }],
  ],
  [
    'a card sale has its date from its creation',
    { method: 'CREDIT_CARD', card, terms: terms(30) },
    30,
    [{ ...part, date: '2026-12-21' }],
  ],
  [
    'a refused card has none',
    { method: 'CREDIT_CARD', card, terms: terms(30), status: 'REFUSED' },
    30,
    [],
  ],
] as [string, Partial<Transaction>, number, object[]][]) {
  test(name, () => {
    const wire = renderTransaction(someTransaction({ createdAt: friday, ...overrides }), {
      baseUrl: 'https://loja.exemplo',
    })
    assert.deepEqual([wire.settlementDays, wire.receivables], [days, receivables])
    assert.equal(wire.fee.netAmount, 9_80)
  })
}
