import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import type { App } from '../../src/app.ts'
import { stopAllCashouts } from '../../src/books-audit/cashout-stop-store.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { bareId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { PayoutOutcome } from '../../src/providers/ports/payout.ts'
import type { PixRefundFinding, PixRefundOutcome } from '../../src/providers/ports/pix.ts'
import { refundTransaction } from '../../src/refunds/create-refund.ts'
import type { RefundRequest } from '../../src/refunds/plan-refund.ts'
import type { Refund } from '../../src/refunds/refund.ts'
import { openRefundOf, refundById } from '../../src/refunds/refund-store.ts'
import { continueRefund, queryOpenRefunds } from '../../src/refunds/send-refund.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { askCashout, balance, untilCashout } from '../kit/cashout.ts'
import { openDispute, paidPix } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { resumeStoppedCashouts } from '../kit/resume-stopped-cashouts.ts'
import type { Sale, Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld({}, { readsFiles: true })
  // Due work runs when a test starts it.
  await world.app.worker?.stop()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [], 'the books after every story')
  await world.close()
})

type PixPort = ReturnType<App['providers']['pix']>
type PayoutPort = ReturnType<App['providers']['payout']>
type Choices = Parameters<typeof changeAccount>[2]

const free = { fixed: 0, basisPoints: 0 }
const key = { pixKey: 'ana@exemplo.com.br' }
const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '11144477735', type: 'CPF' },
}

/** A shop without fees, so that a balance is a sum of amounts. */
async function openFreeShop(choices: Partial<Choices> = {}): Promise<Shop> {
  const shop = await world.openShop()
  const prices = { PIX: free, BOLETO: free, CASHOUT: free }
  await changeAccount(world.app, shop.accountId, {
    prices,
    settlementDays: { BOLETO: 0 },
    ...choices,
  })
  world.app.accounts.refresh()
  return shop
}

async function paidBoleto(shop: Shop, amount: number, payer: object = customer): Promise<Sale> {
  const sale = await shop.sell({
    paymentMethod: 'BOLETO',
    amount,
    customer: payer,
    boleto: { expiresInDays: 3 },
  })
  assert.equal((await shop.pay(sale.boleto?.digitableLine ?? '')).http, 200)
  await shop.webhooks(sale.id, 2)
  return sale
}

const work = async () => world.app.worker?.runUntilIdle()
const pass = async (shop: Shop, duration: string) => {
  await shop.advance(duration)
  await work()
}

/** Another process, whose bank has these responses. */
const withPix = (ports: Partial<PixPort>): App => ({
  ...world.app,
  providers: {
    ...world.app.providers,
    pix: (id) => ({ ...world.app.providers.pix(id), ...ports }),
  },
})
const withPayout = (ports: Partial<PayoutPort>): App => ({
  ...world.app,
  providers: {
    ...world.app.providers,
    payout: (id) => ({ ...world.app.providers.payout(id), ...ports }),
  },
})

/** A call that waits until the test releases it with a response. */
function hanging<Answer>() {
  const gate = Promise.withResolvers<Answer>()
  const called = Promise.withResolvers<void>()
  const call = () => {
    called.resolve()
    return gate.promise
  }
  return { call, called: called.promise, answer: gate.resolve }
}

/** A refund whose first request is still on the line. */
async function begun<Answer>(
  shop: Shop,
  sale: Sale,
  {
    app,
    line,
    request,
  }: { app: App; line: ReturnType<typeof hanging<Answer>>; request: RefundRequest },
) {
  const account = (await world.app.accounts.byId(shop.accountId)) ?? assert.fail('no account')
  const refunding = refundTransaction(app, account, { id: sale.id, request })
  await Promise.race([line.called, refunding])
  const refund = await openRefundOf(world.app.sql, shop.accountId, sale.id)
  assert.ok(refund)
  const answered = async (answer: Answer) => {
    line.answer(answer)
    await refunding
  }
  return { refund, answered }
}

async function begunByPix(shop: Shop, sale: Sale, amount: number) {
  const line = hanging<PixRefundOutcome>()
  return begun(shop, sale, { app: withPix({ refund: line.call }), line, request: { amount } })
}

const now = async ({ accountId, id }: Refund): Promise<Refund> =>
  (await refundById(world.app.sql, accountId, id)) ?? assert.fail('it is gone')
const money = async (shop: Shop) => {
  const { available, blocked } = await balance(shop)
  return { available, blocked }
}
const casesOf = async ({ id }: Refund) => {
  const rows = await world.app.sql<{ kind: string; expected: object; found: object }[]>`
    select kind, expected, found from reconciliation_cases where object_id = ${id}`
  return rows.map(({ kind, expected, found }) => [kind, expected, found])
}
const rejected = {
  kind: 'rejected',
  code: 'PixDevolucaoInvalida',
  message: 'O valor excede o que resta.',
} as const

test('a retried devolução is not released by the refusal of its first request', async () => {
  const shop = await openFreeShop()
  const sale = await paidPix(shop, 90_00)
  const { refund, answered } = await begunByPix(shop, sale, 90_00)
  await pass(shop, 'PT31S')
  await answered(rejected)
  assert.notEqual((await now(refund)).status, 'FAILED')
  assert.equal((await money(shop)).available, 0)
  await pass(shop, 'PT1M')
  assert.equal((await now(refund)).status, 'COMPLETED')
  assert.deepEqual(await money(shop), { available: 0, blocked: 0 })
})

test('a retried payment to a key is not released by the refusal of the first', async () => {
  const shop = await openFreeShop({ cashout: { ownerCheck: 'none' } })
  const sale = await paidBoleto(shop, 80_00)
  const line = hanging<PayoutOutcome>()
  const request = { amount: 80_00, key }
  const { refund, answered } = await begun(shop, sale, {
    app: withPayout({ send: line.call }),
    line,
    request,
  })
  await pass(shop, 'PT31S')
  await answered({ kind: 'refused', code: 'x', reason: 'O valor excede o saldo.' })
  assert.notEqual((await now(refund)).status, 'FAILED')
  await pass(shop, 'PT1M')
  assert.equal((await now(refund)).status, 'COMPLETED')
  assert.deepEqual(await money(shop), { available: 0, blocked: 0 })
})

test('a notice during the first request does not start the next one early', async () => {
  const shop = await openFreeShop()
  const sale = await paidPix(shop, 90_00)
  const { refund, answered } = await begunByPix(shop, sale, 90_00)
  const silent = withPix({ findRefund: async () => ({ kind: 'unknown', cause: new Error('500') }) })
  const transaction = await transactionById(world.app.sql, shop.accountId, sale.id)
  await queryOpenRefunds(silent, transaction ?? assert.fail('no sale'))
  assert.deepEqual((await now(refund)).dueAt, refund.dueAt)
  await pass(shop, 'PT1S')
  assert.equal((await now(refund)).version, 1, 'it was not sent again')
  await answered(rejected)
  assert.equal((await now(refund)).status, 'FAILED')
  assert.deepEqual(await money(shop), { available: 90_00, blocked: 0 })
})

test('a worker about to send again what was refused meanwhile does not send it', async () => {
  const shop = await openFreeShop()
  const sale = await paidPix(shop, 90_00)
  const { refund, answered } = await begunByPix(shop, sale, 90_00)
  const question = hanging<PixRefundFinding>()
  const working = continueRefund(withPix({ findRefund: question.call }), refund)
  await question.called
  await answered(rejected)
  question.answer({ kind: 'not-found' })
  await working
  assert.equal((await now(refund)).status, 'FAILED')
  assert.deepEqual(await money(shop), { available: 90_00, blocked: 0 })
  const { endToEndId } = await shop.find(sale.id)
  assert.deepEqual(
    await shop.calls({ provider: 'pix', operation: 'refund.create', reference: `${endToEndId}` }),
    [],
  )
})

for (const [reported, late] of [
  ['completed', { kind: 'returned', returnId: 'D1', returnedAt: new Date(0) }],
  ['processing', { kind: 'processing', returnId: 'D1' }],
] as const)
  test(`a refund that has failed and is then reported as ${reported} opens a case`, async () => {
    const shop = await openFreeShop()
    const sale = await paidPix(shop, 90_00)
    const { refund, answered } = await begunByPix(shop, sale, 90_00)
    const failed = { kind: 'failed', reason: 'Não realizada.', amount: cents(90_00) } as const
    await continueRefund(withPix({ findRefund: async () => failed }), refund)
    assert.equal((await now(refund)).status, 'FAILED')
    await answered(late)
    assert.deepEqual(await casesOf(refund), [
      ['refund-answer-differs', { status: 'FAILED' }, { status: reported }],
    ])
  })

/** A PIX that was cashed out, and can be claimed: what comes in next is its dispute's first. */
async function owing(shop: Shop): Promise<() => Promise<unknown>> {
  const claimed = await paidPix(shop, 100_00)
  const { body } = await askCashout(shop, { amount: 100_00 })
  await work()
  await untilCashout(shop, body.data.id, 'COMPLETED')
  return () => openDispute(shop, claimed)
}

test('an unsent refund to a key without an owner check fails on a shortfall', async () => {
  const shop = await openFreeShop({ cashout: { ownerCheck: 'none' } })
  const claim = await owing(shop)
  const sale = await paidBoleto(shop, 80_00)
  await stopAllCashouts(world.app.sql, 'a breach of the books')
  const path = `/api/user/transactions/${sale.id}/refund`
  assert.equal((await shop.call('POST', path, { amount: 80_00, ...key })).http, 200)
  const refund = await openRefundOf(world.app.sql, shop.accountId, sale.id)
  assert.ok(refund)
  await claim()
  assert.ok((await resumeStoppedCashouts(world.app)).resumed)
  await pass(shop, 'PT1M')
  await pass(shop, 'PT1M')
  assert.equal((await now(refund)).status, 'FAILED')
  assert.deepEqual(await money(shop), { available: 0, blocked: 80_00 }, 'the dispute has it')
  const reference = refund.id.replaceAll('-', '')
  assert.deepEqual(await shop.calls({ provider: 'efi', operation: 'send', reference }), [])
})

test('a refund to a key that waits at its bank does not fail on a shortfall', async () => {
  const payout = world.providers.all.woovi ?? assert.fail('the bank is seeded')
  const providers = { ...world.providers.ids, payout }
  const shop = await openFreeShop({ cashout: { ownerCheck: 'none' }, providers })
  const claim = await owing(shop)
  const sale = await paidBoleto(shop, 80_00)
  await shop.control('PUT', '/woovi', { balance: 0 })
  const path = `/api/user/transactions/${sale.id}/refund`
  assert.equal((await shop.call('POST', path, { amount: 80_00, ...key })).http, 200)
  const refund = await openRefundOf(world.app.sql, shop.accountId, sale.id)
  assert.ok(refund)
  await claim()
  await pass(shop, 'PT1M')
  await pass(shop, 'PT1M')
  assert.equal((await now(refund)).status, 'PROCESSING')
  await shop.control('PUT', '/woovi', { balance: 1_000_000_000_00 })
  // A person approves it at the bank.
  const decision = { correlationID: bareId(refund.id), isApproved: true }
  await shop.control('POST', '/woovi/decisions', decision)
  await pass(shop, 'PT3M')
  assert.equal((await now(refund)).status, 'COMPLETED')
  assert.deepEqual(await money(shop), { available: 0, blocked: 0 })
})

test('a refund that its bank has is not called back, whatever was recorded of it', async () => {
  const shop = await openFreeShop({ cashout: { ownerCheck: 'none' } })
  const claim = await owing(shop)
  const sale = await paidBoleto(shop, 80_00)
  await stopAllCashouts(world.app.sql, 'a breach of the books')
  const path = `/api/user/transactions/${sale.id}/refund`
  assert.equal((await shop.call('POST', path, { amount: 80_00, ...key })).http, 200)
  await claim()
  assert.ok((await resumeStoppedCashouts(world.app)).resumed)
  const unsent = await openRefundOf(world.app.sql, shop.accountId, sale.id)
  assert.ok(unsent && !unsent.isSent)
  // As a restore leaves it: a request that the books have lost arrived.
  const refused = { kind: 'refused', code: 'x', reason: 'Chave inválida.' } as const
  const app = withPayout({ find: async () => ({ kind: 'waiting' }), send: async () => refused })
  await continueRefund(app, unsent)
  assert.equal((await now(unsent)).status, 'PROCESSING')
})

test('a merchant named as the payer is given nothing back while a dispute is short', async () => {
  const shop = await openFreeShop()
  const account = (await world.app.accounts.byId(shop.accountId)) ?? assert.fail('no account')
  const claim = await owing(shop)
  const type = account.document.length === 11 ? 'CPF' : 'CNPJ'
  await claim()
  const sale = await paidBoleto(shop, 80_00, {
    ...customer,
    document: { number: account.document, type },
  })
  assert.equal((await money(shop)).available, 80_00)
  const path = `/api/user/transactions/${sale.id}/refund`
  const { body } = await shop.call('POST', path, { amount: 80_00, pixKey: account.document })
  assert.equal(body.error?.code, 'insufficient-balance')
  assert.deepEqual(await money(shop), { available: 0, blocked: 80_00 }, 'the dispute has it')
})
