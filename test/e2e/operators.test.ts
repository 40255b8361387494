import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccountDirectory } from '../../src/accounts/account-directory.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { runGuiche } from '../kit/guiche-process.ts'
import { until } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

type Data = Readonly<Record<string, unknown>> & { readonly id: string; readonly key: string }

/** A request of an operator. */
async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const envelope = JSON.parse(text) as {
    data: Data
    error: { code: string; message: string; field?: string } | null
  }
  return {
    http: response.status,
    headers: response.headers,
    text,
    data: envelope.data,
    error: envelope.error,
  }
}

const balanceWith = async (key: string) =>
  (
    await fetch(`${world.baseUrl}/api/user/wallet/balance`, {
      headers: { authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` },
    })
  ).status

const openAccount = async () =>
  (await ask('POST', '/accounts', { name: 'Loja', document: '11.222.333/0001-81' })).data

test('an account is opened closed, found, listed and changed', async () => {
  const account = await openAccount()
  assert.equal(account.document, '11222333000181')
  assert.deepEqual(account.methods, {
    PIX: false,
    BOLETO: false,
    CREDIT_CARD: false,
    DEVICE_PAY: false,
  })
  assert.equal((account.cashout as unknown as { enabled: boolean }).enabled, false)
  assert.deepEqual((await ask('GET', `/accounts/${account.id}`)).data, account)
  const listed = (await ask('GET', '/accounts?limit=1')).data as unknown as Data[]
  assert.deepEqual(listed, [account])
  const { card } = world.providers.ids
  const changed = await ask('PATCH', `/accounts/${account.id}`, {
    methods: { CREDIT_CARD: true },
    limits: { maxAmount: 500_00 },
    providers: { card },
    softDescriptor: 'LOJA1',
    prices: { CASHOUT: { fixed: 1_00, basisPoints: 50 } },
  })
  assert.deepEqual(changed.data.methods, {
    PIX: false,
    BOLETO: false,
    CREDIT_CARD: true,
    DEVICE_PAY: false,
  })
  assert.deepEqual(changed.data.providers, { card, pix: null, boleto: null, payout: null })
  assert.equal(changed.data.softDescriptor, 'LOJA1')
  assert.deepEqual(changed.data.prices, {
    ...(account.prices as object),
    CASHOUT: { fixed: 1_00, basisPoints: 50 },
  })
})

for (const [what, body, code, field] of [
  [
    'a document with wrong digits',
    { name: 'Loja', document: '11222333000180' },
    'document-invalid',
    'document',
  ],
  ['no name', { document: '11222333000181' }, 'validation-failed', 'name'],
  [
    'a minimum above the maximum',
    { name: 'L', document: '11222333000181', limits: { minAmount: 9, maxAmount: 8 } },
    'account-invalid',
    'limits.minAmount',
  ],
  [
    'a plan without a price',
    {
      name: 'L',
      document: '11222333000181',
      prices: { CREDIT_CARD: [{ upTo: 6, fixed: 0, basisPoints: 0 }] },
    },
    'account-invalid',
    'prices.CREDIT_CARD',
  ],
  [
    'a provider of another rail',
    {
      name: 'L',
      document: '11222333000181',
      providers: { pix: '0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10' },
    },
    'account-invalid',
    'providers.pix',
  ],
] as const) {
  test(`an account is not opened with ${what}`, async () => {
    const { http, error } = await ask('POST', '/accounts', body)
    assert.deepEqual([http, error?.code, error?.field], [400, code, field])
  })
}

test('K1: a key is shown once, works at once, and is listed only by its ends', async () => {
  const account = await openAccount()
  const { data } = await ask('POST', `/accounts/${account.id}/keys`, {
    kind: 'secret',
    name: 'produção',
  })
  assert.match(data.key, /^sk_[0-9A-Za-z]{38}$/)
  assert.equal(await balanceWith(data.key), 200)
  const listed = await ask('GET', `/accounts/${account.id}/keys`)
  assert.doesNotMatch(listed.text, new RegExp(data.key))
  assert.match(listed.text, new RegExp(`${data.key.slice(0, 8)}…${data.key.slice(-4)}`))
  const stored = await world.app
    .sql`select 1 from api_keys k where k::text like ${`%${data.key.slice(8, -4)}%`}`
  assert.equal(stored.length, 0)
})

test('K2: a revoked key is rejected within two seconds, in every process', async () => {
  const account = await openAccount()
  const { data } = await ask('POST', `/accounts/${account.id}/keys`, {
    kind: 'secret',
    name: 'vazada',
  })
  // What another process keeps in its memory.
  const elsewhere = await openAccountDirectory(world.app)
  try {
    assert.equal(await balanceWith(data.key), 200)
    assert.ok(await elsewhere.byKey('secret', data.key))
    assert.equal((await ask('DELETE', `/accounts/${account.id}/keys/${data.id}`)).http, 200)
    await until('here', async () => (await balanceWith(data.key)) === 401)
    await until('elsewhere', async () => (await elsewhere.byKey('secret', data.key)) === undefined)
  } finally {
    await elsewhere.close()
  }
})

test('a rotated key works beside the new one for the requested time', async () => {
  const account = await openAccount()
  const { data: old } = await ask('POST', `/accounts/${account.id}/keys`, {
    kind: 'secret',
    name: 'loja',
  })
  const { data: fresh } = await ask('POST', `/accounts/${account.id}/keys/${old.id}/rotate`, {
    overlapSeconds: 3_600,
  })
  assert.deepEqual([await balanceWith(old.key), await balanceWith(fresh.key)], [200, 200])
  await ask('POST', `/accounts/${account.id}/keys/${fresh.id}/rotate`, { overlapSeconds: 0 })
  await until('the rotated key ends', async () => (await balanceWith(fresh.key)) === 401)
  assert.equal(await balanceWith(old.key), 200)
  const ended = await ask('POST', `/accounts/${account.id}/keys/${fresh.id}/rotate`, {})
  assert.deepEqual([ended.http, ended.error?.code], [404, 'key-not-found'])
})

test('a key of one account cannot be touched through another', async () => {
  const [one, other] = [await openAccount(), await openAccount()]
  const { data } = await ask('POST', `/accounts/${one.id}/keys`, { kind: 'secret', name: 'loja' })
  assert.equal((await ask('DELETE', `/accounts/${other.id}/keys/${data.id}`)).http, 404)
  assert.equal(await balanceWith(data.key), 200)
})

test('a suspended account is 403 within two seconds, and 200 when active again', async () => {
  const account = await openAccount()
  const { data } = await ask('POST', `/accounts/${account.id}/keys`, {
    kind: 'secret',
    name: 'loja',
  })
  assert.equal(await balanceWith(data.key), 200)
  await ask('PATCH', `/accounts/${account.id}`, { status: 'suspended' })
  await until('suspended', async () => (await balanceWith(data.key)) === 403)
  await ask('PATCH', `/accounts/${account.id}`, { status: 'active' })
  await until('active', async () => (await balanceWith(data.key)) === 200)
})

test('the last use of a key is kept', async () => {
  const account = await openAccount()
  const { data } = await ask('POST', `/accounts/${account.id}/keys`, {
    kind: 'secret',
    name: 'loja',
  })
  const lastUseAfter = async (act: 'peek' | 'byKey') => {
    const directory = await openAccountDirectory(world.app)
    assert.ok(await directory[act]('secret', data.key))
    await directory.close() // Uses are recorded in batches, and at the end.
    const [listed] = (await ask('GET', `/accounts/${account.id}/keys`)).data as unknown as {
      lastUsedAt: string | null
    }[]
    return listed?.lastUsedAt
  }
  assert.equal(await lastUseAfter('peek'), null)
  assert.ok(await lastUseAfter('byKey'))
})

test('an operator’s retry with a key creates nothing twice and shows the same key', async () => {
  const account = await openAccount()
  const ask1 = () =>
    ask(
      'POST',
      `/accounts/${account.id}/keys`,
      { kind: 'secret', name: 'loja' },
      { 'idempotency-key': `k-${account.id}` },
    )
  const [first, again] = [await ask1(), await ask1()]
  assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true'])
  const kept = await world.app
    .sql`select 1 from idempotency_keys where answer_body like ${`%${first.data.key}%`}`
  assert.equal(kept.length, 0, 'what is kept for the repeat is sealed')
})

test('provider settings are checked by their kind, sealed, and never shown', async () => {
  const bad = await ask('POST', '/providers', {
    kind: 'cielo',
    name: 'Cielo',
    settings: { merchantKey: 'x' },
  })
  assert.deepEqual([bad.http, bad.error?.code], [400, 'provider-invalid'])
  assert.doesNotMatch(bad.text, /"x"/)
  assert.equal(
    (await ask('POST', '/providers', { kind: 'unknown', name: 'N', settings: {} })).error?.field,
    'kind',
  )
  const listed = (await ask('GET', '/providers')).data as unknown as {
    kind: string
    rail: string
  }[]
  assert.deepEqual([...new Set(listed.map(({ rail }) => rail))].sort(), [
    'boleto',
    'card',
    'payout',
    'pix',
  ])
  assert.doesNotMatch(JSON.stringify(listed), /secret|settings|sealed/i)
  const sealed = await world.app
    .sql`select 1 from providers where position('clientSecret' in encode(sealed, 'escape')) > 0`
  assert.equal(sealed.length, 0)
})

const registered = async (id: string) =>
  (
    (await ask('GET', '/providers')).data as unknown as {
      id: string
      callbackRegistered: boolean | null
    }[]
  ).find((each) => each.id === id)?.callbackRegistered

test('while a bank is down its old address works and registration is retried', async () => {
  const { pix } = world.providers.ids
  const call = async (url: string) =>
    (
      await fetch(`${url}/pix`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"pix":[]}',
      })
    ).status
  const old = (await ask('POST', `/providers/${pix}/callback`)).data.callbackUrl as string
  assert.equal(await registered(pix), true)
  const shop = await world.openShop()
  await shop.control('POST', '/faults', {
    provider: 'pix',
    operation: 'webhook.put',
    fault: 'error-503',
    times: 5,
  })
  const offered = (await ask('POST', `/providers/${pix}/callback`)).data
  await shop.control('DELETE', '/faults')
  assert.equal(offered.callbackRegistered, false)
  assert.equal(await registered(pix), false)
  const doctor = await output('doctor')
  assert.deepEqual(
    [doctor.code, /renew-callback/.test(doctor.text) && doctor.text.includes(pix)],
    [0, true], // A warning: the worker repeats the registration.
  )
  assert.equal(await call(old), 200)
  assert.equal(
    await call(offered.callbackUrl as string),
    200,
    'it had taken it, and its answer was lost',
  )
  assert.deepEqual([await call(old), await registered(pix)], [404, true])
})

test('an acquirer set up by hand is accepted at both addresses until it moves', async () => {
  const { card } = world.providers.ids
  const call = async (url: string) =>
    (
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).status
  const first = (await ask('POST', `/providers/${card}/callback`)).data.callbackUrl as string
  assert.equal(await call(first), 200)
  const second = (await ask('POST', `/providers/${card}/callback`)).data
  assert.equal(second.callbackRegistered, null)
  assert.equal(await call(first), 200)
  assert.equal(await call(second.callbackUrl as string), 200)
  assert.equal(await call(first), 404)
})

/** The output of a command, and its exit code. */
async function output(...args: readonly string[]): Promise<{ text: string; code: number | null }> {
  const env = { GUICHE_HOME: world.home, DATABASE_URL: world.databaseUrl }
  const { stdout, stderr, status } = await runGuiche(args, env)
  return { text: stdout + stderr, code: status }
}

test('a new callback address replaces the old one', async () => {
  const { pix } = world.providers.ids
  const before = (await ask('POST', `/providers/${pix}/callback`)).data.callbackUrl as string
  const call = async (url: string) =>
    (
      await fetch(`${url}/pix`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"pix":[]}',
      })
    ).status
  assert.equal(await call(before), 200)
  const now = (await ask('POST', `/providers/${pix}/callback`)).data.callbackUrl as string
  assert.deepEqual([await call(before), await call(now)], [404, 200])
})

test('the clock moves forward by a duration and never back', async () => {
  const before = (await ask('GET', '/clock')).data as unknown as { offsetMs: number }
  const moved = (await ask('POST', '/clock', { advance: 'PT2H' })).data as unknown as {
    offsetMs: number
  }
  assert.equal(moved.offsetMs - before.offsetMs, 7_200_000)
  for (const advance of ['-PT1H', 'P11Y', 'soon']) {
    const { error } = await ask('POST', '/clock', { advance })
    assert.equal(error?.code, 'validation-failed')
    assert.match(`${error?.message}`, /para a frente, de até dez anos/)
  }
})

test('the webhook secret is shown, and rotated at most once a day', async () => {
  const account = await openAccount()
  const path = `/accounts/${account.id}/webhook-secret`
  const first = (await ask('GET', path)).data.secret
  assert.match(`${first}`, /^whsec_/)
  const rotated = await ask('POST', `${path}/rotate`)
  assert.notEqual(rotated.data.secret, first)
  assert.equal((await ask('GET', path)).data.secret, rotated.data.secret)
  const again = await ask('POST', `${path}/rotate`)
  assert.deepEqual([again.http, again.error?.code], [409, 'webhook-secret-rotating'])
})

test('the doctor names two providers that are one store at the same acquirer', async () => {
  const before = await output('doctor')
  assert.doesNotMatch(before.text, /mesmo contrato/)
  const { card } = world.providers.ids
  const settings = world.sandbox.credentials.cielo
  const { id } = (
    await ask('POST', '/providers', { kind: 'cielo', name: 'Cielo, de novo', settings })
  ).data
  const doctor = await output('doctor')
  assert.equal(doctor.code, 1)
  assert.match(doctor.text, new RegExp(`mesmo contrato.*${card}.*${id}`))
  assert.ok(!doctor.text.includes(`${settings?.merchantKey}`))
})
