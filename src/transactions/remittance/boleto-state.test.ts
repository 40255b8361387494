import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import type { MovementKind } from '../../providers/ports/settlement-file.ts'
import { type Movement, reportedState } from './boleto-state.ts'

const amount = cents(100_00)

const movements = (...kinds: readonly MovementKind[]): Movement[] =>
  kinds.map((movement, index) => ({
    ...{ movement, amount, date: '2026-11-23', sequence: 7, line: index + 2 },
    ...(movement === 'REJECTED' && { reason: 'CEP inválido (48)' }),
  }))

const paid = {
  kind: 'paid',
  amount,
  paidAt: new Date('2026-11-23T03:00:00Z'),
  channel: 'boleto',
} as const
const refused = { kind: 'refused', reason: 'CEP inválido (48)', sequence: 7 } as const

const rows: readonly (readonly [
  reports: readonly MovementKind[],
  state: ReturnType<typeof reportedState>,
])[] = [
  [[], { kind: 'unconfirmed' }],
  [['NOT_DONE'], { kind: 'unconfirmed' }],
  [['REGISTERED'], { kind: 'open' }],
  [['REJECTED'], refused],
  // The second one is about a file that was sent again.
  [['REGISTERED', 'REJECTED'], { kind: 'open' }],
  [['REJECTED', 'REGISTERED'], { kind: 'open' }],
  [['REGISTERED', 'NOT_DONE'], { kind: 'open' }],
  [['REGISTERED', 'WRITTEN_OFF'], { kind: 'cancelled' }],
  [['REGISTERED', 'IN_PROTEST'], { kind: 'in-protest' }],
  [['REGISTERED', 'IN_PROTEST', 'PROTEST_ENDED'], { kind: 'open' }],
  [['REGISTERED', 'IN_PROTEST', 'PROTEST_ENDED', 'WRITTEN_OFF'], { kind: 'cancelled' }],
  // The return with the registration is lost.
  [['IN_PROTEST'], { kind: 'in-protest' }],
  [['REGISTERED', 'PAID'], paid],
  [['PAID', 'REGISTERED'], paid],
  [['REGISTERED', 'WRITTEN_OFF', 'PAID'], paid],
  [['REGISTERED', 'PAID', 'WRITTEN_OFF'], paid],
  [['REJECTED', 'PAID'], paid],
]

for (const [reports, state] of rows) {
  test(`${reports.join(', ') || 'no report'}: ${state.kind}`, () => {
    assert.deepEqual(reportedState(movements(...reports), amount), state)
  })
}

test('a registration of another amount is of another boleto', () => {
  const other = movements('REGISTERED').map((each) => ({ ...each, amount: cents(1) }))
  assert.deepEqual(reportedState(other, amount), { kind: 'unconfirmed' })
})

test('a payment counts with its own amount, which may differ', () => {
  const [payment] = movements('PAID')
  assert.ok(payment)
  const state = reportedState([{ ...payment, amount: cents(99_00) }], amount)
  assert.deepEqual(state, { ...paid, amount: 99_00 })
})

test('a payment of the whole amount counts before an earlier one of another amount', () => {
  const [first, second] = movements('PAID', 'PAID')
  assert.ok(first && second)
  assert.deepEqual(reportedState([{ ...first, amount: cents(1) }, second], amount), paid)
})
