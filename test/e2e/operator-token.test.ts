import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { machinePermissions } from '../../contract/permission.ts'
import { routes } from '../../src/http/routes.ts'
import { buildServer } from '../../src/http/server/server.ts'
import { randomBase62, randomId } from '../../src/primitives/id.ts'
import { openWorld } from '../kit/gateway.ts'

const [current, previous, unknown] = [randomBase62(40), randomBase62(40), randomBase62(40)]

const ask = (baseUrl: string, token: string) =>
  fetch(`${baseUrl}/api/admin/accounts?limit=1`, { headers: { authorization: `Bearer ${token}` } })

test('two tokens are valid while one replaces the other, each with its own limit', async (t) => {
  const world = await openWorld({
    GUICHE_ADMIN_TOKEN: current,
    GUICHE_ADMIN_TOKEN_UNTIL: '2999-01-01T00:00:00Z',
    GUICHE_ADMIN_TOKEN_PREVIOUS: previous,
    GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL: '2999-01-01T00:00:00Z',
  })
  t.after(() => world.close())
  assert.equal((await ask(world.baseUrl, current)).status, 200)
  assert.equal((await ask(world.baseUrl, previous)).status, 200)
  assert.equal((await ask(world.baseUrl, unknown)).status, 401)

  const { config } = world.app
  const rates = { ...config.limits.rates, adminToken: { perSecond: 0.001, burst: 3 } }
  const server = buildServer({
    ...world.app,
    config: { ...config, limits: { ...config.limits, rates } },
  })
  t.after(() => server.close())
  const inject = (token: string) =>
    server.inject({
      url: '/api/admin/accounts?limit=1',
      headers: { authorization: `Bearer ${token}` },
    })
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await inject(current)).statusCode)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  assert.match(String((await inject(current)).headers['retry-after']), /^[1-9]\d*$/)
  assert.equal((await inject(previous)).statusCode, 200)
})

test('an expired token is rejected, and so is the token before it', async (t) => {
  const world = await openWorld({
    GUICHE_ADMIN_TOKEN: current,
    GUICHE_ADMIN_TOKEN_UNTIL: '2020-01-01T00:00:00Z',
    GUICHE_ADMIN_TOKEN_PREVIOUS: previous,
    GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL: '2020-01-01T00:00:00-03:00',
  })
  t.after(() => world.close())
  assert.equal((await ask(world.baseUrl, current)).status, 401)
  assert.equal((await ask(world.baseUrl, previous)).status, 401)
})

test('the log of an operator has the token’s fingerprint and the account', async (t) => {
  const world = await openWorld({
    GUICHE_ADMIN_TOKEN: current,
    GUICHE_ADMIN_TOKEN_PREVIOUS: previous,
    GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL: '2999-01-01T00:00:00Z',
  })
  t.after(() => world.close())
  const shop = await world.openShop()
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const server = buildServer({ ...world.app, log })
  t.after(() => server.close())
  const path = `/api/admin/accounts/${shop.accountId}`
  const call = async (token: string, url: string, payload?: object) => {
    const method = payload ? 'POST' : 'GET'
    const headers = { authorization: `Bearer ${token}` }
    await server.inject({ method, url, headers, ...(payload && { payload }) })
    const { msg, operator, accountId, ...rest } = JSON.parse(lines.at(-1) ?? '{}')
    assert.equal(msg, 'request')
    return { operator, accountId, keyId: rest.keyId }
  }

  const seen = await call(current, path)
  assert.match(seen.operator, /^[0-9a-f]{12}$/)
  assert.equal(seen.accountId, shop.accountId)
  assert.deepEqual(await call(current, `${path}/keys`, { kind: 'secret', name: 'Loja' }), seen)
  const keyId = randomId()
  assert.deepEqual(await call(current, `${path}/keys/${keyId}/rotate`, {}), { ...seen, keyId })
  const correction = { accountId: shop.accountId, amount: 1 }
  assert.deepEqual(await call(current, '/api/admin/ledger/corrections', correction), seen)
  assert.notEqual((await call(previous, path)).operator, seen.operator)
  assert.deepEqual(await call(unknown, path), {
    operator: undefined,
    accountId: undefined,
    keyId: undefined,
  })
  assert.equal((await call(current, '/api/admin/accounts/4111111111111111')).accountId, undefined)
  for (const secret of [current, previous, unknown]) assert.ok(!lines.join('').includes(secret))
})

test('in production the token opens the routes of machines, and no other', async (t) => {
  const world = await openWorld()
  t.after(() => world.close())
  const server = buildServer({ ...world.app, config: { ...world.app.config, mode: 'production' } })
  try {
    for (const route of routes) {
      if (route.access !== 'admin') continue
      const { method, path, permission } = route
      const response = await server.inject({
        method,
        url: path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000'),
        headers: { authorization: `Bearer ${world.adminToken}` },
      })
      const { error } = response.json<{ error: { code: string } | null }>()
      assert.equal(
        error?.code === 'person-required',
        !machinePermissions.includes(permission),
        `${method} ${path}: ${response.statusCode} ${error?.code}`,
      )
    }
  } finally {
    await server.close()
  }
})
