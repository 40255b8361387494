import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isEndToEndId, isReturnId } from '../../src/brazil/pix-ids.ts'
import {
  askCashout,
  balance,
  cashoutPath,
  earn,
  findCashout,
  type SeenCashout,
  untilCashout,
} from '../kit/cashout.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'
import { untilFound } from '../kit/time-limit.ts'

let world: World
let shop: Shop
before(async () => {
  world = await openWorld(shortCalls)
  shop = await world.openShop()
})
after(() => world.close())

const postbackUrl = () => `${world.receiver.url}/webhook`

test('a cashout to an account at a bank is sent to its holder', async () => {
  const own = await world.openShop()
  await earn(own, 100_00)
  const order = {
    ...{ pixKey: undefined, pixType: undefined },
    amount: 40_00,
    bankAccount: { ispb: '18236120', branch: '1', number: '12.345-6', type: 'savings' },
    beneficiaryName: 'Ana Souza',
    beneficiaryDocument: '529.982.247-25',
  }
  const { http, body } = await askCashout(own, order)
  assert.equal(http, 200)
  assert.deepEqual(
    [body.data.pixType, body.data.pixKey, body.data.beneficiaryDocument],
    ['ACCOUNT', '18236120/0001/123456/SAVINGS', '52998224725'],
  )
  const done = await untilCashout(own, body.data.id, 'COMPLETED')
  const seen = done as unknown as Record<string, unknown>
  assert.deepEqual(seen.bankAccount, {
    ...{ ispb: '18236120', branch: '0001', number: '123456', type: 'SAVINGS' },
  })
  assert.deepEqual(seen.receiver, { name: 'Ana Souza', document: '***.***.247-**' })
  assert.equal((await balance(own)).available, 60_00)
  // The same account and amount once more is a possible duplicate, as with a key.
  const again = await askCashout(own, order)
  assert.equal(again.body.error?.code, 'possible-duplicate')

  for (const [change, field] of [
    [{ bankAccount: { ...order.bankAccount, ispb: '123456789' } }, 'bankAccount'],
    [{ bankAccount: { ...order.bankAccount, branch: undefined } }, 'bankAccount.branch'],
    [{ beneficiaryName: undefined }, 'beneficiaryName'],
    [{ beneficiaryDocument: undefined }, 'beneficiaryDocument'],
    [{ pixKey: 'fulano@exemplo.com.br' }, 'bankAccount'],
    [{ pixType: 'EMAIL' }, 'pixType'],
    [{ bankAccount: undefined }, 'pixKey'],
  ] as const) {
    const refused = await askCashout(own, { ...order, ...change, amount: 1_00 })
    assert.deepEqual([refused.http, refused.body.error?.field], [400, field])
  }
})

test('a cashout is held, sent, delivered, notified, and has a receipt', async () => {
  const own = await world.openShop()
  await earn(own, 100_00)
  const { http, body } = await askCashout(own, {
    amount: 40_00,
    pixKey: ' Fulano@Exemplo.com.br ',
    pixType: 'email',
    beneficiaryName: 'Fulano de Tal',
    beneficiaryDocument: '111.444.777-35',
    description: 'Repasse de novembro',
    externalRef: 'repasse-1',
    postbackUrl: postbackUrl(),
  })
  assert.equal(http, 200)
  assert.equal(body.error, null)
  const created = body.data
  assert.equal(created.status, 'PENDING')
  assert.deepEqual(
    [created.pixKey, created.pixType, created.beneficiaryDocument],
    ['fulano@exemplo.com.br', 'EMAIL', '11144477735'],
  )
  assert.equal((await balance(own)).available, 60_00)

  const done = await untilCashout(own, created.id, 'COMPLETED')
  assert.ok(isEndToEndId(done.endToEndId ?? ''))
  assert.deepEqual(
    await balance(own).then(({ available, blocked }) => [available, blocked]),
    [60_00, 0],
  )
  const notices = await own.webhooks(created.id, 3)
  assert.deepEqual(
    notices.map(({ body: notice }) => [notice.type, notice.data.status]),
    [
      ['cashout', 'PENDING'],
      ['cashout', 'PROCESSING'],
      ['cashout', 'COMPLETED'],
    ],
  )
  assert.deepEqual(
    notices.at(-1)?.body.data,
    await findCashout(own, created.id),
    'the notice is what a lookup answers',
  )

  const [sent] = await own.calls({
    provider: 'efi',
    operation: 'send',
    reference: created.id.replaceAll('-', ''),
  })
  assert.equal(sent?.amount, 40_00)
  const receipt = await own.call<{ endToEndId: string; payer: { document: string } }>(
    'GET',
    `${cashoutPath}/${created.id}/receipt`,
  )
  assert.equal(receipt.body.data.endToEndId, done.endToEndId)
  assert.match(receipt.body.data.payer.document, /\*/)
})

test('no receipt before the money arrived', async () => {
  await earn(await freshShop(), 10_00)
  const { body } = await askCashout(shop, { amount: 1_09 })
  const receipt = await shop.call('GET', `${cashoutPath}/${body.data.id}/receipt`)
  assert.equal(receipt.body.error?.code, 'cashout-status-does-not-allow')
  await untilCashout(shop, body.data.id, 'PROCESSING')
})

test('refused at once by the bank: FAILED with its reason, and the money is back', async () => {
  await earn(await freshShop(), 50_00)
  const { body } = await askCashout(shop, { amount: 10_05, postbackUrl: postbackUrl() })
  const failed = await untilCashout(shop, body.data.id, 'FAILED')
  assert.equal(failed.refusedReason, 'Pagamento negado.')
  assert.deepEqual(
    await balance(shop).then(({ available, blocked }) => [available, blocked]),
    [50_00, 0],
  )
  const notices = await shop.webhooks(body.data.id, 3)
  assert.equal(notices.at(-1)?.body.data.status, 'FAILED')
})

test('accepted and then not done: FAILED, and the money is back', async () => {
  await earn(await freshShop(), 50_00)
  const { body } = await askCashout(shop, { amount: 10_07 })
  const failed = await untilCashout(shop, body.data.id, 'FAILED')
  assert.match(failed.refusedReason ?? '', /não aceitou/)
  assert.equal((await balance(shop)).available, 50_00)
})

test('the bank refuses another person’s key, an unknown key, a blocked document', async () => {
  await earn(await freshShop(), 50_00)
  const cases = [
    [
      { amount: 1_00, pixKey: 'outro@exemplo.com.br', beneficiaryDocument: '11144477735' },
      /não pertence/,
    ],
    [{ amount: 2_00, pixKey: 'inexistente@exemplo.com.br' }, /não foi encontrada/],
    [{ amount: 3_00, pixKey: '000.000.001-91', pixType: 'cpf' }, /bloqueado/],
  ] as const
  for (const [order, reason] of cases) {
    const { body } = await askCashout(shop, order)
    assert.match((await untilCashout(shop, body.data.id, 'FAILED')).refusedReason ?? '', reason)
  }
  assert.equal((await balance(shop)).available, 50_00)
})

test('money that returns in full after COMPLETED: REFUNDED, as a new credit', async () => {
  await earn(await freshShop(), 50_00)
  const { body } = await askCashout(shop, { amount: 20_11, postbackUrl: postbackUrl() })
  await untilCashout(shop, body.data.id, 'COMPLETED')
  assert.equal((await balance(shop)).available, 29_89)
  await shop.advance('PT12S')
  const refunded = await untilCashout(shop, body.data.id, 'REFUNDED')
  assert.equal(refunded.refundedAmount, 20_11)
  const [back] = refunded.refunds as { id: string; amount: number }[]
  assert.ok(isReturnId(back?.id ?? ''))
  assert.equal((await balance(shop)).available, 50_00)
  const notices = await shop.webhooks(body.data.id, 4)
  assert.equal(notices.at(-1)?.body.data.status, 'REFUNDED')
})

test('of two partial returns the first keeps COMPLETED, the second is REFUNDED', async () => {
  const returnHalf = async () => {
    await earn(await freshShop(), 50_00)
    const { body } = await askCashout(shop, { amount: 20_13, postbackUrl: postbackUrl() })
    await untilCashout(shop, body.data.id, 'COMPLETED', 'REFUNDED')
    await shop.advance('PT12S')
    return findCashout(shop, body.data.id)
  }
  // A busy machine may need longer than the ten seconds between the returns.
  const half = await untilFound(
    'it is read between the returns',
    returnHalf,
    ({ status }) => status !== 'REFUNDED',
  )
  assert.deepEqual([half.status, half.refundedAmount], ['COMPLETED', 10_07])
  await shop.advance('PT12S')
  const whole = await findCashout(shop, half.id)
  assert.deepEqual([whole.status, whole.refundedAmount], ['REFUNDED', 20_13])
  assert.equal((await balance(shop)).available, 50_00)
  const events = (await shop.webhooks(half.id, 5)).map(
    ({ body: notice }) => (notice as { event?: string }).event,
  )
  assert.deepEqual(events.slice(-2), ['cashout.partially_refunded', 'cashout.refunded'])
})

test('a return whose notice is lost is found all the same', async () => {
  await earn(await freshShop(), 50_00)
  const { body } = await askCashout(shop, { amount: 20_15 })
  await untilCashout(shop, body.data.id, 'COMPLETED')
  await fault('callback', 'callback-lost')
  await shop.advance('PT12S')
  await shop.advance('PT20M')
  assert.equal((await findCashout(shop, body.data.id)).refundedAmount, 10_08)
})

test('a return without its notice is queried again after an unanswered query', async () => {
  await earn(await freshShop(), 50_00)
  const { body } = await askCashout(shop, { amount: 20_15 })
  await untilCashout(shop, body.data.id, 'COMPLETED')
  await fault('callback', 'callback-lost')
  await shop.advance('PT12S')
  await fault('query', 'error-503', 1_000)
  await shop.advance('P92D')
  assert.equal((await findCashout(shop, body.data.id)).refundedAmount, 0)
  await fetch(`${world.sandbox.controlUrl}/faults`, { method: 'DELETE' })
  await shop.advance('PT6H')
  assert.equal((await findCashout(shop, body.data.id)).refundedAmount, 10_08)
})

for (const lost of [
  'timeout-after',
  'reset-after',
  'reset-body',
  'done-then-500',
  'truncated-json',
  'wrong-types',
  'missing-body',
  'status-99',
  'visible-late',
]) {
  test(`the response to the send is ${lost}: PROCESSING, sent once, paid once`, async () => {
    await earn(await freshShop(), 50_00)
    await fault('send', lost)
    const { body } = await askCashout(shop, { amount: 10_00 })
    await untilCashout(shop, body.data.id, 'PROCESSING', 'COMPLETED')
    const reference = body.data.id.replaceAll('-', '')
    for (const step of ['PT3S', 'PT6S', 'PT16S']) await shop.advance(step)
    await untilCashout(shop, body.data.id, 'COMPLETED')
    assert.deepEqual(
      await balance(shop).then(({ available, blocked }) => [available, blocked]),
      [40_00, 0],
    )
    const sends = await shop.calls({ provider: 'efi', operation: 'send', reference })
    assert.equal(
      sends.filter(({ outcome }) => outcome === 'accepted' || outcome.startsWith('fault:')).length,
      1,
    )
  })
}

for (const never of [
  'timeout-before',
  'reset-before',
  'error-500',
  'error-502-html',
  'error-503',
  'error-400',
  'error-401',
  'error-403',
  'error-429',
]) {
  test(`the send meets ${never}: not FAILED; sent again with the same id, paid once`, async () => {
    await earn(await freshShop(), 50_00)
    await fault('send', never)
    const { body } = await askCashout(shop, { amount: 10_00 })
    await untilCashout(shop, body.data.id, 'PROCESSING', 'COMPLETED')
    for (const step of ['PT3S', 'PT6S', 'PT16S']) await shop.advance(step)
    await untilCashout(shop, body.data.id, 'COMPLETED')
    const sends = await shop.calls({
      provider: 'efi',
      operation: 'send',
      reference: body.data.id.replaceAll('-', ''),
    })
    assert.equal(sends.filter(({ outcome }) => outcome === 'accepted').length, 1)
    assert.equal((await balance(shop)).available, 40_00)
  })
}

test('a bank without a response for an hour: PROCESSING until it is back', async () => {
  await earn(await freshShop(), 50_00)
  await fault('send', 'timeout-after')
  await fault('query', 'error-503', 1_000)
  await fault('callback', 'callback-lost')
  const { body } = await askCashout(shop, { amount: 10_00 })
  await untilCashout(shop, body.data.id, 'PROCESSING')
  await shop.advance('PT1H')
  const open = await findCashout(shop, body.data.id)
  assert.equal(open.status, 'PROCESSING')
  assert.equal((await balance(shop)).blocked, 10_00)
  await fetch(`${world.sandbox.controlUrl}/faults`, { method: 'DELETE' })
  await shop.advance('PT31M')
  assert.equal((await findCashout(shop, body.data.id)).status, 'COMPLETED')
})

for (const notice of [
  'callback-lost',
  'callback-doubled',
  'callback-delayed',
  'callback-reordered',
]) {
  test(`${notice}: completed once all the same`, async () => {
    await earn(await freshShop(), 50_00)
    await fault('callback', notice)
    const { body } = await askCashout(shop, { amount: 10_00, postbackUrl: postbackUrl() })
    await untilCashout(shop, body.data.id, 'PROCESSING', 'COMPLETED')
    await shop.advance('PT70S')
    const done = await untilCashout(shop, body.data.id, 'COMPLETED')
    assert.equal((await balance(shop)).available, 40_00)
    const notices = await shop.webhooks(done.id, 3)
    assert.equal(
      notices.filter(({ body: reported }) => reported.data.status === 'COMPLETED').length,
      1,
    )
  })
}

test('a forged notice changes nothing: the gateway queries the bank', async () => {
  await earn(await freshShop(), 50_00)
  const { body } = await askCashout(shop, { amount: 10_09 })
  await untilCashout(shop, body.data.id, 'PROCESSING')
  const idEnvio = body.data.id.replaceAll('-', '')
  const forged = {
    pix: [{ status: 'NAO_REALIZADO', gnExtras: { idEnvio } }, { gnExtras: { idEnvio: 'nobodys' } }],
  }
  const answer = await fetch(`${world.providers.noticeUrls.efi}/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(forged),
  })
  assert.equal(answer.status, 200)
  assert.equal((await findCashout(shop, body.data.id)).status, 'PROCESSING')
})

test('more than the balance: the 400 has the missing amount, and nothing is held', async () => {
  await earn(await freshShop(), 50_00)
  const { http, body } = await askCashout(shop, { amount: 50_01 })
  assert.deepEqual([http, body.error?.code], [400, 'insufficient-balance'])
  assert.match(body.message, /0,01/)
  assert.deepEqual(
    await balance(shop).then(({ available, blocked }) => [available, blocked]),
    [50_00, 0],
  )
})

test('the same key and amount again is 409 with the earlier id unless confirmed', async () => {
  await earn(await freshShop(), 50_00)
  const first = await askCashout(shop, { amount: 10_00 }, { 'idempotency-key': 'saque-1' })
  const again = await askCashout(shop, { amount: 10_00 }, { 'idempotency-key': 'saque-1' })
  assert.equal(again.text, first.text, 'the same request is answered byte for byte')
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  for (const headers of [{}, { 'idempotency-key': 'saque-2' }]) {
    const other = await askCashout(shop, { amount: 10_00 }, headers)
    assert.deepEqual([other.http, other.body.error?.code], [409, 'possible-duplicate'])
    assert.equal(other.body.data.id, first.body.data.id)
  }
  const meant = await askCashout(
    shop,
    { amount: 10_00, confirmDuplicate: true },
    { 'idempotency-key': 'saque-2' },
  )
  assert.equal(meant.http, 200)
  assert.notEqual(meant.body.data.id, first.body.data.id)
  assert.equal(
    (await askCashout(shop, { amount: 10_01 })).http,
    200,
    'another amount is another cashout',
  )
  await shop.advance('PT11M')
  assert.equal((await askCashout(shop, { amount: 10_00 })).http, 200, 'the window is over')
})

test('a cashout that failed is no reason to refuse the next', async () => {
  await earn(await freshShop(), 50_00)
  const first = await askCashout(shop, { amount: 10_05 })
  await untilCashout(shop, first.body.data.id, 'FAILED')
  assert.equal((await askCashout(shop, { amount: 10_05 })).http, 200)
})

test('what cannot be read is 400 and names its field', async () => {
  const cases: readonly [object, string, string][] = [
    [{ amount: 0 }, 'validation-failed', 'amount'],
    [{ amount: 10.5 }, 'validation-failed', 'amount'],
    [{ amount: 100, pixKey: null }, 'validation-failed', 'pixKey'],
    [{ amount: 100, pixType: 'iban' }, 'validation-failed', 'pixType'],
    [{ amount: 100, pixKey: '5561912345678', pixType: 'phone' }, 'pix-key-invalid', 'pixKey'],
    [{ amount: 100, pixKey: '11144477736', pixType: 'CPF' }, 'pix-key-invalid', 'pixKey'],
    [{ amount: 100, pixKey: 'sem tipo', pixType: null }, 'pix-key-invalid', 'pixKey'],
    [
      { amount: 100, pixKey: 'ana@exemplo.com.br', pixType: 'TELEFONE' },
      'pix-key-invalid',
      'pixType',
    ],
    [
      { amount: 100, beneficiaryDocument: '11144477736' },
      'document-invalid',
      'beneficiaryDocument',
    ],
    [
      { amount: 100, pixKey: '11144477735', pixType: 'cpf', beneficiaryDocument: '52998224725' },
      'pix-key-owner-mismatch',
      'pixKey',
    ],
    [{ amount: 100, postbackUrl: 'ftp://loja' }, 'postback-url-invalid', 'postbackUrl'],
  ]
  for (const [order, code, field] of cases) {
    const { http, body } = await askCashout(shop, order)
    assert.deepEqual(
      [http, body.error?.code, body.error?.field],
      [400, code, field],
      JSON.stringify(order),
    )
  }
})

test('a cashout of another account, an unknown and a malformed id are all 404', async () => {
  await earn(await freshShop(), 50_00)
  const { body } = await askCashout(shop, { amount: 1_09 })
  const foreign = await world.openShop()
  for (const id of [body.data.id, '00000000-0000-0000-0000-000000000000', 'saque']) {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/receipt'],
      ['POST', '/cancel'],
    ] as const) {
      const answer = await foreign.call(method, `${cashoutPath}/${id}${path}`)
      assert.deepEqual(
        [answer.http, answer.body.error?.code],
        [404, 'not-found'],
        `${method} ${id}${path}`,
      )
    }
  }
})

test('a list is newest first, narrowed and paged', async () => {
  await earn(await freshShop(), 50_00)
  const ids: string[] = []
  for (const amount of [1_00, 2_00, 3_05]) {
    const { body } = await askCashout(shop, { amount, externalRef: `saque ${amount}` })
    ids.unshift(body.data.id)
    await untilCashout(shop, body.data.id, 'COMPLETED', 'FAILED')
  }
  const list = async (query: string) => {
    const { body } = await shop.call<SeenCashout[]>('GET', `${cashoutPath}?${query}`)
    return {
      ids: body.data.map(({ id }) => id),
      ...(body.pagination as { nextCursor: string | null; total?: number }),
    }
  }
  assert.deepEqual((await list('')).ids, ids)
  assert.deepEqual((await list('status=failed')).ids, [ids[0]])
  assert.deepEqual((await list('externalRef=saque%20100')).ids, [ids[2]])
  const first = await list('limit=2')
  assert.deepEqual(first.ids, ids.slice(0, 2))
  assert.deepEqual((await list(`limit=2&cursor=${first.nextCursor}`)).ids, ids.slice(2))
  assert.deepEqual(await list('page=2&limit=2').then(({ ids: page, total }) => [page, total]), [
    ids.slice(2),
    3,
  ])
})

/** Another shop for `shop`: what a story earns and sends is its own. */
async function freshShop(): Promise<Shop> {
  shop = await world.openShop()
  return shop
}

const fault = (operation: string, kind: string, times = 1) =>
  shop.control('POST', '/faults', { provider: 'efi', operation, fault: kind, times })
