import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { cents } from '../primitives/money.ts'
import type { CancelRecord, CardFinding } from '../providers/ports/card.ts'
import { cardRefundResult, isDenialOf, notPossibleResult } from './card-refund-result.ts'
import type { Refund } from './refund.ts'

const at = new Date('2026-11-21T15:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const hourMs = 3_600_000
const sale = someTransaction({
  status: 'PAID',
  method: 'CREDIT_CARD',
  amount: cents(100_00),
  refundedAmount: cents(20_00),
})
const refund = (overrides: Partial<Refund> = {}): Refund => ({
  ...{
    accountId: 'a',
    id: 'r',
    transactionId: sale.id,
    version: 1,
    status: 'PROCESSING',
    amount: cents(30_00),
  },
  ...{
    holds: [],
    returnedAmount: cents(0),
    isSent: true,
    queries: 0,
    createdAt: at,
    updatedAt: at,
  },
  ...overrides,
})

type Outcome = Extract<CardFinding, { kind: 'found' }>['outcome']
const found = (voidedAmount?: number, cancels?: readonly CancelRecord[]): Outcome => ({
  ...{ kind: 'approved', captured: true, reference: 'sale-1', amount: cents(100_00) },
  ...(voidedAmount !== undefined && { voidedAmount: cents(voidedAmount) }),
  ...(cancels && { cancels }),
})
const voided: Outcome = { kind: 'voided', reference: 'sale-1', amount: cents(100_00) }
const accepted = refund({ returnId: 'c-1' })
const denied = (afterMs: number) => refund({ returnId: 'c-1', deniedAt: later(-afterMs) })

const cases: readonly (readonly [name: string, Refund, Outcome, expected: object])[] = [
  ['the sum grew by exactly this refund: completed', refund(), found(50_00), { kind: 'completed' }],
  [
    'the sum equals ours: the result is unknown at any age',
    refund({ createdAt: later(-9e10) }),
    found(20_00),
    { kind: 'unchanged' },
  ],
  ['the sum is below ours: an outdated record proves nothing', accepted, found(), { kind: 'open' }],
  [
    'nothing is left of the sale: completed, and a case is opened for the rest',
    refund(),
    voided,
    { kind: 'completed', found: 100_00 },
  ],
  [
    'more than this refund: the refund it belongs to is unknown',
    refund(),
    found(60_00),
    { kind: 'open', found: 60_00 },
  ],
  [
    'less than this refund: the refund it belongs to is unknown',
    refund(),
    found(30_00),
    { kind: 'open', found: 30_00 },
  ],
  [
    'a cancel is pending, and ours may have been sent: it is ours',
    refund(),
    found(20_00, [{ id: 'c-9', state: 'pending' }]),
    { kind: 'open', returnId: 'c-9' },
  ],
  [
    'a cancel is pending, and ours was not sent: ours waits',
    refund({ isSent: false }),
    found(20_00, [{ state: 'pending' }]),
    { kind: 'open' },
  ],
  [
    'its own cancel was denied',
    accepted,
    found(20_00, [{ id: 'c-1', state: 'denied' }]),
    { kind: 'failed' },
  ],
  [
    'the last cancel was denied, and it may be an earlier one: only noted',
    accepted,
    found(20_00, [{ state: 'denied' }]),
    { kind: 'unchanged', isDenialReported: true },
  ],
  [
    'the last cancel was denied, and the denial was noted an hour ago',
    denied(hourMs),
    found(20_00, [{ state: 'denied' }]),
    { kind: 'failed' },
  ],
  [
    'a denial was noted an hour ago, and the last cancel is pending: an earlier cancel was denied',
    denied(hourMs),
    found(20_00, [{ state: 'pending' }]),
    { kind: 'open' },
  ],
  [
    'another cancel was denied',
    accepted,
    found(20_00, [{ id: 'c-0', state: 'denied' }]),
    { kind: 'unchanged' },
  ],
  [
    'a cancel was denied, and it is unknown whether this one was accepted',
    refund(),
    found(20_00, [{ state: 'denied' }]),
    { kind: 'unchanged' },
  ],
  [
    'a notice of the denial is an hour old, and the sum is unchanged',
    denied(hourMs),
    found(20_00),
    { kind: 'failed' },
  ],
  [
    'a notice of the denial is new: it may be wrong',
    denied(hourMs - 1),
    found(20_00),
    { kind: 'unchanged' },
  ],
  [
    'a notice of the denial was wrong, and the cancel was completed',
    denied(2 * hourMs),
    found(50_00),
    { kind: 'completed' },
  ],
  [
    'the acquirer is still analysing the sale',
    accepted,
    { kind: 'analysing', reference: 'sale-1' },
    { kind: 'open' },
  ],
]
for (const [name, of, outcome, expected] of cases)
  test(`a cancel of 30.00 after 20.00 were refunded: ${name}`, () => {
    const result = cardRefundResult({ refund: of, transaction: sale }, outcome, at)
    const difference = 'differs' in result ? result.differs?.found.voidedAmount : undefined
    assert.deepEqual(
      {
        kind: result.kind,
        ...('returnId' in result && { returnId: result.returnId }),
        ...('isDenialReported' in result && { isDenialReported: result.isDenialReported }),
        ...(difference !== undefined && { found: difference }),
      },
      expected,
    )
  })

for (const [name, of, lastFailureAt, expected] of [
  ['the only cancel that could be denied', accepted, undefined, true],
  ['a cancel that was not accepted', refund(), undefined, false],
  [
    'a cancel accepted soon after another failed: the notice may be about the other',
    accepted,
    later(-24 * hourMs + 1),
    false,
  ],
  ['a cancel accepted a day after another failed', accepted, later(-24 * hourMs), true],
] as const)
  test(`a notice of a denied cancel ${expected ? 'is noted' : 'is ignored'}: ${name}`, () => {
    assert.equal(isDenialOf(of, { lastFailureAt, now: at }), expected)
  })

test('a cancel rejected because of the sale fails, unless the sum shows its completion', () => {
  const result = (outcome: Outcome) =>
    notPossibleResult(cardRefundResult({ refund: refund(), transaction: sale }, outcome, at))
  assert.equal(result(found(20_00)).kind, 'failed')
  assert.equal(result(found(50_00)).kind, 'completed')
  assert.equal(result(found(60_00)).kind, 'open')
  assert.equal(result(found()).kind, 'open')
})
