import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSandbox } from '../kit/sandbox.ts'

const gatewayUrl = 'http://127.0.0.1:3000'

async function openWithGateway(t: Parameters<typeof openSandbox>[0]) {
  const { sandbox } = await openSandbox(t)
  const from = (origin: string, method: string, path: string) =>
    fetch(new URL(path, sandbox.controlUrl), {
      method,
      headers: {
        origin,
        ...(method === 'OPTIONS' && {
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        }),
      },
    })
  return { sandbox, from }
}

test('a page of the known gateway reads a control route, after its preflight', async (t) => {
  const { sandbox, from } = await openWithGateway(t)
  sandbox.setGateway({ url: `${gatewayUrl}/`, adminToken: 'token' })
  const preflight = await from(gatewayUrl, 'OPTIONS', '/pay')
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), gatewayUrl)
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST.*DELETE/)
  assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type')
  const faults = await from(gatewayUrl, 'GET', '/faults')
  assert.equal(faults.status, 200)
  assert.equal(faults.headers.get('access-control-allow-origin'), gatewayUrl)
  assert.equal(faults.headers.get('vary'), 'origin')
  assert.equal(faults.headers.get('access-control-allow-credentials'), null)
})

test('a refusal is readable too', async (t) => {
  const { sandbox, from } = await openWithGateway(t)
  sandbox.setGateway({ url: gatewayUrl, adminToken: 'token' })
  const unknown = await from(gatewayUrl, 'GET', '/bills?code=x')
  assert.equal(unknown.status, 404)
  assert.equal(unknown.headers.get('access-control-allow-origin'), gatewayUrl)
})

for (const origin of [
  'http://127.0.0.1:3001',
  'https://127.0.0.1:3000',
  'http://localhost:3000',
  'http://127.0.0.1:3000.example.com',
  'null',
]) {
  test(`the pages of ${origin} read the clock and nothing else`, async (t) => {
    const { sandbox, from } = await openWithGateway(t)
    sandbox.setGateway({ url: gatewayUrl, adminToken: 'token' })
    for (const method of ['GET', 'OPTIONS']) {
      const response = await from(origin, method, '/faults')
      assert.equal(response.headers.get('access-control-allow-origin'), null, method)
      assert.equal(response.headers.get('access-control-allow-methods'), null, method)
    }
    assert.equal((await from(origin, 'OPTIONS', '/faults')).ok, false)
    const clock = await from(origin, 'GET', '/clock')
    assert.equal(clock.headers.get('access-control-allow-origin'), '*')
    const moved = await from(origin, 'OPTIONS', '/clock')
    assert.equal(moved.ok, false, 'only the gateway moves it')
  })
}

test('while no gateway is known, no page reads a route that it alone may read', async (t) => {
  const { from } = await openWithGateway(t)
  for (const origin of [gatewayUrl, 'null', 'undefined']) {
    const response = await from(origin, 'GET', '/faults')
    assert.equal(response.headers.get('access-control-allow-origin'), null, origin)
  }
})

test('a new address of the gateway takes the place of the old one', async (t) => {
  const { sandbox, from } = await openWithGateway(t)
  sandbox.setGateway({ url: gatewayUrl, adminToken: 'token' })
  sandbox.setGateway({ url: 'http://127.0.0.1:4000', adminToken: 'token' })
  const allowed = async (origin: string) =>
    (await from(origin, 'GET', '/faults')).headers.get('access-control-allow-origin')
  assert.equal(await allowed(gatewayUrl), null)
  assert.equal(await allowed('http://127.0.0.1:4000'), 'http://127.0.0.1:4000')
})
