import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CaseKind } from '../cases/case.ts'
import { canStillAgree, hasEnded } from './has-ended.ts'

const cases: readonly (readonly [
  kind: CaseKind,
  status: string,
  method: string | undefined,
  expected: readonly [hasEnded: boolean, canStillAgree: boolean],
])[] = [
  ['sale-status-differs', 'WAITING_PAYMENT', 'BOLETO', [false, true]],
  ['sale-status-differs', 'CANCELED', 'BOLETO', [false, true]],
  ['sale-status-differs', 'REFUSED', 'BOLETO', [true, false]],
  ['sale-status-differs', 'REFUSED', 'CREDIT_CARD', [false, true]],
  ['refund-status-differs', 'PROCESSING', undefined, [false, true]],
  ['refund-status-differs', 'FAILED', undefined, [true, false]],
  ['payout-status-differs', 'PROCESSING', undefined, [false, true]],
  ['payout-status-differs', 'CANCELED', undefined, [true, false]],
  ['payout-status-differs', 'FAILED', undefined, [true, true]],
  ['sale-amount-differs', 'PAID', 'PIX', [false, true]],
]
for (const [kind, status, method, expected] of cases) {
  test(`${kind} of a ${method ?? 'payment'} that is ${status}: ${expected.join(', ')}`, () => {
    const of = { kind, expected: { status } }
    assert.deepEqual([hasEnded(of, { method }), canStillAgree(of, { method })], expected)
  })
}
