import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

const customer = {
  name: 'Ana Teste',
  email: 'ana@example.com',
  document: { number: '52998224725', type: 'CPF' },
}

let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

interface Line {
  readonly accountId: string | null
  readonly action: string
  readonly sentence: string
  readonly actor: { readonly kind: string; readonly name: string }
  readonly requestId: string | null
  readonly address: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

async function admin(method: string, path: string, body?: unknown) {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { data } = (await response.json()) as { data: unknown }
  return { requestId: response.headers.get('x-request-id'), data }
}

const lines = async (query = '') => (await admin('GET', `/audit${query}`)).data as Line[]

test('each change by an operator is in the log with request, address and values', async () => {
  const { requestId } = await admin('PATCH', `/accounts/${shop.accountId}`, {
    limits: { maxAmount: 500_000 },
  })
  const [line] = await lines()
  assert.equal(line?.action, 'account.changed')
  assert.equal(line.actor.kind, 'operator-token')
  assert.equal(line.requestId, requestId)
  assert.match(line.address ?? '', /127\.0\.0\.1/)
  assert.deepEqual(line.after, { 'limits.maxAmount': 500_000 })
  assert.equal(typeof line.before?.['limits.maxAmount'], 'number')
})

test('a change that changes nothing leaves no entry', async () => {
  const [before] = await lines()
  await admin('PATCH', `/accounts/${shop.accountId}`, { limits: { maxAmount: 500_000 } })
  assert.deepEqual((await lines())[0], before)
})

test('an account that repeats a change has one entry of it', async () => {
  const own = await world.openShop()
  const { id } = (
    await own.call<{ id: string }>('POST', '/api/user/webhooks/endpoints', {
      url: 'https://loja.example/avisos',
    })
  ).body.data
  const schedule = { enabled: true, frequency: 'daily', pixKey: '111.444.777-35' }
  for (const [method, path, body] of [
    ['PUT', '/api/user/brand', { name: 'Ateliê', color: '#ffcc00' }],
    ['PUT', '/api/user/brand', { name: ' Ateliê ', color: '#FFCC00' }],
    ['PUT', '/api/user/brand', {}],
    ['PATCH', `/api/user/webhooks/endpoints/${id}`, { description: 'Pedidos' }],
    ['PATCH', `/api/user/webhooks/endpoints/${id}`, { description: 'Pedidos' }],
    ['PUT', '/api/user/cashout/schedule', schedule],
    ['PUT', '/api/user/cashout/schedule', schedule],
  ] as const) {
    const { http, text } = await own.call(method, path, body)
    assert.equal(http, 200, text)
  }
  const actions = (await lines(`?accountId=${own.accountId}&by=key`)).map(({ action }) => action)
  assert.deepEqual(actions, [
    'cashout_schedule.changed',
    'webhook_endpoint.changed',
    'brand.changed',
    'webhook_endpoint.created',
  ])
})

test('a key is created, rotated and revoked in sentences, and never shown', async () => {
  const path = `/accounts/${shop.accountId}/keys`
  const { data } = await admin('POST', path, { kind: 'secret', name: 'Loja nova' })
  const { id, key } = data as { id: string; key: string }
  await admin('POST', `${path}/${id}/rotate`, {})
  await admin('DELETE', `${path}/${id}`)
  const newest = (await lines()).slice(0, 3)
  assert.deepEqual(
    newest.map(({ action }) => action),
    ['key.revoked', 'key.rotated', 'key.created'],
  )
  assert.match(newest[2]?.sentence ?? '', /^O token do operador criou a chave Loja nova \(sk_.*…/)
  assert.ok(!JSON.stringify(newest).includes(key))
})

test('who sees the webhook secret of an account leaves an entry', async () => {
  await admin('GET', `/accounts/${shop.accountId}/webhook-secret`)
  assert.equal((await lines())[0]?.action, 'webhook_secret.read')
})

test('a sale by key is in the log of its account, and so is the worker’s step', async () => {
  const sale = await shop.sell({ amount: 10_000, paymentMethod: 'PIX', customer })
  const found = await lines(`?accountId=${shop.accountId}&by=key`)
  assert.equal(found[0]?.action, 'transaction.waiting_payment')
  assert.ok(JSON.stringify(found[0]).includes(sale.id))
  assert.equal(found[0]?.actor.kind, 'key')
})

test('the account reads the same log, and not that of others', async () => {
  const authorization = `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}`
  const response = await fetch(`${world.baseUrl}/api/user/audit?by=operator-token`, {
    headers: { authorization, 'accept-language': 'en' },
  })
  const { data } = (await response.json()) as { data: Line[] }
  assert.ok(data.length > 0)
  assert.ok(data.every(({ accountId }) => accountId === shop.accountId))
  assert.match(data[0]?.sentence ?? '', /^The operator token saw the webhook secret/)
})
