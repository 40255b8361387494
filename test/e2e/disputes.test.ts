import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { isReturnId } from '../../src/brazil/pix-ids.ts'
import { askCashout, untilCashout } from '../kit/cashout.ts'
import {
  answer,
  basic,
  claim,
  decide,
  disputesPath,
  findDispute,
  type MadeClaim,
  openDispute,
  paidPix,
  pdf,
  type SeenDispute,
  sendDocument,
  soldByCard,
  untilDispute,
} from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

let world: World
before(async () => {
  // Uploads are held here while other requests are made.
  world = await openWorld({ GUICHE_BODY_GRACE_MS: '28000' })
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [], 'the books after every story')
  await world.close()
})

type Balance = Readonly<Record<'available' | 'pending' | 'blocked' | 'debt', number>>
const balance = async (shop: Shop) => {
  const { available, pending, blocked, debt } = (
    await shop.call<Balance>('GET', '/api/user/wallet/balance')
  ).body.data
  return { available, pending, blocked, debt }
}
const none = { available: 0, pending: 0, blocked: 0, debt: 0 }

/** A shop without fees, so that a balance is a sum of amounts. */
async function freeShop(): Promise<Shop> {
  const shop = await world.openShop()
  const free = { fixed: 0, basisPoints: 0 }
  await changeAccount(world.app, shop.accountId, {
    prices: { PIX: free, CREDIT_CARD: [{ ...free, upTo: 99 }] },
  })
  world.app.accounts.refresh()
  return shop
}

/** The next calls of an operation of a provider misbehave. */
const fault = (provider: string, operation: string, kind: string, times: number) =>
  fetch(`${world.sandbox.controlUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider, operation, fault: kind, times }),
  })

const reported = async (shop: Shop, sale: Sale, count: number) =>
  (await shop.webhooks(sale.id, count)).map(({ body }) => [
    (body as { event?: string }).event,
    body.data.status,
  ])

test('a chargeback: IN_PROTEST, notified, available money blocked before pending', async () => {
  const shop = await freeShop()
  await paidPix(shop, 30_00)
  const sale = await soldByCard(shop, 90_00, 3)
  const dispute = await openDispute(shop, sale)
  assert.deepEqual(
    [dispute.kind, dispute.amount, dispute.blockedAmount],
    ['chargeback', 90_00, 90_00],
  )
  assert.deepEqual(
    dispute.blocked.map(({ book, amount }) => [book, amount]),
    [
      ['available', 30_00],
      ['pending', 30_00],
      ['pending', 30_00],
    ],
  )
  const found = await shop.find(sale.id)
  assert.equal(found.status, 'IN_PROTEST')
  assert.deepEqual(
    (found.disputes as { id: string; blockedAmount: number }[]).map((each) => [
      each.id,
      each.blockedAmount,
    ]),
    [[dispute.id, 90_00]],
  )
  assert.deepEqual(await balance(shop), { available: 0, pending: 30_00, blocked: 90_00, debt: 0 })
  assert.deepEqual((await reported(shop, sale, 2)).at(-1), ['transaction.in_protest', 'IN_PROTEST'])
  const refund = await shop.call('POST', `/api/user/transactions/${sale.id}/refund`)
  assert.deepEqual([refund.http, refund.body.error?.code], [409, 'status-does-not-allow'])
})

test('contested with a PDF and won: PAID, and each part is back in its book', async () => {
  const shop = await freeShop()
  const sale = await soldByCard(shop, 90_00, 3)
  const dispute = await openDispute(shop, sale)
  const bytes = pdf(300_000)
  const kept = await sendDocument(shop, dispute.id, {
    bytes,
    contentType: 'application/pdf',
    name: 'pasta/entrega "1".pdf',
  })
  assert.equal(kept.http, 200, kept.text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  assert.deepEqual([kept.body.data.size, kept.body.data.sha256], [300_000, sha256])
  const again = await sendDocument(shop, dispute.id, {
    bytes,
    contentType: 'application/pdf',
    name: 'outra vez.pdf',
  })
  assert.equal(again.body.data.id, kept.body.data.id, 'the same file is one document')

  const answered = await answer(shop, dispute.id, {
    decision: 'contest',
    text: 'Entregue no dia 12.',
  })
  assert.equal(answered.http, 200, answered.text)
  assert.deepEqual(answered.body.data.answer?.evidenceIds, [kept.body.data.id])
  const reviewed = await untilDispute(shop, sale, 'UNDER_REVIEW')
  assert.ok(reviewed.answer?.sentAt)
  assert.equal((await shop.find(sale.id)).status, 'IN_PROTEST')
  assert.ok(documentsAtAcquirer().includes(sha256), 'the acquirer has the bytes that were sent')

  const won = await decide(shop, sale, 'win')
  assert.deepEqual([won.blockedAmount, won.lostAmount, won.blocked], [0, 0, []])
  assert.equal((await shop.find(sale.id)).status, 'PAID')
  assert.deepEqual(await balance(shop), { ...none, pending: 90_00 })
  const events = (await reported(shop, sale, 4)).map(([event]) => event)
  assert.ok(events.includes('transaction.dispute_answered'))
  assert.equal(events.at(-1), 'transaction.dispute_won')
})

/** SHA-256 of what the acquirer's simulator was sent, in hex. */
function documentsAtAcquirer(): string[] {
  const db = new DatabaseSync(join(world.home, 'sandbox.db'), { readOnly: true })
  const rows = db.prepare('select bytes from cielo_chargeback_documents').all()
  db.close()
  return rows.map(({ bytes }) =>
    createHash('sha256')
      .update(bytes as Uint8Array)
      .digest('hex'),
  )
}

test('lost: CHARGEDBACK takes available, then pending money; the rest is a debt', async () => {
  const shop = await freeShop()
  const sale = await soldByCard(shop, 90_00)
  await shop.advance('P34D')
  const other = await soldByCard(shop, 20_00)
  const gone = await askCashout(shop, { amount: 80_00 })
  await untilCashout(shop, gone.body.data.id, 'COMPLETED')
  assert.deepEqual(await balance(shop), { ...none, available: 10_00, pending: 20_00 })

  const dispute = await openDispute(shop, sale)
  assert.equal(dispute.blockedAmount, 30_00, 'what there is, and no debt')
  assert.deepEqual(await balance(shop), { ...none, blocked: 30_00 })
  const lost = await decide(shop, sale, 'lose')
  assert.equal(lost.lostAmount, 90_00)
  assert.equal((await shop.find(sale.id)).status, 'CHARGEDBACK')
  assert.equal((await shop.find(other.id)).status, 'PAID')
  assert.deepEqual(await balance(shop), { ...none, debt: 60_00 })
  assert.deepEqual((await reported(shop, sale, 3)).at(-1), [
    'transaction.chargedback',
    'CHARGEDBACK',
  ])

  await paidPix(shop, 100_00)
  assert.deepEqual(await balance(shop), { ...none, available: 40_00 })
})

test('a chargeback that was lost and is reversed: PAID again, and a new credit', async () => {
  const shop = await freeShop()
  const sale = await soldByCard(shop, 50_00)
  await openDispute(shop, sale)
  await decide(shop, sale, 'lose')
  assert.deepEqual(await balance(shop), none)
  const won = await decide(shop, sale, 'reverse')
  assert.equal(won.lostAmount, 0)
  assert.equal((await shop.find(sale.id)).status, 'PAID')
  assert.deepEqual(await balance(shop), { ...none, available: 50_00 })
})

test('a chargeback after a refund takes only the rest, and nothing twice', async () => {
  const shop = await freeShop()
  const sale = await soldByCard(shop, 100_00)
  await paidPix(shop, 200_00)
  const refund = await shop.call('POST', `/api/user/transactions/${sale.id}/refund`, {
    amount: 60_00,
  })
  assert.equal(refund.http, 200, refund.text)
  await shop.advance('PT60S')
  assert.equal((await shop.find(sale.id)).refundedAmount, 60_00)
  const before = await balance(shop)
  const dispute = await openDispute(shop, sale)
  assert.deepEqual([dispute.amount, dispute.blockedAmount], [100_00, 40_00])
  await decide(shop, sale, 'lose')
  const after = await balance(shop)
  assert.equal(before.available + before.pending - after.available - after.pending, 40_00)
  assert.equal((await findDispute(shop, dispute.id)).lostAmount, 40_00)
})

test('a chargeback of a sale that was refunded in full takes nothing', async () => {
  const shop = await freeShop()
  const sale = await soldByCard(shop, 70_00)
  await shop.call('POST', `/api/user/transactions/${sale.id}/refund`)
  await shop.advance('PT60S')
  assert.equal((await shop.find(sale.id)).status, 'REFUNDED')
  await paidPix(shop, 10_00)
  const dispute = await openDispute(shop, sale, { amount: 70_00 })
  assert.equal(dispute.blockedAmount, 0)
  const lost = await decide(shop, sale, 'lose')
  assert.equal(lost.lostAmount, 0)
  assert.equal((await shop.find(sale.id)).status, 'REFUNDED')
  assert.deepEqual(await balance(shop), { ...none, available: 10_00 })
})

test('a MED above the balance also blocks later income; rejected, all is back', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 100_00)
  const gone = await askCashout(shop, { amount: 70_00 })
  await untilCashout(shop, gone.body.data.id, 'COMPLETED')
  const dispute = await openDispute(shop, sale)
  assert.deepEqual([dispute.kind, dispute.amount, dispute.blockedAmount], ['med', 100_00, 30_00])
  await paidPix(shop, 50_00)
  await shop.advance('PT5S')
  assert.equal((await findDispute(shop, dispute.id)).blockedAmount, 80_00)
  await paidPix(shop, 50_00)
  await shop.advance('PT5S')
  assert.deepEqual(await balance(shop), { ...none, available: 30_00, blocked: 100_00 })
  const spent = await askCashout(shop, { amount: 30_01 })
  assert.equal(spent.body.error?.code, 'insufficient-balance')
  await decide(shop, sale, 'win')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
  assert.deepEqual(await balance(shop), { ...none, available: 130_00 })
})

test('a MED that is lost: REFUNDED, with the D… id of the money that went back', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 100_00)
  await openDispute(shop, sale)
  const lost = await decide(shop, sale, 'lose')
  assert.ok(isReturnId(lost.returnId ?? ''), String(lost.returnId))
  assert.equal(lost.lostAmount, 100_00)
  const after = await shop.find(sale.id)
  assert.deepEqual([after.status, after.refundedAmount], ['REFUNDED', 100_00])
  assert.deepEqual(await balance(shop), none)
  assert.deepEqual((await reported(shop, sale, 4)).at(-1), ['transaction.refunded', 'REFUNDED'])
})

test('a MED can be answered for exactly 7 days; later it is 422', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 40_00)
  const dispute = await openDispute(shop, sale)
  const answerBy = new Date(dispute.answerBy ?? 0)
  assert.equal(answerBy.getTime() - new Date(dispute.openedAt).getTime(), 7 * 86_400_000)
  await shop.advance('P5D')
  await shop.advance('PT1H')
  assert.ok(
    (await reported(shop, sale, 4)).some(([event]) => event === 'transaction.dispute_due'),
    'reminded 48 hours before',
  )

  const left = Math.floor((answerBy.getTime() - world.app.clock.now().getTime()) / 1_000)
  await shop.advance(`PT${left - 60}S`)
  const inTime = await answer(shop, (await findDispute(shop, dispute.id)).id, {
    decision: 'contest',
  })
  assert.equal(
    inTime.body.error?.code,
    'dispute-defence-missing',
    'still open: only the text is missing',
  )

  // The bank's decision does not reach us at once: it is only the time that is over.
  await fault('pix', 'infraction.list', 'error-503', 100)
  await shop.advance('PT61S')
  const late = await answer(shop, dispute.id, { decision: 'contest', text: 'Entregue.' })
  assert.deepEqual([late.http, late.body.error?.code], [422, 'dispute-answer-late'])
  const document = { bytes: pdf(), contentType: 'application/pdf' }
  const unsent = await sendDocument(shop, dispute.id, document)
  assert.deepEqual([unsent.http, unsent.body.error?.code], [422, 'dispute-answer-late'])
  assert.match(
    late.body.message,
    /terminou em \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d, horário de Brasília/,
  )
  await fetch(`${world.sandbox.controlUrl}/faults`, { method: 'DELETE' })
  await shop.advance('PT1H')
  assert.notEqual(
    (await findDispute(shop, dispute.id)).status,
    'NEEDS_RESPONSE',
    'the bank decided',
  )
})

test('an unanswered MED ends also when the clock moves past its deadline at once', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 90_00)
  await openDispute(shop, sale)
  for (const leap of ['P8D', 'P8D', 'P8D']) await shop.advance(leap)
  const { status, lostAmount } = await untilDispute(shop, sale, 'LOST')
  assert.deepEqual([status, lostAmount], ['LOST', 90_00])
})

test('a case that reopens takes a new answer, and keeps the earlier one', async () => {
  const shop = await freeShop()
  const sale = await soldByCard(shop, 50_00)
  const dispute = await openDispute(shop, sale)
  await sendDocument(shop, dispute.id, { bytes: pdf(), contentType: 'application/pdf' })
  await answer(shop, dispute.id, { decision: 'contest', text: 'Entregue.' })
  await untilDispute(shop, sale, 'UNDER_REVIEW')
  await shop.advance('P3D')
  await claim(shop, sale, 'open')
  const reopened = await untilDispute(shop, sale, 'NEEDS_RESPONSE')
  assert.deepEqual(
    [reopened.id, reopened.answer, reopened.blockedAmount],
    [dispute.id, null, 50_00],
  )
  assert.deepEqual(
    reopened.earlierAnswers.map(({ text }) => text),
    ['Entregue.'],
  )
  assert.ok((reopened.answerBy ?? '') > (dispute.answerBy ?? ''))
  const again = await answer(shop, dispute.id, {
    decision: 'contest',
    text: 'Entregue, com assinatura.',
  })
  assert.equal(again.http, 200, again.text)
  await untilDispute(shop, sale, 'UNDER_REVIEW')
  await decide(shop, sale, 'lose')
  assert.equal((await shop.find(sale.id)).status, 'CHARGEDBACK')
  assert.ok(
    (await reported(shop, sale, 5)).some(([event]) => event === 'transaction.dispute_reopened'),
  )
})

test('accepted by the merchant: the money goes back to the payer', async () => {
  const shop = await freeShop()
  const sale = await soldByCard(shop, 50_00)
  const dispute = await openDispute(shop, sale)
  const accepted = await answer(shop, dispute.id, { decision: 'ACCEPT' })
  assert.equal(accepted.http, 200, accepted.text)
  await untilDispute(shop, sale, 'LOST')
  assert.equal((await shop.find(sale.id)).status, 'CHARGEDBACK')
  assert.deepEqual(await balance(shop), none)
})

test('a dispute has one answer: its key repeats the response, another is 409', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 40_00)
  const { id } = await openDispute(shop, sale)
  const key = { 'idempotency-key': 'resposta-1' }
  const first = await answer(shop, id, { decision: 'contest', text: 'Entregue.' }, key)
  assert.equal(first.http, 200, first.text)
  const again = await answer(shop, id, { decision: 'contest', text: 'Entregue.' }, key)
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const reused = await answer(shop, id, { decision: 'accept' }, key)
  assert.deepEqual([reused.http, reused.body.error?.code], [422, 'idempotency-key-reused'])
  const other = await answer(shop, id, { decision: 'accept' })
  assert.deepEqual([other.http, other.body.error?.code], [409, 'dispute-already-answered'])
  const late = await sendDocument(shop, id, { bytes: pdf(), contentType: 'application/pdf' })
  assert.equal(late.http, 409)
  await untilDispute(shop, sale, 'UNDER_REVIEW')
  assert.equal((await shop.calls({ operation: 'infraction.defend', amount: 40_00 })).length, 1)
})

test('what cannot be read of an answer is 400 and names its field', async () => {
  const shop = await freeShop()
  const { id } = await openDispute(shop, await paidPix(shop, 40_00))
  const cases: readonly [object, string, string][] = [
    [{}, 'validation-failed', 'decision'],
    [{ decision: 'talvez' }, 'validation-failed', 'decision'],
    [{ decision: 'contest', text: 'x'.repeat(1_001) }, 'validation-failed', 'text'],
    [{ decision: 'contest' }, 'dispute-defence-missing', 'text'],
    [{ decision: 'contest', text: '  ' }, 'dispute-defence-missing', 'text'],
  ]
  for (const [body, code, field] of cases) {
    const { http, body: answered } = await answer(shop, id, body)
    assert.deepEqual(
      [http, answered.error?.code, answered.error?.field],
      [400, code, field],
      JSON.stringify(body),
    )
  }
})

test('a document is a PDF, PNG or JPEG up to 2 MiB, and is returned unchanged', async () => {
  const shop = await freeShop()
  const { id } = await openDispute(shop, await paidPix(shop, 40_00))
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const most = 2 * 1_024 * 1_024
  const cases: readonly [Buffer, string, number, string | undefined][] = [
    [pdf(most), 'application/pdf', 200, undefined],
    [pdf(most + 1), 'application/pdf', 413, 'body-too-large'],
    [png, 'image/png; charset=binary', 200, undefined],
    [png, 'application/pdf', 400, 'evidence-invalid'],
    [Buffer.from('MZ executable'), 'application/pdf', 400, 'evidence-invalid'],
    [Buffer.alloc(0), 'application/pdf', 400, 'evidence-invalid'],
    [Buffer.from('<svg/>'), 'image/svg+xml', 415, 'evidence-type-not-supported'],
    [Buffer.from('texto'), 'text/plain', 415, 'evidence-type-not-supported'],
  ]
  for (const [bytes, contentType, http, code] of cases) {
    const sent = await sendDocument(shop, id, { bytes, contentType })
    assert.deepEqual([sent.http, sent.body.error?.code], [http, code], contentType)
  }
  const content = pdf(2_000)
  const asJson = await shop.call<{ id: string; name: string }>(
    'POST',
    `${disputesPath}/${id}/evidence`,
    {
      name: '../nota fiscal nº 1.pdf',
      contentType: 'application/pdf',
      content: content.toString('base64'),
    },
  )
  assert.deepEqual([asJson.http, asJson.body.data.name], [200, 'nota fiscal nº 1.pdf'])
  const tooMuch = {
    name: 'a.pdf',
    contentType: 'application/pdf',
    content: pdf(200_000).toString('base64'),
  }
  assert.equal(
    (await shop.call('POST', `${disputesPath}/${id}/evidence`, tooMuch)).http,
    413,
    'JSON keeps its limit',
  )
  const elsewhere = await sendDocument(shop, `${id}/answer?`, {
    bytes: pdf(),
    contentType: 'application/pdf',
  })
  assert.deepEqual([elsewhere.http, elsewhere.body.error?.code], [415, 'unsupported-media-type'])

  const { evidence } = await findDispute(shop, id)
  assert.equal(evidence.length, 3)
  const document = evidence.find((each) => each.id === asJson.body.data.id)
  const download = await fetch(document?.url ?? '', {
    headers: { authorization: basic(shop.secretKey) },
  })
  assert.deepEqual(Buffer.from(await download.arrayBuffer()), content)
  assert.equal(download.headers.get('content-type'), 'application/pdf')
  assert.equal(
    download.headers.get('content-disposition'),
    `attachment; filename="nota fiscal n_ 1.pdf"; filename*=UTF-8''nota%20fiscal%20n%C2%BA%201.pdf`,
  )
  assert.equal(download.headers.get('x-content-type-options'), 'nosniff')
})

test('eleven documents are one too many', async () => {
  const shop = await freeShop()
  const { id } = await openDispute(shop, await paidPix(shop, 40_00))
  for (let size = 100; size < 110; size += 1)
    assert.equal(
      (await sendDocument(shop, id, { bytes: pdf(size), contentType: 'application/pdf' })).http,
      200,
    )
  const over = await sendDocument(shop, id, { bytes: pdf(110), contentType: 'application/pdf' })
  assert.deepEqual([over.http, over.body.error?.code], [409, 'evidence-limit-reached'])
})

test('without a valid key a body of 2 MiB is rejected before it is read', async () => {
  const shop = await freeShop()
  const { id } = await openDispute(shop, await paidPix(shop, 40_00))
  const refused = await sendDocument(
    shop,
    id,
    { bytes: pdf(3 * 1_024 * 1_024), contentType: 'application/pdf' },
    { authorization: basic('sk_de_ninguem') },
  )
  assert.deepEqual([refused.http, refused.body.error?.code], [401, 'unauthenticated'])
})

test('one account uploads four documents at once at most; others are not blocked', async () => {
  const shop = await freeShop()
  const { id } = await openDispute(shop, await paidPix(shop, 40_00))
  const other = await freeShop()
  const { id: theirs } = await openDispute(other, await paidPix(other, 40_00))
  const slow = [1, 2, 3, 4, 5].map((size) => beginUpload(shop, id, pdf(5_000 + size)))
  const refused = await Promise.race(slow.map(({ answered }) => answered))
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '1'])
  const document = { bytes: pdf(), contentType: 'application/pdf' }
  assert.equal((await sendDocument(other, theirs, document)).http, 200)
  for (const { finish } of slow) finish()
  const statuses = (await Promise.all(slow.map(({ answered }) => answered))).map(
    ({ statusCode }) => statusCode,
  )
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 429])
  assert.equal((await sendDocument(shop, id, document)).http, 200)
})

/** An upload that stops after its first byte, until `finish` is called. */
function beginUpload(shop: Shop, id: string, bytes: Buffer) {
  const headers = {
    authorization: basic(shop.secretKey),
    'content-type': 'application/pdf',
    'content-length': bytes.length,
  }
  const upload = request(`${shop.baseUrl}${disputesPath}/${id}/evidence?name=lento.pdf`, {
    method: 'POST',
    headers,
  })
  upload.write(bytes.subarray(0, 1))
  upload.on('error', () => {}) // Who was refused is not listened to any more.
  return {
    answered: once(upload, 'response').then(([answer]: IncomingMessage[]) => {
      answer?.resume()
      return answer as IncomingMessage
    }),
    finish: () => upload.end(bytes.subarray(1)),
  }
}

test('an id of another account, an unknown and a malformed id are the same 404', async () => {
  const shop = await freeShop()
  const { id } = await openDispute(shop, await paidPix(shop, 40_00))
  const kept = await sendDocument(shop, id, { bytes: pdf(), contentType: 'application/pdf' })
  const foreign = await world.openShop()
  for (const each of [id, '00000000-0000-0000-0000-000000000000', 'disputa']) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/answer', { decision: 'accept' }],
      [
        'POST',
        '/evidence',
        { name: 'a.pdf', contentType: 'application/pdf', content: pdf().toString('base64') },
      ],
      ['GET', `/evidence/${kept.body.data.id}`, undefined],
    ] as const) {
      const answered = await foreign.call(method, `${disputesPath}/${each}${path}`, body)
      assert.deepEqual(
        [answered.http, answered.body.error?.code],
        [404, 'not-found'],
        `${method} ${each}${path}`,
      )
    }
  }
  assert.deepEqual((await foreign.call('GET', disputesPath)).body.data, [])
})

test('a list is newest first, narrowed and paged', async () => {
  const shop = await freeShop()
  const sales = [
    await soldByCard(shop, 30_00),
    await paidPix(shop, 20_00),
    await paidPix(shop, 25_00),
  ]
  const ids: string[] = []
  for (const sale of sales) ids.unshift((await openDispute(shop, sale)).id)
  await answer(shop, ids[0] ?? '', { decision: 'contest', text: 'Entregue.' })
  await untilDispute(shop, sales[2] as Sale, 'UNDER_REVIEW')
  const list = async (query: string) => {
    const { body } = await shop.call<SeenDispute[]>('GET', `${disputesPath}?${query}`)
    return {
      ids: body.data.map(({ id }) => id),
      ...(body.pagination as { nextCursor: string | null; total?: number }),
    }
  }
  assert.deepEqual((await list('')).ids, ids)
  assert.deepEqual((await list('kind=chargeback')).ids, [ids[2]])
  assert.deepEqual((await list('kind=MED')).ids, ids.slice(0, 2))
  assert.deepEqual((await list('status=under_review')).ids, [ids[0]])
  assert.deepEqual((await list(`transactionId=${sales[1]?.id}`)).ids, [ids[1]])
  const first = await list('limit=2')
  assert.deepEqual(first.ids, ids.slice(0, 2))
  const second = await list(`limit=2&cursor=${first.nextCursor}`)
  assert.deepEqual([second.ids, second.nextCursor], [ids.slice(2), null])
  const paged = await list('limit=2&page=2')
  assert.deepEqual([paged.ids, paged.total], [ids.slice(2), 3])
  for (const [query, field] of [
    ['status=OPEN', 'status'],
    ['kind=fraude', 'kind'],
    ['transactionId=1', 'transactionId'],
    ['cursor=x', 'cursor'],
    ['limit=0', 'limit'],
  ]) {
    const refused = await shop.call('GET', `${disputesPath}?${query}`)
    assert.deepEqual([refused.http, refused.body.error?.field], [400, field])
  }
})

test('operators see all accounts, open disputes first, and answer by name', async () => {
  const shop = await freeShop()
  const [won, card, med] = [
    await paidPix(shop, 11_00),
    await soldByCard(shop, 12_00),
    await paidPix(shop, 13_00),
  ]
  await openDispute(shop, won)
  await decide(shop, won, 'win')
  for (const sale of [card, med]) await openDispute(shop, sale)
  const ask = async <Data>(method: string, path: string, body?: object) => {
    const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${world.adminToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as {
      data: Data
      pagination: { nextCursor: string | null }
      error: { code: string; field?: string } | null
    }
  }
  const all: (SeenDispute & { accountId: string })[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof ask<typeof all>>> = await ask(
      'GET',
      `/disputes?limit=5&cursor=${cursor}`,
    )
    all.push(...page.data)
    cursor = page.pagination.nextCursor
  }
  const isDone = ({ status }: SeenDispute) => status === 'WON' || status === 'LOST'
  const open = all.filter((each) => !isDone(each))
  assert.deepEqual(all.slice(0, open.length), open)
  const deadlines = open.map(({ answerBy }) => answerBy ?? '')
  assert.deepEqual(deadlines, deadlines.toSorted())
  const own = all
    .filter(({ accountId }) => accountId === shop.accountId)
    .map(({ amount }) => amount)
  assert.deepEqual(own, [13_00, 12_00, 11_00])
  const onlyWon = await ask<SeenDispute[]>('GET', '/disputes?status=WON&limit=100')
  assert.ok(onlyWon.data.every(({ status }) => status === 'WON'))

  const { id } = await untilDispute(shop, med, 'NEEDS_RESPONSE')
  const path = `/accounts/${shop.accountId}/disputes/${id}/answer`
  const nameless = await ask('POST', path, { decision: 'contest', text: 'Entregue.' })
  assert.deepEqual(
    [nameless.error?.code, nameless.error?.field],
    ['validation-failed', 'answeredBy'],
  )
  const given = await ask<SeenDispute>('POST', path, {
    decision: 'contest',
    text: 'Entregue.',
    answeredBy: 'Bia Souza',
  })
  assert.equal(given.data.answer?.answeredBy, 'Bia Souza')
  const elsewhere = `/accounts/${(await world.openShop()).accountId}/disputes/${id}/answer`
  assert.equal(
    (await ask('POST', elsewhere, { decision: 'accept', answeredBy: 'Bia' })).error?.code,
    'not-found',
  )
})

test('a MED on the second Pix of a charge opens a case, and the sale stays paid', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 46_00)
  const second = await shop.pay(sale.pix?.qrcode ?? '', { force: true })
  const onSecond = (action: string, facts: object = {}) =>
    shop.control<MadeClaim>('POST', '/disputes', {
      ...{ reference: second.body.endToEndId, kind: 'med', action },
      ...facts,
    })
  const { caseId } = await onSecond('open')
  await onSecond('lose', { now: true })
  await until('a case is open', async () => {
    await shop.advance('PT5S')
    const found = await world.app.sql`
      select 1 from reconciliation_cases where kind = 'claim-not-taken' and subject = ${caseId}`
    return found.length > 0
  })
  const { status, disputes } = await shop.find(sale.id)
  assert.deepEqual([status, disputes ?? []], ['PAID', []])
  assert.deepEqual(await balance(shop), { ...none, available: 46_00 })
})
