import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { paymentMethods } from '../../contract/fields.ts'
import { openReconciling } from '../../test/kit/reconciliation.ts'
import { someSales, writeBooks } from '../../test/kit/settlement-books.ts'
import type { CaseKind } from '../cases/case.ts'
import { newId } from '../primitives/id.ts'
import { nextStepOf } from './next-step.ts'
import { ourSideOf } from './our-side-store.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())

const text = { explanation: '', nextStep: 'next' }
const ended = { ...text, nextStepAfterEnd: 'after the end' }
const byRail = { ...text, nextStepAtAcquirer: 'at the acquirer' }

for (const [kind, status, method, given, expected] of [
  ['refund-unresolved', 'PROCESSING', 'CREDIT_CARD', byRail, 'at the acquirer'],
  ['refund-unresolved', 'PROCESSING', 'PIX', byRail, 'next'],
  ['refund-unresolved', 'PROCESSING', 'BOLETO', byRail, 'next'],
  ['refund-unresolved', 'PROCESSING', undefined, byRail, 'next'],
  ['refund-status-differs', 'PROCESSING', 'CREDIT_CARD', ended, 'next'],
  ['refund-status-differs', 'FAILED', 'CREDIT_CARD', ended, 'after the end'],
  ['sale-amount-differs', 'PAID', 'CREDIT_CARD', text, 'next'],
] as const satisfies readonly (readonly [CaseKind, string, string | undefined, object, string])[])
  test(`${kind} ${status} of ${method ?? 'an unknown payment'}: ${expected}`, () => {
    assert.equal(nextStepOf({ kind, expected: { status } }, { method }, given), expected)
  })

test('our side of a refund has the method of its payment', async () => {
  const { sql, newProvider } = reconciling
  const providerId = await newProvider()
  for (const [index, method] of paymentMethods.entries()) {
    const [sale] = someSales(1, {
      ...{ date: '2026-04-01', accounts: [newId(1)], from: index + 1, method },
    })
    assert.ok(sale)
    const refund = { sale, id: newId(1), amount: 1_00, date: '2026-04-02', status: 'PROCESSING' }
    await writeBooks(sql, providerId, { sales: [sale], refunds: [refund] })
    const { accountId } = sale
    const of = { accountId, objectType: 'refund', objectId: refund.id } as const
    assert.partialDeepStrictEqual(await ourSideOf(sql, of), {
      ...{ status: 'PROCESSING', method, amount: 1_00, transactionId: sale.id },
    })
  }
})
