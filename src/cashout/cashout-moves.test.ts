import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { newEndToEndId, newReturnId } from '../brazil/pix-ids.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { type Cashout, type CashoutStatus, cashoutMoves, nextCashout } from './cashout.ts'
import { cashoutPostings } from './cashout-postings.ts'
import { applyPayoutResult } from './record-payout.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const at = new Date('2026-11-20T15:00:00Z')

test('the database allows the same moves', async () => {
  const rows = await database.sql<{ from: string; to: string }[]>`
    select from_status as "from", to_status as "to" from cashout_moves`
  const ours = Object.entries(cashoutMoves).flatMap(([from, to]) =>
    to.map((each) => `${from} ${each}`),
  )
  assert.deepEqual(rows.map(({ from, to }) => `${from} ${to}`).sort(), ours.sort())
})

/** A cashout whose row was written like this: an insert is no move. */
async function stored(status: CashoutStatus = 'PROCESSING', returned = 0): Promise<string> {
  const id = newId(0)
  await database.sql`
    insert into cashouts (account_id, id, version, status, amount, fee, key_type, pix_key,
      provider_id, facts, period, created_at, updated_at, completed_at, returned_amount)
    values (${newId(0)}, ${id}, 2, ${status}, 10000, 100, 'EMAIL', 'fulano@exemplo.com.br',
      ${newId(0)}, '{}', 'day 2026-11-20', now(), now(),
      ${['COMPLETED', 'REFUNDED'].includes(status) ? at : null},
      ${status === 'REFUNDED' ? 10000 : returned})`
  return id
}

const update = (id: string, change: string) =>
  database.sql.unsafe(`update cashouts set ${change} where id = '${id}'`)

const next = 'version = version + 1'
const fixed = /amount, fee, key and provider never change/
const refusedUpdates: readonly (readonly [what: string, change: string, reason: RegExp])[] = [
  ['a version that stays', "version = version, status = 'FAILED'", /goes from version 2 to 2/],
  ['a version that is skipped', 'version = version + 2', /goes from version 2 to 4/],
  ['another amount', `${next}, amount = amount + 1`, fixed],
  ['another fee', `${next}, fee = fee - 1`, fixed],
  ['another type of its key', `${next}, key_type = 'EVP'`, fixed],
  ['another key', `${next}, pix_key = 'outro@exemplo.com.br'`, fixed],
  ['another bank', `${next}, provider_id = gen_random_uuid()`, fixed],
]
for (const [what, change, reason] of refusedUpdates)
  test(`the database refuses ${what} of a cashout`, async () => {
    await assert.rejects(update(await stored(), change), { code: '23514', message: reason })
  })

test('the database refuses that less came back than before', async () => {
  const id = await stored('COMPLETED', 40_00)
  await assert.rejects(update(id, `${next}, returned_amount = 3999`), {
    ...{ code: '23514', message: /what came back stays/ },
  })
  await update(id, `${next}, returned_amount = 4001`)
})

const statuses = Object.keys(cashoutMoves) as CashoutStatus[]
for (const from of statuses)
  test(`the moves from ${from} are ${cashoutMoves[from].join(', ') || 'none'}`, async () => {
    for (const to of statuses.filter((status) => status !== from)) {
      const completed = ['COMPLETED', 'REFUNDED'].includes(to) ? 'now()' : 'null'
      const back = to === 'REFUNDED' ? ', returned_amount = amount' : ''
      const change = `${next}, status = '${to}', completed_at = ${completed}${back}`
      const moving = update(await stored(from), change)
      if (cashoutMoves[from].includes(to)) await moving
      else await assert.rejects(moving, { code: '23514', message: /cannot go from/ }, to)
    }
  })

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

const money = (before: Cashout | undefined, next: Cashout, owed = 0) =>
  cashoutPostings(before, next, cents(owed)).map(({ debit, credit, amount, cause }) => [
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

const created = some({ version: 1, status: 'PENDING' })

test('the amount and the fee of a cashout are held from its creation', () => {
  assert.deepEqual(money(undefined, created), [['available', 'blocked', 101_00, 'hold']])
})

test('what the balance lacks of a restored cashout becomes debt', () => {
  assert.deepEqual(money(undefined, created, 61_00), [
    ['available', 'blocked', 40_00, 'hold'],
    ['debt', 'blocked', 61_00, 'hold-2'],
  ])
  assert.deepEqual(money(undefined, created, 101_00), [['debt', 'blocked', 101_00, 'hold-2']])
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
