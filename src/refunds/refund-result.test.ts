import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../primitives/money.ts'
import type { Refund } from './refund.ts'
import {
  interpretPayout,
  interpretPayoutFinding,
  interpretPixFinding,
  interpretPixRefund,
} from './refund-result.ts'

const at = new Date('2026-11-21T15:00:00Z')
const refund = (isSent: boolean): Refund => ({
  ...{
    accountId: 'a',
    id: 'r',
    transactionId: 't',
    version: 1,
    status: 'PROCESSING',
    amount: cents(30_00),
  },
  ...{ holds: [], returnedAmount: cents(0), isSent, queries: 3, createdAt: at, updatedAt: at },
})
const rejected = {
  kind: 'rejected',
  code: 'PixDevolucaoInvalida',
  message: 'Acima do que resta.',
} as const
const refusedPayout = {
  kind: 'refused',
  code: 'valor_invalido',
  reason: 'Saldo insuficiente.',
} as const

for (const [name, interpret] of [
  ['a devolução', (isSent: boolean) => interpretPixRefund(refund(isSent), rejected)],
  ['a payment to a key', (isSent: boolean) => interpretPayout(refund(isSent), refusedPayout)],
] as const) {
  test(`${name} that is rejected at the first request has failed`, () => {
    assert.equal(interpret(false).kind, 'failed')
  })
  test(`${name} that is rejected after an earlier request is still open`, () => {
    assert.deepEqual(interpret(true), { kind: 'open' })
  })
}

test('a bank’s status of the refund itself is final, after any number of requests', () => {
  assert.equal(
    interpretPixRefund(refund(true), { kind: 'failed', reason: 'Sem saldo.' }).kind,
    'failed',
  )
  const failed = { kind: 'failed', code: 'x', reason: 'Conta encerrada.' } as const
  assert.equal(interpretPayoutFinding(refund(true), failed).kind, 'failed')
})

test('another amount under our id does not end the refund and opens a case', () => {
  const differs = { what: 'amount', expected: { amount: 30_00 }, found: { amount: 30_01 } }
  const amount = cents(30_01)
  const returned = { kind: 'returned', returnId: 'D1', returnedAt: at, amount } as const
  assert.deepEqual(interpretPixFinding(refund(true), returned), { kind: 'open', differs })
  const completed = {
    kind: 'completed',
    endToEndId: 'E1',
    completedAt: at,
    returns: [],
    amount,
  } as const
  assert.deepEqual(interpretPayoutFinding(refund(true), completed), { kind: 'open', differs })
})

test('a refund that its bank accepted and did not complete is still open', () => {
  const processing = { kind: 'processing', returnId: 'D1', amount: cents(30_00) } as const
  assert.deepEqual(interpretPixRefund(refund(true), processing), { kind: 'open', returnId: 'D1' })
  assert.deepEqual(interpretPixFinding(refund(true), processing), { kind: 'open', returnId: 'D1' })
})
