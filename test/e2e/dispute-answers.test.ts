import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { addEvidence } from '../../src/disputes/add-evidence.ts'
import {
  answer,
  claim,
  decide,
  findDispute,
  openDispute,
  paidPix,
  pdf,
  type SeenDispute,
  sendDocument,
  soldByCard,
  untilDispute,
} from '../kit/dispute.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'
import { untilServed } from '../kit/until-connected.ts'

let world: World
before(async () => {
  world = await openWorld(shortCalls)
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [], 'the books after every story')
  await world.close()
})
afterEach(() => faults('DELETE'))

const faults = (method: 'POST' | 'DELETE', body?: object) =>
  fetch(`${world.sandbox.controlUrl}/faults`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

const rails = [
  {
    name: 'a chargeback',
    sell: soldByCard,
    provider: 'cielo',
    operation: 'chargeback-refuse',
    list: 'chargeback-list',
  },
  {
    name: 'a MED',
    sell: paidPix,
    provider: 'pix',
    operation: 'infraction.defend',
    list: 'infraction.list',
  },
] as const

/** The requests that answer a claim at its provider. */
const answering = new Set(['chargeback-accept', 'chargeback-refuse', 'infraction.defend'])

const defence = { decision: 'contest', text: 'Entregue no dia 12, com recibo.' }

for (const { name, sell, provider, operation, list } of rails) {
  for (const fault of [
    'error-503',
    'reset-before',
    'timeout-before',
    'timeout-after',
    'reset-after',
    'truncated-json',
  ]) {
    test(`the answer to ${name} arrives despite ${fault}, and is sent once`, async () => {
      const shop = await world.openShop()
      const sale = await sell(shop, 70_00)
      const { id } = await openDispute(shop, sale)
      const { http, body } = await sendDocument(shop, id, {
        bytes: pdf(),
        contentType: 'application/pdf',
      })
      assert.equal(http, 200)
      await faults('POST', { provider, operation, fault, times: 2 })
      const answered = await answer(shop, id, defence)
      assert.equal(answered.http, 200, 'recorded, whatever the provider does')
      const reviewed = await untilDispute(shop, sale, 'UNDER_REVIEW')
      assert.deepEqual(reviewed.answer?.evidenceIds, [body.data.id])
      assert.ok(reviewed.answer?.sentAt)
      // Nothing more is sent: another hour changes nothing.
      const sent = (await shop.calls({ provider, operation })).length
      await shop.advance('PT1H')
      assert.equal((await shop.calls({ provider, operation })).length, sent)
    })
  }

  test(`polling finds ${name} without a notice, also after an outage`, async () => {
    const shop = await world.openShop()
    const sale = await sell(shop, 20_00)
    await faults('POST', { provider, operation: 'callback', fault: 'callback-lost', times: 5 })
    await claim(shop, sale, 'open')
    await faults('POST', { provider, operation: list, fault: 'error-503', times: 2 })
    for (let minutes = 0; minutes < 20; minutes += 2) await shop.advance('PT2M')
    assert.equal((await shop.find(sale.id)).status, 'IN_PROTEST')
  })

  test(`${name} that was decided before the answer keeps its decision`, async () => {
    const shop = await world.openShop()
    const sale = await sell(shop, 30_00)
    const { id } = await openDispute(shop, sale)
    await faults('POST', { provider, operation: 'callback', fault: 'callback-lost', times: 1 })
    await claim(shop, sale, 'win')
    const late = await answer(shop, id, defence)
    // 409: the decision was recorded first.
    if (late.http !== 200)
      assert.deepEqual(
        [late.http, late.body.error?.code],
        [409, 'dispute-status-does-not-allow'],
        late.text,
      )
    await untilDispute(shop, sale, 'WON')
    assert.equal((await shop.find(sale.id)).status, 'PAID')
    const isReported = (await eventsOf(shop, sale)).includes('transaction.dispute_answer_rejected')
    assert.equal(isReported, late.http === 200)
  })

  for (const [decision, status] of [
    ['win', 'WON'],
    ['lose', 'LOST'],
  ] as const)
    test(`${name} that is ${status} takes no answer and no document`, async () => {
      const shop = await world.openShop()
      const sale = await sell(shop, 37_00)
      const { id } = await openDispute(shop, sale)
      await decide(shop, sale, decision)
      const before = await shop.find(sale.id)
      const answersSent = async () => {
        const calls = await shop.calls({ provider })
        return calls.filter((call) => answering.has(call.operation)).length
      }
      const sent = await answersSent()
      for (const given of [{ decision: 'accept' }, defence]) {
        const { http, body } = await answer(shop, id, given)
        assert.deepEqual([http, body.error?.code], [409, 'dispute-status-does-not-allow'])
      }
      const document = { bytes: pdf(), contentType: 'application/pdf' }
      const { http, body } = await sendDocument(shop, id, document)
      assert.deepEqual([http, body.error?.code], [409, 'dispute-status-does-not-allow'])
      await shop.advance('PT1H')
      assert.equal(await answersSent(), sent)
      assert.deepEqual(await shop.find(sale.id), before)
      const dispute = await findDispute(shop, id)
      assert.deepEqual([dispute.status, dispute.answer, dispute.evidence], [status, null, []])
    })
}

test('an answer that is not accepted for seven days has a case, and is sent again', async () => {
  const shop = await world.openShop()
  const sale = await soldByCard(shop, 71_00)
  const { id } = await openDispute(shop, sale)
  const operation = 'chargeback-refuse'
  await faults('POST', { provider: 'cielo', operation, fault: 'error-503', times: 1_000 })
  await answer(shop, id, defence)
  for (let hours = 0; hours < 10; hours += 1) await shop.advance('PT1H')
  const cases = () => world.app.sql<{ status: string }[]>`
    select status from reconciliation_cases
    where kind = 'dispute-answer-unresolved'
      and account_id = ${shop.accountId}
      and object_id = ${id}`
  assert.deepEqual(await cases(), [])
  await shop.advance('P8D')
  assert.deepEqual(await cases(), [{ status: 'OPEN' }])

  const tries = (await shop.calls({ provider: 'cielo', operation })).length
  await shop.advance('PT6H')
  assert.ok((await shop.calls({ provider: 'cielo', operation })).length > tries)
  await faults('DELETE')
  await shop.advance('PT6H')
  const reviewed = await untilDispute(shop, sale, 'UNDER_REVIEW')
  assert.ok(reviewed.answer?.sentAt)
  await until('the case is closed', async () => {
    await shop.advance('PT1H')
    return (await cases()).every(({ status }) => status === 'RESOLVED')
  })
})

test('a new stage of a chargeback has its own deadline and its own answer', async () => {
  const shop = await world.openShop()
  const sale = await soldByCard(shop, 45_00)
  const first = await openDispute(shop, sale)
  await answer(shop, first.id, defence)
  await untilDispute(shop, sale, 'UNDER_REVIEW')
  await shop.advance('P3D')
  await claim(shop, sale, 'open')
  const again = await untilDispute(shop, sale, 'NEEDS_RESPONSE')
  assert.equal(again.id, first.id)
  assert.deepEqual([again.answer, again.blockedAmount], [null, first.blockedAmount])
  assert.ok(new Date(again.answerBy ?? 0) > new Date(first.answerBy ?? 0))
  assert.ok((await eventsOf(shop, sale)).includes('transaction.dispute_reopened'))
  const second = { decision: 'contest', text: 'O recibo está assinado.' }
  assert.equal((await answer(shop, first.id, second)).http, 200)
  const reviewed = await untilDispute(shop, sale, 'UNDER_REVIEW')
  assert.equal(reviewed.answer?.text, second.text)
})

test('who was reminded once is not reminded twice, and who answered is not reminded', async () => {
  const shop = await world.openShop()
  const silent = await soldByCard(shop, 25_00)
  const answered = await soldByCard(shop, 26_00)
  const waiting = await openDispute(shop, silent)
  const { id } = await openDispute(shop, answered)
  await answer(shop, id, defence)
  await untilDispute(shop, answered, 'UNDER_REVIEW')
  const toLast =
    new Date(waiting.answerBy ?? 0).getTime() - 47 * 3_600_000 - world.app.clock.now().getTime()
  await shop.advance(`PT${Math.ceil(toLast / 1_000)}S`)
  await shop.advance('PT1H')
  await shop.advance('PT1H')
  assert.equal(
    (await eventsOf(shop, silent)).filter((event) => event === 'transaction.dispute_due').length,
    1,
  )
  assert.ok(!(await eventsOf(shop, answered)).includes('transaction.dispute_due'))
})

test('twenty documents at once: ten are kept, each in the answer or rejected', async () => {
  const shop = await world.openShop()
  const sale = await soldByCard(shop, 35_00)
  const { id } = await openDispute(shop, sale)
  // Beside the limit of uploads at once: what counts is what is kept.
  const kept = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      // The same bytes are the same document.
      untilServed(() =>
        addEvidence(
          world.app,
          { accountId: shop.accountId, id },
          { name: 'recibo.pdf', contentType: 'application/pdf', bytes: pdf(1_000 + index) },
        ),
      ),
    ),
  )
  assert.equal(kept.filter(({ status }) => status === 'fulfilled').length, 10)
  for (const each of kept)
    if (each.status === 'rejected') assert.equal(each.reason.code, 'evidence-limit-reached')
  assert.equal((await findDispute(shop, id)).evidence.length, 10)

  const other = await openDispute(shop, await soldByCard(shop, 36_00))
  const [document, given] = await Promise.all([
    sendDocument(shop, other.id, { bytes: pdf(), contentType: 'application/pdf' }),
    answer(shop, other.id, defence),
  ])
  assert.equal(given.http, 200, given.text)
  const seen: SeenDispute = await findDispute(shop, other.id)
  assert.equal(seen.answer?.evidenceIds.length, document.http === 200 ? 1 : 0)
  assert.equal(seen.evidence.length, document.http === 200 ? 1 : 0)
})

const eventsOf = async (shop: Shop, { id }: Sale): Promise<readonly string[]> => {
  const { body } = await shop.call<{ type: string; objectId: string }[]>(
    'GET',
    '/api/user/events?limit=100',
  )
  return body.data.flatMap(({ type, objectId }) => (objectId === id ? [type] : []))
}
