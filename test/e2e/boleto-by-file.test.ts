import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { isBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { localDate, startOfLocalDay } from '../../src/brazil/local-time.ts'
import { casePage } from '../../src/cases/case-store.ts'
import { Rejection } from '../../src/primitives/rejection.ts'
import { byBoleto, byPix, newSession, openCounter, sessionsPath } from '../kit/checkout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop({ boleto: world.providers.all['boleto-files'] ?? '' })
  await nextDay() // An instruction of the last minutes of a day is in a file of the next one.
})
after(() => world.close())

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
  address: {
    ...{ street: 'Rua das Laranjeiras', streetNumber: '100', neighborhood: 'Laranjeiras' },
    ...{ city: 'Rio de Janeiro', state: 'RJ', zipCode: '22240003' },
  },
}
const sell = (amount: number, boleto: object = {}) =>
  shop.sell({
    ...{ paymentMethod: 'BOLETO', amount, customer },
    boleto: { expiresInDays: 3, ...boleto },
  })
const soon = { expiresInDays: 0 }
const protest = { action: 'PROTEST', afterDays: 3 }
const cancel = async ({ id }: Sale) => shop.call('POST', `/api/user/transactions/${id}/cancel`, {})
const standing = async ({ id }: Sale) => {
  const { status, boleto } = await shop.find(id)
  return `${status} ${boleto?.registration}`
}
const pageOf = async ({ boleto }: Sale) => (await fetch(boleto?.url ?? '')).text()
const openCases = async () =>
  (await casePage(world.app.sql, { statuses: ['OPEN'] }, { limit: 50 })).rows
    .map(({ kind, objectId }) => `${kind} ${objectId}`)
    .toSorted()

/**
 * Ten in the morning of a later day. The return of a day is there the next morning, and is read
 * within an hour.
 */
async function nextDay(days = 1) {
  const now = world.app.clock.now()
  const early = startOfLocalDay(localDate(now).add({ days })).getTime() + 8 * 3_600_000
  await shop.advance(`PT${Math.round((early - now.getTime()) / 1_000)}S`)
  await shop.advance('PT2H')
}

test('boletos by file are registered, paid, refused, canceled, protested and ended', async () => {
  const [paid, refused, canceled, protested, forgotten, silent, kept] = [
    await sell(159_90),
    await sell(20_05),
    await sell(30_00),
    await sell(40_00, { ...soon, payableDaysAfter: 30, overdue: protest }),
    await sell(50_00, { ...soon, payableDaysAfter: 2 }),
    await sell(60_07, { payableDaysAfter: 30 }),
    await sell(70_13, { payableDaysAfter: 30 }),
  ]
  assert.equal(await standing(paid), 'WAITING_PAYMENT PENDING')
  const early = await pageOf(paid)
  assert.match(early, /Boleto em registro/)
  assert.doesNotMatch(early, /copiar/i, 'its codes are not shown yet')
  assert.notEqual((await shop.pay(paid.boleto?.digitableLine ?? '')).http, 200)
  // It is in no file yet, so the bank never gets it.
  const withdrawn = await cancel(await sell(80_00))
  assert.deepEqual([withdrawn.http, withdrawn.body.data.status], [200, 'CANCELED'])
  assert.equal(withdrawn.body.message, 'Transação cancelada.')

  await shop.advance('PT16M')
  // The bank writes it off after it has registered it.
  const answer = await cancel(canceled)
  assert.deepEqual([answer.http, answer.body.data.status], [200, 'WAITING_PAYMENT'])
  assert.match(answer.body.message, /^Baixa pedida ao banco/)
  await nextDay()
  assert.equal(await standing(paid), 'WAITING_PAYMENT CONFIRMED')
  const [, registered] = await shop.webhooks(paid.id, 2)
  assert.partialDeepStrictEqual(registered?.body, {
    event: 'transaction.boleto_registered',
    data: { status: 'WAITING_PAYMENT', boleto: { registration: 'CONFIRMED' } },
  })
  assert.match(await pageOf(paid), /copiar/i)
  const { status, refusedReason } = await shop.find(refused.id)
  assert.deepEqual(
    [status, refusedReason],
    ['REFUSED', 'O banco não registrou o boleto: CEP sem praça de cobrança (49).'],
  )
  assert.equal((await shop.pay(paid.boleto?.digitableLine ?? '')).http, 200)
  assert.equal(await standing(paid), 'WAITING_PAYMENT CONFIRMED', 'the bank reports it tomorrow')
  assert.equal((await cancel(kept)).body.data.status, 'WAITING_PAYMENT')

  await nextDay()
  assert.equal(await standing(paid), 'PAID CONFIRMED')
  assert.equal(await standing(canceled), 'CANCELED CONFIRMED')
  assert.notEqual((await shop.pay(canceled.boleto?.digitableLine ?? '')).http, 200)
  assert.deepEqual(await openCases(), [])

  await nextDay(8)
  await nextDay()
  assert.ok((await shop.find(protested.id)).boleto?.inProtestSince)
  const stopped = await cancel(protested)
  assert.deepEqual([stopped.http, stopped.body.error?.code], [409, 'boleto-in-protest'])
  assert.equal(await standing(forgotten), 'CANCELED CONFIRMED')
  assert.equal(await standing(silent), 'WAITING_PAYMENT PENDING')
  assert.deepEqual(await openCases(), [
    `boleto-instruction-rejected ${kept.id}`,
    `boleto-unconfirmed ${silent.id}`,
  ])

  // A boleto in protest is still paid. Each case ends with its boleto, which the bank keeps longer.
  for (const each of [protested, kept, silent])
    assert.equal((await shop.pay(each.boleto?.digitableLine ?? '')).http, 200)
  await nextDay()
  for (const each of [protested, kept, silent]) assert.equal(await standing(each), 'PAID CONFIRMED')
  await shop.advance('PT2H')
  assert.deepEqual(await openCases(), [])
  assert.deepEqual(await checkBooks(world.app), [])

  const registrations = await shop.calls({ provider: 'boleto-files', operation: 'register' })
  assert.equal(registrations.length, 7, 'each boleto is sent once, but one')
})

test('the end of a session says that its boleto can still be paid', async () => {
  const other = await world.openShop({ boleto: world.providers.all['boleto-files'] ?? '' })
  const counter = await openCounter(world.app, other)
  const { id, url } = await newSession(other, { customer })
  await counter.pay(url, byBoleto)
  await other.advance('PT16M')
  const path = `${sessionsPath}/${id}/expire`
  const { http, body } = await other.call<{ status: string }>('POST', path, {})
  assert.deepEqual([http, body.data.status], [200, 'EXPIRED'])
  assert.match(body.message, /a baixa do boleto foi pedida ao banco/)
})

test('a payer changes the method until the boleto is in a file', async () => {
  const other = await world.openShop({ boleto: world.providers.all['boleto-files'] ?? '' })
  const counter = await openCounter(world.app, other)
  const hasLink = async (url: string) => /[?&]other"/.test(await (await fetch(url)).text())
  const early = await newSession(other, { customer })
  const withdrawn = await counter.pay(early.url, byBoleto)
  assert.ok(await hasLink(early.url))
  assert.equal((await counter.pay(early.url, byPix)).method, 'PIX')
  assert.equal((await other.find(withdrawn.id)).status, 'CANCELED')

  const { url } = await newSession(other, { customer })
  const sent = await counter.pay(url, byBoleto)
  await other.advance('PT16M')
  assert.ok(!(await hasLink(url)))
  await assert.rejects(
    counter.pay(url, byPix),
    (cause) => cause instanceof Rejection && cause.code === 'checkout-boleto-sent',
  )
  assert.equal((await other.find(sent.id)).status, 'WAITING_PAYMENT')
  const writeOffs = await world.app.sql`
    select from remittance_records
    where account_id = ${other.accountId} and instruction = 'WRITE_OFF'`
  assert.equal(writeOffs.length, 0)
})

test('a boleto that ends before its bank can confirm it is refused', async () => {
  // A boleto of a day off is due on the next business day.
  while (!isBusinessDay(localDate(world.app.clock.now()))) await nextDay()
  const order = { paymentMethod: 'BOLETO', amount: 10_00, customer }
  const boleto = { ...soon, payableDaysAfter: 0 }
  const refused = await shop.call('POST', '/api/user/transactions', { ...order, boleto })
  assert.deepEqual(
    [refused.http, refused.body.error?.code, refused.body.error?.field],
    [400, 'due-date-invalid', 'boleto.expiresInDays'],
  )
  assert.match(refused.body.message, /de 1 a 365 dias/)
})
