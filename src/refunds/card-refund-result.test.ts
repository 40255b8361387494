import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { cents } from '../primitives/money.ts'
import type { CancelRecord, CardFinding } from '../providers/ports/card.ts'
import { cardRefundWord, isDenialOf, notPossibleWord } from './card-refund-result.ts'
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
const refund = (given: Partial<Refund> = {}): Refund => ({
  ...{ accountId: 'a', id: 'r', transactionId: sale.id, version: 1, status: 'PROCESSING', amount: cents(30_00) },
  ...{ holds: [], returnedAmount: cents(0), isSent: true, queries: 0, createdAt: at, updatedAt: at },
  ...given,
})

type Outcome = Extract<CardFinding, { kind: 'found' }>['outcome']
const told = (voidedAmount?: number, cancels?: readonly CancelRecord[]): Outcome => ({
  ...{ kind: 'approved', captured: true, reference: 'sale-1', amount: cents(100_00) },
  ...(voidedAmount !== undefined && { voidedAmount: cents(voidedAmount) }),
  ...(cancels && { cancels }),
})
const voided: Outcome = { kind: 'voided', reference: 'sale-1', amount: cents(100_00) }
const accepted = refund({ returnId: 'c-1' })
const denied = (afterMs: number) => refund({ returnId: 'c-1', deniedAt: later(-afterMs) })

const cases: readonly (readonly [name: string, Refund, Outcome, expected: object])[] = [
  ['the sum grew by exactly this refund: done', refund(), told(50_00), { kind: 'completed' }],
  [
    'the sum is ours: nothing is known, however old it is',
    refund({ createdAt: later(-9e10) }),
    told(20_00),
    { kind: 'unchanged' },
  ],
  ['the sum is less than ours: a record that lags proves nothing', accepted, told(), { kind: 'open' }],
  [
    'nothing is left of the sale: done, and the rest is for a person',
    refund(),
    voided,
    { kind: 'completed', found: 100_00 },
  ],
  ['more than this refund: whose it is cannot be told', refund(), told(60_00), { kind: 'open', found: 60_00 }],
  ['less than this refund: whose it is cannot be told', refund(), told(30_00), { kind: 'open', found: 30_00 }],
  [
    'a cancel is under way, and one of ours may have left: it is ours',
    refund(),
    told(20_00, [{ id: 'c-9', state: 'pending' }]),
    { kind: 'open', returnId: 'c-9' },
  ],
  [
    'a cancel is under way, and ours has not left: it waits',
    refund({ isSent: false }),
    told(20_00, [{ state: 'pending' }]),
    { kind: 'open' },
  ],
  ['its own cancel was denied', accepted, told(20_00, [{ id: 'c-1', state: 'denied' }]), { kind: 'failed' }],
  [
    'the last cancel was denied, which may be an earlier one: a hint',
    accepted,
    told(20_00, [{ state: 'denied' }]),
    { kind: 'unchanged', isDenialTold: true },
  ],
  [
    'the last cancel was denied, and has been for an hour since that was told',
    denied(hourMs),
    told(20_00, [{ state: 'denied' }]),
    { kind: 'failed' },
  ],
  [
    'a denial was told an hour ago, and the last cancel is under way: it was an earlier one’s',
    denied(hourMs),
    told(20_00, [{ state: 'pending' }]),
    { kind: 'open' },
  ],
  ['another cancel was denied', accepted, told(20_00, [{ id: 'c-0', state: 'denied' }]), { kind: 'unchanged' }],
  [
    'a cancel was denied, and whether this one was accepted is not known',
    refund(),
    told(20_00, [{ state: 'denied' }]),
    { kind: 'unchanged' },
  ],
  [
    'a notice said an hour ago that it was denied, and the sum has not moved',
    denied(hourMs),
    told(20_00),
    { kind: 'failed' },
  ],
  ['a notice said so just now: it may be wrong', denied(hourMs - 1), told(20_00), { kind: 'unchanged' }],
  ['a notice said so, and it was done all the same', denied(2 * hourMs), told(50_00), { kind: 'completed' }],
  ['the sale is undecided at its acquirer', accepted, { kind: 'analysing', reference: 'sale-1' }, { kind: 'open' }],
]
for (const [name, of, outcome, expected] of cases)
  test(`a cancel of 30.00 after 20.00 were given back: ${name}`, () => {
    const word = cardRefundWord({ refund: of, transaction: sale }, outcome, at)
    const found = 'differs' in word ? word.differs?.found.voidedAmount : undefined
    assert.deepEqual(
      {
        kind: word.kind,
        ...('returnId' in word && { returnId: word.returnId }),
        ...('isDenialTold' in word && { isDenialTold: word.isDenialTold }),
        ...(found !== undefined && { found }),
      },
      expected,
    )
  })

for (const [name, of, lastFailureAt, expected] of [
  ['the only one that could be denied', accepted, undefined, true],
  ['one that was not accepted', refund(), undefined, false],
  ['accepted soon after another had failed: the notice may be the other’s', accepted, later(-24 * hourMs + 1), false],
  ['accepted when the other’s notices are long over', accepted, later(-24 * hourMs), true],
] as const)
  test(`a notice of a denied cancel, about ${name}: ${expected ? 'is noted' : 'says nothing'}`, () => {
    assert.equal(isDenialOf(of, { lastFailureAt, now: at }), expected)
  })

test('a cancel refused as the sale stands fails the refund, unless the sum shows that it was made', () => {
  const word = (outcome: Outcome) =>
    notPossibleWord(cardRefundWord({ refund: refund(), transaction: sale }, outcome, at))
  assert.equal(word(told(20_00)).kind, 'failed')
  assert.equal(word(told(50_00)).kind, 'completed')
  assert.equal(word(told(60_00)).kind, 'open')
  assert.equal(word(told()).kind, 'open')
})
