import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../primitives/money.ts'
import { type PixRefund, planPixRefund, refundableAmount } from './pix-refund.ts'

const settledAt = new Date('2026-08-01T12:00:00Z')
const at = new Date('2026-08-02T12:00:00Z')
const dayMs = 24 * 60 * 60 * 1000

test('refunds of a Pix of R$ 100.00 are accepted until it is fully returned', () => {
  const refunds: PixRefund[] = []
  for (const [id, amount, answer] of [
    ['a1', 4000, 'new'],
    ['a1', 4000, 'repeat'],
    ['a1', 5000, 'other-content'],
    ['a2', 6001, 'too-much'],
    ['a2', 6000, 'new'],
    ['a3', 1, 'too-much'],
  ] as const) {
    const plan = planPixRefund(
      { amount: cents(10000), settledAt, refunds },
      { id, amount: cents(amount), at },
    )
    assert.equal(plan.kind === 'refused' ? plan.problem : plan.kind, answer, `${id} ${amount}`)
    if (plan.kind === 'new') refunds.push({ id, amount: cents(amount), status: 'EM_PROCESSAMENTO' })
    if (plan.kind === 'repeat') assert.equal(plan.refund, refunds[0])
  }
})

for (const [status, left] of [
  ['EM_PROCESSAMENTO', 6000],
  ['DEVOLVIDO', 6000],
  ['NAO_REALIZADO', 10000],
] as const) {
  test(`a refund ${status} of R$ 40.00 leaves ${left} cents of R$ 100.00`, () => {
    assert.equal(
      refundableAmount({
        amount: cents(10000),
        refunds: [{ id: 'a1', amount: cents(4000), status }],
      }),
      left,
    )
  })
}

const pix = { amount: cents(10000), settledAt, refunds: [] }
for (const [what, request, problem] of [
  ['91 days later', { at: new Date(settledAt.getTime() + 90 * dayMs + 1) }, 'too-late'],
  ['of nothing', { amount: cents(0) }, 'zero'],
  ['with a dash in its id', { id: 'a-1' }, 'id'],
] as const) {
  test(`a refund ${what} is rejected: ${problem}`, () => {
    const plan = planPixRefund(pix, { id: 'a1', amount: cents(1), at, ...request })
    assert.deepEqual(plan, { kind: 'refused', problem })
  })
}

test('the ninetieth day is in time', () => {
  const last = new Date(settledAt.getTime() + 90 * dayMs)
  assert.deepEqual(planPixRefund(pix, { id: 'a1', amount: cents(1), at: last }), { kind: 'new' })
})

test('a repeat gets its refund even after ninety days', () => {
  const refund: PixRefund = { id: 'a1', amount: cents(100), status: 'DEVOLVIDO' }
  const late = new Date(settledAt.getTime() + 200 * dayMs)
  assert.deepEqual(
    planPixRefund({ ...pix, refunds: [refund] }, { id: 'a1', amount: cents(100), at: late }),
    {
      kind: 'repeat',
      refund,
    },
  )
})
