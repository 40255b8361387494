import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelResult } from './cancel-result.ts'

test('a boleto that can still be paid is not called canceled', () => {
  assert.equal(cancelResult({ status: 'CANCELED' }), 'canceled')
  assert.equal(cancelResult({ status: 'WAITING_PAYMENT' }), 'writeOffRequested')
})
