import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { card, claimOf, openClaims, pixKey } from '../../test/kit/claims.ts'
import { openTestDatabase } from '../../test/kit/database.ts'
import { someAccount } from '../../test/kit/some-account.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { insertAccount } from '../accounts/account-store.ts'
import { bareId, markedId, newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import type { Claim } from '../providers/ports/dispute.ts'
import { receivablesOf } from '../settlement/receivable-store.ts'
import { releaseReceivable } from '../settlement/release-receivable.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { applyClaims } from './apply-claims.ts'
import { collectShortfalls } from './collect-shortfall.ts'
import { disputeMoves } from './dispute.ts'
import { disputeByCase, disputeList } from './dispute-store.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const { app, processes, sell, spend, seen, money, casesOf, inOrder } = openClaims(database)
const at = new Date('2026-11-20T15:00:00Z')
const firstPix = `E00000000202611201500${'A'.repeat(11)}`
const secondPix = `E00000000202611201500${'B'.repeat(11)}`

test('the database allows the same moves', async () => {
  const rows = await sql<
    { move: string }[]
  >`select from_status || ' ' || to_status as move from dispute_moves`
  const ours = Object.entries(disputeMoves).flatMap(([from, to]) =>
    to.map((each) => `${from} ${each}`),
  )
  assert.deepEqual(rows.map(({ move }) => move).sort(), ours.sort())
})

test('forty concurrent reports of one claim open one dispute and block once', async () => {
  const sale = await sell()
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      applyClaims(processes[index % 2] ?? app, sale.providerId, [claimOf(sale)]),
    ),
  )
  assert.deepEqual(await seen(sale), ['IN_PROTEST', 'NEEDS_RESPONSE', 100_00, 0])
  assert.deepEqual(await money(sale), [0, 0, 100_00, 0])
  assert.equal((await disputeList.page(sql, sale.accountId, {}, { limit: 10 })).length, 1)
  await inOrder()
})

test('concurrent reports of all states of a claim end in the decided status', async () => {
  const sale = await sell()
  const states = [
    'needs-response',
    'lost',
    'under-review',
    'lost',
    'needs-response',
    'lost',
  ] as const
  await Promise.all(
    states.map((state, index) =>
      applyClaims(processes[index % 2] ?? app, sale.providerId, [claimOf(sale, { state })]),
    ),
  )
  assert.deepEqual(await seen(sale), ['REFUNDED', 'LOST', 0, 100_00])
  assert.deepEqual(await money(sale), [0, 0, 0, 0])
  await inOrder()
})

test('a chargeback blocks pending money, then releases it or takes it', async () => {
  const won = await sell({ method: 'CREDIT_CARD', installments: 3, card: { ...card, tid: '2001' } })
  await applyClaims(app, won.providerId, [claimOf(won)])
  assert.deepEqual(await money(won), [0, 0, 100_00, 0])
  await applyClaims(app, won.providerId, [claimOf(won, { state: 'won' })])
  assert.deepEqual(await seen(won), ['PAID', 'WON', 0, 0])
  assert.deepEqual(await money(won), [0, 100_00, 0, 0])

  const lost = await sell({
    method: 'CREDIT_CARD',
    installments: 3,
    card: { ...card, tid: '2002' },
  })
  for (const state of ['needs-response', 'lost', 'won'] as const)
    await applyClaims(app, lost.providerId, [claimOf(lost, { state })])
  assert.deepEqual(await seen(lost), ['PAID', 'WON', 0, 0])
  assert.deepEqual(await money(lost), [100_00, 0, 0, 0])
  await inOrder()
})

test('money blocked from a receivable that settles is released as available', async () => {
  const sale = await sell({
    method: 'CREDIT_CARD',
    installments: 2,
    card: { ...card, tid: '3001' },
  })
  await applyClaims(app, sale.providerId, [claimOf(sale, { amount: cents(70_00) })])
  const [first] = await receivablesOf(sql, sale.accountId, sale.id)
  assert.ok(first)
  await releaseReceivable(app, first)
  await applyClaims(app, sale.providerId, [claimOf(sale, { state: 'won' })])
  assert.deepEqual(await money(sale), [50_00, 50_00, 0, 0])
  await inOrder()
})

test('a worker blocks money received after a claim, up to the disputable amount', async () => {
  const sale = await sell()
  await spend(sale, 70_00)
  await applyClaims(app, sale.providerId, [claimOf(sale)])
  assert.deepEqual(await money(sale), [0, 0, 30_00, 0])
  await Promise.all(processes.map(collectShortfalls))
  assert.deepEqual(await money(sale), [0, 0, 30_00, 0])
  for (const [amount, expected] of [
    [50_00, [0, 0, 80_00, 0]],
    [100_00, [80_00, 0, 100_00, 0]],
    [10_00, [90_00, 0, 100_00, 0]],
  ] as const) {
    await sell({ accountId: sale.accountId, amount: cents(amount) })
    await Promise.all([...processes, ...processes].map(collectShortfalls))
    assert.deepEqual(await money(sale), expected)
  }
  await applyClaims(app, sale.providerId, [claimOf(sale, { state: 'lost' })])
  assert.deepEqual(await money(sale), [90_00, 0, 0, 0])
  await inOrder()
})

test('money released by one dispute is blocked by another of the payment', async () => {
  const sale = await sell()
  const other = claimOf(sale, { caseId: 'other' })
  await applyClaims(app, sale.providerId, [claimOf(sale), other])
  await applyClaims(app, sale.providerId, [claimOf(sale, { state: 'won' })])
  assert.deepEqual(await money(sale), [100_00, 0, 0, 0])
  assert.equal(await collectShortfalls(app), 1)
  assert.deepEqual(await money(sale), [0, 0, 100_00, 0])
  await inOrder()
})

test('a loss above the balance is a debt, and received money pays it', async () => {
  const sale = await sell()
  await spend(sale, 60_00)
  await applyClaims(app, sale.providerId, [claimOf(sale, { state: 'lost' })])
  assert.deepEqual(await money(sale), [0, 0, 0, 60_00])
  await sell({ accountId: sale.accountId })
  assert.deepEqual(await money(sale), [40_00, 0, 0, 0])
  await inOrder()
})

for (const [what, overrides, claim, problem] of [
  [
    'for an unknown payment',
    {},
    { payment: { reference: 'unknown' } },
    'a claim for a payment we do not know',
  ],
  [
    'for the second Pix of a charge',
    { pix: { txid: 'a', emv: '', endToEndId: firstPix } },
    { endToEndId: secondPix, state: 'lost' },
    'a claim for another payment of the same charge',
  ],
  [
    'for the second charge of an order',
    { method: 'CREDIT_CARD', card: { ...card, reference: 'ch_first' } },
    { saleReference: 'ch_second', state: 'lost' },
    'a claim for another charge of the same order',
  ],
  ['of more than its payment', {}, { amount: cents(100_01) }, 'a claim of more than its payment'],
  [
    'about a boleto',
    { method: 'BOLETO' },
    { kind: 'med' },
    'a claim of kind med about a payment by BOLETO',
  ],
  [
    'of a MED about a card',
    { method: 'CREDIT_CARD', card },
    { kind: 'med' },
    'a claim of kind med about a payment by CREDIT_CARD',
  ],
  [
    'for a payment that never came',
    { status: 'CANCELED' },
    {},
    'a claim for a payment that is not paid here',
  ],
] as const) {
  test(`a claim ${what} opens a case, and moves no money`, async () => {
    const sale = await sell(overrides as Partial<Transaction>)
    const before = await money(sale)
    await applyClaims(app, sale.providerId, [claimOf(sale, claim as Partial<Claim>)])
    assert.deepEqual(await casesOf(sale), [problem])
    assert.deepEqual(await money(sale), before)
    assert.deepEqual((await seen(sale))[1], undefined)
  })
}

const unknownPayment = 'a claim for a payment we do not know'
const otherKey = 'terceira@exemplo.com.br'
const someId = (accountId = newId(at.getTime())) => markedId(newId(at.getTime()), accountId)
for (const [what, claim, problems] of [
  ['of a Pix whose key the bank does not state', {}, [unknownPayment]],
  ['of a Pix of our key', { key: pixKey }, [unknownPayment]],
  ['of a Pix of our key in capitals', { key: pixKey.toUpperCase() }, [unknownPayment]],
  ['of a Pix of another key', { key: otherKey }, []],
  [
    'of a Pix of another key, under an id of no account',
    { key: otherKey, payment: { reference: bareId(someId()) } },
    [],
  ],
] as const)
  test(`a claim for an unknown payment ${what} opens ${problems.length} cases`, async () => {
    const sale = await sell()
    const unknown = { payment: { reference: 'unknown' }, ...claim }
    await applyClaims(app, sale.providerId, [claimOf(sale, unknown)])
    assert.deepEqual(await casesOf(sale), problems)
  })

test('a claim on a Pix of another key is applied to its sale, as after a change', async () => {
  const sale = await sell()
  await applyClaims(app, sale.providerId, [claimOf(sale, { key: otherKey })])
  assert.deepEqual(await seen(sale), ['IN_PROTEST', 'NEEDS_RESPONSE', 100_00, 0])
  await applyClaims(app, sale.providerId, [claimOf(sale, { key: otherKey, state: 'lost' })])
  assert.deepEqual(await seen(sale), ['REFUNDED', 'LOST', 0, 100_00])
  assert.deepEqual(await casesOf(sale), [])
})

test('a claim under the id of an account is left to the provider of its sale', async () => {
  const { accountId } = someTransaction()
  await insertAccount(sql, someAccount({ id: accountId, providers: {} }))
  const [sold, here] = [await sell({ accountId, id: someId(accountId) }), await sell()]
  const claimOn = (id: string, caseId: string) =>
    claimOf(here, { key: otherKey, caseId, payment: { reference: bareId(id) } })
  await applyClaims(app, here.providerId, [claimOn(sold.id, 'sold-elsewhere')])
  assert.deepEqual(await casesOf(here), [])
  await applyClaims(app, here.providerId, [claimOn(someId(accountId), 'sale-is-lost')])
  assert.deepEqual(await casesOf(here), [unknownPayment])
})

test('a dispute that is in the books already is decided, whatever Pix it is about', async () => {
  const sale = await sell({ pix: { txid: 'a', emv: '', endToEndId: firstPix } })
  await applyClaims(app, sale.providerId, [claimOf(sale)])
  const won = claimOf(sale, { endToEndId: secondPix, state: 'won' })
  await applyClaims(app, sale.providerId, [won])
  assert.deepEqual(await seen(sale), ['PAID', 'WON', 0, 0])
})

test('an acquirer names a sale by its number, and other facts decide between two', async () => {
  const { providerId } = someTransaction()
  const first = await sell({ providerId, method: 'CREDIT_CARD', card: { ...card, tid: '5001' } })
  const twin = await sell({
    providerId,
    method: 'CREDIT_CARD',
    card: { ...card, tid: '5001', nsu: '12' },
  })
  const named = (nsu?: string) => ({ payment: { tid: '5001', ...(nsu !== undefined && { nsu }) } })
  await applyClaims(app, providerId, [claimOf(first, named())])
  assert.deepEqual(await casesOf(first), ['a claim for a payment we do not know'])
  await applyClaims(app, providerId, [claimOf(twin, named('12'))])
  assert.deepEqual(await seen(twin), ['IN_PROTEST', 'NEEDS_RESPONSE', 100_00, 0])
  assert.deepEqual(await seen(first), ['PAID', undefined, undefined, undefined])
})

test('without its tid a sale is named by nsu, authorization, day and amount', async () => {
  const { providerId } = someTransaction()
  const numbers = { nsu: '481203', authorizationCode: '730145' }
  const sellAt = (createdAt: string, amount = 100_00) =>
    sell({
      ...{ providerId, method: 'CREDIT_CARD', card: { ...card, ...numbers } },
      ...{ createdAt: new Date(createdAt), amount: cents(amount) },
    })
  const named = (change: object = {}) => ({
    payment: { ...numbers, soldOn: '2026-11-19', ...change },
  })
  // 00:30 in São Paulo: Cielo's date is that of the day before.
  const sold = await sellAt('2026-11-20T03:30:00Z')
  const monthsAgo = await sellAt('2026-08-19T15:00:00Z')
  for (const change of [
    { nsu: '481204' },
    { authorizationCode: '730146' },
    { soldOn: '2026-11-17' },
  ]) {
    await applyClaims(app, providerId, [claimOf(sold, named(change))])
    assert.deepEqual(await seen(sold), ['PAID', undefined, undefined, undefined])
  }
  assert.deepEqual(await casesOf(sold), ['a claim for a payment we do not know'])
  await applyClaims(app, providerId, [claimOf(sold, { ...named(), caseId: 'case-nsu' })])
  assert.deepEqual((await seen(sold))[0], 'IN_PROTEST')
  assert.deepEqual(await seen(monthsAgo), ['PAID', undefined, undefined, undefined])
})

test('of two sales with the same numbers, the one of the claimed amount is meant', async () => {
  const { providerId } = someTransaction()
  const numbers = { nsu: '900001', authorizationCode: '730145' }
  const [small, large] = await Promise.all(
    [100_00, 200_00].map((amount) =>
      sell({
        ...{ providerId, method: 'CREDIT_CARD', card: { ...card, ...numbers } },
        ...{ createdAt: new Date('2026-11-20T15:00:00Z'), amount: cents(amount) },
      }),
    ),
  )
  assert(small && large)
  const payment = { ...numbers, soldOn: '2026-11-20' }
  await applyClaims(app, providerId, [claimOf(small, { payment, amount: cents(50_00) })])
  assert.deepEqual(await casesOf(small), ['a claim for a payment we do not know'])
  await applyClaims(app, providerId, [
    claimOf(large, { payment, amount: cents(200_00), caseId: 'case-exact' }),
  ])
  assert.deepEqual((await seen(large))[0], 'IN_PROTEST')
  assert.deepEqual((await seen(small))[0], 'PAID')
})

test('one claim that cannot be applied does not delay the others, and is reported', async () => {
  const sale = await sell()
  const broken = { ...claimOf(sale), caseId: '\u0000' } // Not a valid text of the database.
  await assert.rejects(applyClaims(app, sale.providerId, [broken, claimOf(sale)]), AggregateError)
  assert.deepEqual(await seen(sale), ['IN_PROTEST', 'NEEDS_RESPONSE', 100_00, 0])
})

test('a list is filtered, and its pages continue at a cursor', async () => {
  const { accountId } = someTransaction()
  const sales = [await sell({ accountId }), await sell({ accountId }), await sell({ accountId })]
  for (const [day, sale] of sales.entries()) {
    const openedAt = new Date(at.getTime() + day * 86_400_000)
    await applyClaims(app, sale.providerId, [
      claimOf(sale, { openedAt, state: day === 1 ? 'lost' : 'needs-response' }),
    ])
  }
  const page = await disputeList.page(sql, accountId, {}, { limit: 2 })
  const [newest, next] = page
  assert.deepEqual(
    page.map(({ transactionId }) => transactionId),
    [sales[2]?.id, sales[1]?.id],
  )
  assert.ok(newest && next)
  const rest = await disputeList.page(sql, accountId, {}, { limit: 2, after: next })
  assert.deepEqual(
    rest.map(({ transactionId }) => transactionId),
    [sales[0]?.id],
  )
  const lost = await disputeList.page(
    sql,
    accountId,
    { statuses: ['LOST'], kind: 'med' },
    { limit: 9 },
  )
  assert.deepEqual(
    lost.map(({ transactionId }) => transactionId),
    [sales[1]?.id],
  )
  assert.equal(
    (await disputeList.page(sql, accountId, { kind: 'chargeback' }, { limit: 9 })).length,
    0,
  )
})

test('a dispute is found by its case, and its facts are read as they were written', async () => {
  const sale = await sell()
  const { accountId, providerId } = sale
  await applyClaims(app, providerId, [claimOf(sale)])
  const found = await disputeByCase(sql, {
    accountId,
    providerId,
    caseId: `case-${sale.reference}`,
  })
  assert.deepEqual(
    [found?.reason, found?.payment, found?.answerBy, found?.dueAt],
    [
      { code: '10.4', text: 'Fraude' },
      { reference: sale.reference },
      new Date('2026-11-27T15:00:00Z'),
      new Date('2026-11-25T15:00:00Z'),
    ],
  )
})
