import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeErrorCodes, decodePaymentIds, decodeSale } from './decode.ts'

const one = '5b0c6f1e-2d44-4e0b-9a57-6f3f0b8e9d21'
const two = '6c1d7a2f-3e55-4f1c-8b68-7a4a1c9fae32'

test('numbers and booleans may be strings, and unknown fields are ignored', () => {
  const sale = decodeSale(
    JSON.stringify({
      MerchantOrderId: 'A1',
      New: [],
      Payment: {
        ...{ PaymentId: one, Status: '0', Amount: '2500', Interest: 'ByMerchant', ReturnCode: 99 },
        ...{
          CapturedAmount: null,
          VoidedAmount: '0',
          TryAutomaticCancellation: 'True',
          Links: null,
          New: { a: 1 },
        },
      },
    }),
  )
  assert.deepEqual(sale, {
    ...{ orderId: 'A1', paymentId: one, status: 0, amount: 2500, autoCancels: true },
    ...{ returnCode: '99', voidedAmount: 0 },
  })
})

const lists: readonly [string, unknown, readonly string[] | undefined][] = [
  ['under Payments', { Payments: [{ PaymentId: one }] }, [one]],
  ['under Payment', { Payment: [{ PaymentId: one }] }, [one]],
  ['empty', { Payments: [] }, []],
  [
    'in the wrong order',
    {
      Payments: [
        { PaymentId: two, ReceveidDate: '2026-03-02T10:15:31' },
        { PaymentId: one, ReceveidDate: '2026-03-02T10:15:30' },
      ],
    },
    [one, two],
  ],
  ['without dates', { Payments: [{ PaymentId: two }, { PaymentId: one }] }, [two, one]],
  ['with an id that is a path', { Payments: [{ PaymentId: '../void' }] }, undefined],
  ['with an entry that is no payment', { Payments: [null] }, undefined],
  ['missing', {}, undefined],
  ['a single payment', { Payments: { PaymentId: one } }, undefined],
]
for (const [name, body, ids] of lists) {
  test(`a list of payments ${name} is read as ${ids ? ids.length : 'unreadable'}`, () => {
    assert.deepEqual(decodePaymentIds(JSON.stringify(body)), ids)
  })
}

test('error codes are read only from a list that holds nothing else', () => {
  assert.deepEqual(decodeErrorCodes('[{"Code":126,"Message":"x"},{"Code":"105"}]'), [126, 105])
  for (const text of ['', '[]', '{}', '[1]', '[{"Code":126},{}]', '[{"Code":-1}]']) {
    assert.equal(decodeErrorCodes(text), undefined, text)
  }
})
