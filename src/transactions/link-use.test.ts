import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { cents } from '../primitives/money.ts'
import { linkUseSteps } from './link-use.ts'
import type { TransactionStatus } from './transaction.ts'

const checkout = { sessionId: 's', linkId: 'l' }

for (const [before, after, taken, paid] of [
  [undefined, 'WAITING_PAYMENT', 1, 0],
  [undefined, 'PAID', 1, 1],
  [undefined, 'REFUSED', 0, 0],
  ['WAITING_PAYMENT', 'WAITING_PAYMENT', 0, 0],
  ['WAITING_PAYMENT', 'PAID', 0, 1],
  ['WAITING_PAYMENT', 'AUTHORIZED', 0, 0],
  ['AUTHORIZED', 'PAID', 0, 1],
  ['WAITING_PAYMENT', 'REFUSED', -1, 0],
  ['WAITING_PAYMENT', 'CANCELED', -1, 0],
  ['AUTHORIZED', 'CANCELED', -1, 0],
  ['CANCELED', 'PAID', 1, 1],
  ['PAID', 'PAID', 0, 0],
  ['PAID', 'REFUNDED', 0, 0],
  ['PAID', 'IN_PROTEST', 0, 0],
  ['IN_PROTEST', 'CHARGEDBACK', 0, 0],
  ['CHARGEDBACK', 'PAID', 0, 0],
] as const satisfies readonly [TransactionStatus | undefined, TransactionStatus, number, number][])
  test(`${before ?? 'no payment'} to ${after}: uses ${taken}, paid ${paid}`, () => {
    const transaction = someTransaction({ status: after, amount: cents(7_00), checkout })
    const [step] = linkUseSteps(before, transaction)
    const { taken: t = 0, paid: p = 0, paidAmount = 0 } = step ?? {}
    assert.deepEqual([t, p, paidAmount], [taken, paid, paid * 7_00])
  })

test('a payment without a link is no use of one', () => {
  assert.deepEqual(linkUseSteps(undefined, someTransaction({ status: 'PAID' })), [])
  assert.deepEqual(
    linkUseSteps(undefined, someTransaction({ status: 'PAID', checkout: { sessionId: 's' } })),
    [],
  )
})
