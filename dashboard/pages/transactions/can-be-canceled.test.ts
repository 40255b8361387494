import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { canBeCanceled, cancelEffect } from './can-be-canceled.ts'

const boleto = {} as NonNullable<TransactionWire['boleto']>

test('an open PIX, an open boleto and an authorization can be canceled', () => {
  assert.equal(canBeCanceled({ status: 'WAITING_PAYMENT', paymentMethod: 'PIX' }), true)
  assert.equal(canBeCanceled({ status: 'WAITING_PAYMENT', paymentMethod: 'BOLETO', boleto }), true)
  assert.equal(canBeCanceled({ status: 'AUTHORIZED', paymentMethod: 'CREDIT_CARD' }), true)
  assert.equal(canBeCanceled({ status: 'PAID', paymentMethod: 'PIX' }), false)
})

test('a card under analysis and a boleto in protest cannot be canceled', () => {
  assert.equal(canBeCanceled({ status: 'WAITING_PAYMENT', paymentMethod: 'CREDIT_CARD' }), false)
  const inProtest = { ...boleto, inProtestSince: '2026-11-20T12:00:00.000Z' }
  assert.equal(
    canBeCanceled({ status: 'WAITING_PAYMENT', paymentMethod: 'BOLETO', boleto: inProtest }),
    false,
  )
})

test('a boleto by file is not promised to be closed at once', () => {
  assert.equal(cancelEffect({ status: 'AUTHORIZED' }), 'cancelAuthorized')
  assert.equal(cancelEffect({ status: 'WAITING_PAYMENT' }), 'cancelWaiting')
  assert.equal(cancelEffect({ status: 'WAITING_PAYMENT', boleto }), 'cancelWaiting')
  const byFile = { ...boleto, registration: 'CONFIRMED' } as const
  assert.equal(cancelEffect({ status: 'WAITING_PAYMENT', boleto: byFile }), 'cancelByFile')
})
