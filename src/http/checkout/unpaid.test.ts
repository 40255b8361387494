import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rejection, type RejectionCode, type RejectionDetails } from '../../primitives/rejection.ts'
import { type Unpaid, unpaidBy } from './unpaid.ts'

const again: Unpaid = { kind: 'notice', notice: 'try-again' }

const cases: readonly (readonly [RejectionCode, RejectionDetails, Unpaid | undefined])[] = [
  [
    'payment-link-unusable',
    { params: { reason: 'used-up' } },
    { kind: 'closed', reason: 'used-up' },
  ],
  [
    'payment-link-unusable',
    { params: { reason: 'expired' } },
    { kind: 'closed', reason: 'link-expired' },
  ],
  ['checkout-session-expired', {}, { kind: 'closed', reason: 'session-expired' }],
  ['checkout-attempts-exhausted', {}, { kind: 'closed', reason: 'too-many' }],
  ['checkout-changed', {}, { kind: 'notice', notice: 'changed' }],
  ['checkout-boleto-sent', {}, { kind: 'notice', notice: 'boleto-sent' }],
  ['idempotency-key-reused', {}, { kind: 'sent-before' }],
  ['idempotency-in-progress', {}, { kind: 'in-progress' }],
  ['card-expired', {}, { kind: 'problem', problem: { field: 'cardExpiry', problem: 'expired' } }],
  [
    'validation-failed',
    { issues: [{ field: 'quantity', problem: 'too-large 4' }] },
    { kind: 'problem', problem: { field: 'quantity', problem: 'required' } },
  ],
  ['validation-failed', { issues: [{ field: 'customer', problem: 'format' }] }, again],
  ['method-not-enabled', {}, again],
  ['charge-refused-by-provider', {}, again],
  ['provider-unavailable', {}, again],
  // The payment may have been made: the page must not say that nothing was charged.
  ['database-unavailable', {}, undefined],
  ['answer-timeout', {}, undefined],
  ['internal-error', {}, undefined],
  ['rate-limited', {}, undefined],
]

for (const [code, details, unpaid] of cases) {
  test(`${code} ${JSON.stringify(details)} is shown as ${unpaid?.kind ?? 'a failure'}`, () =>
    assert.deepEqual(unpaidBy(new Rejection(code, details)), unpaid))
}
