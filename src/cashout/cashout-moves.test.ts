import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { newEndToEndId, newReturnId } from '../brazil/pix-ids.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { type Cashout, cashoutMoves, nextCashout } from './cashout.ts'
import { cashoutPostings } from './cashout-postings.ts'
import { applyPayoutResult } from './record-payout.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

test('the database allows the same moves', async () => {
  const rows = await database.sql<{ from: string; to: string }[]>`
    select from_status as "from", to_status as "to" from cashout_moves`
  const ours = Object.entries(cashoutMoves).flatMap(([from, to]) =>
    to.map((each) => `${from} ${each}`),
  )
  assert.deepEqual(rows.map(({ from, to }) => `${from} ${to}`).sort(), ours.sort())
})

const at = new Date('2026-11-20T15:00:00Z')
const endToEndId = newEndToEndId({ ispb: '99999024', at, random: 'abcdefghijk' })
const returnId = (random: string) => newReturnId({ ispb: '99999016', at, random })

const some = (overrides: Partial<Cashout> = {}): Cashout => ({
  accountId: newId(0),
  id: newId(0),
  version: 2,
  status: 'PROCESSING',
  amount: cents(100_00),
  fee: cents(1_00),
  returnedAmount: cents(0),
  key: { type: 'EMAIL', value: 'fulano@exemplo.com.br' },
  providerId: newId(0),
  order: {
    beneficiaryName: null,
    beneficiaryDocument: null,
    description: null,
    postbackUrl: null,
    externalRef: null,
  },
  origin: 'request',
  period: 'day 2026-11-20',
  returns: [],
  createdAt: at,
  updatedAt: at,
  sentAt: at,
  ...overrides,
})

const money = (before: Cashout | undefined, next: Cashout) =>
  cashoutPostings(before, next).map(({ debit, credit, amount, cause }) => [
    debit,
    credit,
    amount,
    cause.effect.split(' ')[0],
  ])

const completed = {
  kind: 'completed' as const,
  endToEndId,
  amount: cents(100_00),
  completedAt: at,
  returns: [],
}
const failed = { kind: 'failed' as const, code: 'AB03', reason: 'não' }

test('the amount and the fee of a cashout are held from its creation', () => {
  assert.deepEqual(money(undefined, some({ version: 1, status: 'PENDING' })), [
    ['available', 'blocked', 101_00, 'hold'],
  ])
})

const outcomes: readonly [
  string,
  Cashout,
  Parameters<typeof applyPayoutResult>[1],
  string | undefined,
  unknown[][],
][] = [
  ['accepted', some(), { kind: 'accepted', endToEndId }, 'PROCESSING', []],
  ['accepted again', some({ endToEndId }), { kind: 'accepted', endToEndId }, undefined, []],
  [
    'still processing',
    some({ endToEndId }),
    { kind: 'processing', endToEndId, amount: cents(100_00) },
    undefined,
    [],
  ],
  ['silence', some(), { kind: 'unknown', cause: undefined }, undefined, []],
  ['nothing sent', some(), { kind: 'not-sent', cause: undefined }, undefined, []],
  [
    'refused',
    some(),
    { kind: 'refused', code: 'x', reason: 'não' },
    'FAILED',
    [['blocked', 'available', 101_00, 'release']],
  ],
  ['failed', some(), failed, 'FAILED', [['blocked', 'available', 101_00, 'release']]],
  [
    'completed',
    some(),
    completed,
    'COMPLETED',
    [
      ['blocked', 'clearing:payout', 100_00, 'payout'],
      ['blocked', 'fees', 1_00, 'fee'],
    ],
  ],
  ['completed, of a failed cashout', some({ status: 'FAILED' }), completed, undefined, []],
  [
    'failed, of a completed cashout',
    some({ status: 'COMPLETED', completedAt: at }),
    failed,
    undefined,
    [],
  ],
  ['completed twice', some({ status: 'COMPLETED', completedAt: at }), completed, undefined, []],
  ['completed, of a canceled cashout', some({ status: 'CANCELED' }), completed, undefined, []],
]
for (const [what, cashout, outcome, status, postings] of outcomes) {
  test(`the bank reports ${what} (${cashout.status}): ${status ?? 'nothing changes'}`, () => {
    const next = applyPayoutResult(cashout, outcome, at)
    assert.equal(next?.status, status)
    if (next) assert.deepEqual(money(cashout, next), postings)
  })
}

test('each return is counted once, and the sum never exceeds the amount sent', () => {
  const arrived = some({ status: 'COMPLETED', completedAt: at })
  const back = (id: string, amount: number) => ({
    returnId: returnId(id),
    amount: cents(amount),
    returnedAt: at,
  })
  const half = applyPayoutResult(
    arrived,
    { ...completed, returns: [back('aaaaaaaaaaa', 40_00)] },
    at,
  )
  assert.ok(half)
  assert.deepEqual([half.status, half.returnedAmount], ['COMPLETED', 40_00])
  assert.deepEqual(money(arrived, half), [['clearing:payout', 'available', 40_00, 'return']])
  assert.equal(
    applyPayoutResult(half, { ...completed, returns: [back('aaaaaaaaaaa', 40_00)] }, at),
    undefined,
    'known',
  )
  const rest = [back('aaaaaaaaaaa', 40_00), back('bbbbbbbbbbb', 60_00)]
  const whole = applyPayoutResult(half, { ...completed, returns: rest }, at)
  assert.ok(whole)
  assert.deepEqual([whole.status, whole.returnedAmount], ['REFUNDED', 100_00])
  assert.deepEqual(money(half, whole), [['clearing:payout', 'available', 60_00, 'return']])
  const tooMuch = [back('aaaaaaaaaaa', 40_00), back('bbbbbbbbbbb', 60_01)]
  assert.equal(applyPayoutResult(half, { ...completed, returns: tooMuch }, at), undefined)
})

const asked = { id: 'consulta', providerId: newId(0), key: 'fulano@exemplo.com.br' }
const ownerQuery = { ...asked, document: '***444777**', at: at.toISOString() }
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const queryKept: readonly [string, Date, Partial<Cashout>, boolean][] = [
  ['sent', later(1), {}, true],
  ['sent just within its 30 minutes', new Date(later(30).getTime() - 1), {}, true],
  ['sent after 30 minutes', later(30), {}, false],
  ['accepted', later(1), { endToEndId }, false],
  ['refused', later(1), { status: 'FAILED' }, false],
  ['completed', later(1), { status: 'COMPLETED' }, false],
  ['canceled', later(1), { status: 'CANCELED' }, false],
]
for (const [what, now, facts, isKept] of queryKept)
  test(`the query of the owner of a cashout that is ${what} is kept: ${isKept}`, () => {
    const after = nextCashout(some({ ownerQuery }), now, facts)
    assert.deepEqual(after.ownerQuery, isKept ? ownerQuery : undefined)
  })
