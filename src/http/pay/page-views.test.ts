import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeText } from '../../../checkout/standing.ts'
import type { DisputeKind } from '../../../contract/dispute.ts'
import { someTransaction } from '../../../test/kit/some-transaction.ts'
import { cents } from '../../primitives/money.ts'
import { refundedOf } from '../../transactions/remaining-amount.ts'
import type { DisputeFacts, Transaction } from '../../transactions/transaction.ts'
import { standingOf } from './page-views.ts'

const at = new Date('2026-11-21T12:00:00Z')
const amount = cents(100_00)

const lost = (kind: DisputeKind, lostAmount: number): DisputeFacts => ({
  id: kind,
  kind,
  status: 'LOST',
  amount: cents(lostAmount),
  blockedAmount: cents(0),
  lostAmount: cents(lostAmount),
  openedAt: at.toISOString(),
})

/** A payment of R$ 100.00 that is PAID in the rest. */
function paidWith(method: Transaction['method'], dispute: DisputeFacts): Transaction {
  const disputes = [dispute]
  const refundedAmount = refundedOf({ amount, disputes })
  return someTransaction({ status: 'PAID', method, amount, disputes, refundedAmount, paidAt: at })
}

for (const back of [40_00, 50_00]) {
  test(`a MED of ${back} cents counts once on the page of its PIX`, () => {
    const standing = standingOf(paidWith('PIX', lost('med', back)), at)
    assert.deepEqual([standing.returned, standing.lost], [back, 0])
    const notice = noticeText({ standing, amount, method: 'PIX' }, 'pt')
    assert.equal(notice?.title, 'Pago e devolvido em parte')
    assert.match(notice?.text ?? '', new RegExp(`^R\\$\\s${back / 100},00 de R\\$\\s100,00`))
  })
}

test('what a chargeback returned is beside the refunds', () => {
  const standing = standingOf(paidWith('CREDIT_CARD', lost('chargeback', 40_00)), at)
  assert.deepEqual([standing.returned, standing.lost], [0, 40_00])
})
