import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNotice } from './notice.ts'

const PaymentId = '5b0c6f1e-2d44-4e0b-9a57-6f3f0b8e9d21'
const expected = [
  { name: 'X-Notice-Secret', value: 'first-secret-0001' },
  { name: 'x-notice-other', value: 'second-secret-002' },
]
const right = {
  'x-notice-secret': 'first-secret-0001',
  'x-notice-other': 'second-secret-002',
  host: 'guiche',
}

const headers: readonly [string, Record<string, string | undefined>, boolean][] = [
  ['every secret', right, true],
  ['one secret wrong', { ...right, 'x-notice-other': 'second-secret-003' }, false],
  ['one secret cut short', { ...right, 'x-notice-other': 'second-secret' }, false],
  ['one secret missing', { 'x-notice-secret': 'first-secret-0001' }, false],
  [
    'secrets exchanged',
    { 'x-notice-secret': 'second-secret-002', 'x-notice-other': 'first-secret-0001' },
    false,
  ],
  ['no headers', {}, false],
]
for (const [name, sent, isRead] of headers) {
  test(`a notice with ${name} is ${isRead ? 'read' : 'not authentic'}`, () => {
    assert.equal(readNotice(expected, sent, { PaymentId, ChangeType: 1 }) !== undefined, isRead)
  })
}

test('without an agreed secret, no notice is authentic', () => {
  assert.equal(readNotice([], {}, { PaymentId, ChangeType: 1 }), undefined)
})

const bodies: readonly [unknown, string | undefined][] = [
  [{ PaymentId, ChangeType: 1 }, 'status'],
  [{ PaymentId, ChangeType: '1' }, 'status'],
  [{ PaymentId, ChangeType: 3 }, 'status'],
  [{ PaymentId, ChangeType: 5 }, 'cancel-denied'],
  [{ PaymentId, ChangeType: 7 }, 'chargeback'],
  [{ PaymentId, ChangeType: 8 }, 'fraud-alert'],
  [{ PaymentId, ChangeType: 25 }, 'status'],
  [{ PaymentId, ChangeType: 77 }, 'other'],
  [{ PaymentId }, 'other'],
  [{ RecurrentPaymentId: PaymentId, ChangeType: 4 }, undefined],
  [{ PaymentId: '../1/sales', ChangeType: 1 }, undefined],
  [{ PaymentId: [PaymentId], ChangeType: 1 }, undefined],
  [null, undefined],
  ['PaymentId', undefined],
]
for (const [body, change] of bodies) {
  test(`the notice ${JSON.stringify(body)} is ${change ?? 'not for us'}`, () => {
    const notice = readNotice(expected, right, body)
    assert.deepEqual(notice, change && { reference: PaymentId, change })
  })
}
