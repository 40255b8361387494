import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf } from './object-of-request.ts'

const id = '0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10'
const other = '0198c1de-7a4b-7c11-9d52-3f6f2f0f9b11'

test('the object of a request is in its path, or in the response that created it', () => {
  const cases = [
    ['GET', `/api/user/transactions/${id}/timeline`, null, { type: 'transaction', id }],
    ['POST', '/api/user/transactions', { data: { id } }, { type: 'transaction', id }],
    // The response of a refund has the id of the refund.
    [
      'POST',
      `/api/user/transactions/${id}/refund`,
      { data: { id: other } },
      { type: 'transaction', id },
    ],
    ['POST', '/api/user/cashout', { data: { id } }, { type: 'cashout', id }],
    ['GET', `/api/user/chargebacks/${id}`, null, { type: 'dispute', id }],
    ['POST', '/api/user/transactions', { data: null, error: { code: 'x' } }, undefined],
    ['POST', '/api/user/transactions', null, undefined],
    ['GET', '/api/user/cashout/schedule', null, undefined],
    ['POST', '/api/user/keys', { data: { id } }, undefined],
  ] as const
  for (const [method, path, responseBody, expected] of cases)
    assert.deepEqual(objectOf({ method, path, responseBody }), expected, `${method} ${path}`)
})
