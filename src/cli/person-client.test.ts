import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { clientOf, GatewayRefusal } from './person-client.ts'

async function serverOf(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a token goes to the gateway that gave it, and no redirect takes it elsewhere', async (t) => {
  const seen: unknown[] = []
  const elsewhere = await serverOf(t, ({ headers }, response) => {
    seen.push(headers.authorization)
    response.end('{"data":{}}')
  })
  const url = await serverOf(t, (_, response) => {
    response.writeHead(307, { location: `${elsewhere}/api/admin/accounts` }).end()
  })
  const client = clientOf({ url, token: 'login_a.b' })
  await assert.rejects(client.call('GET', '/api/admin/accounts'), GatewayRefusal)
  assert.deepEqual(seen, [])
})

test('a refusal has the code, and says what to do about a proof that is old', async (t) => {
  const url = await serverOf(t, ({ headers }, response) => {
    assert.equal(headers.authorization, 'Bearer login_a.b')
    response.writeHead(403).end('{"message":"Prove.","error":{"code":"proof-required"}}')
  })
  const call = clientOf({ url, token: 'login_a.b' }).call('POST', '/api/admin/accounts')
  await assert.rejects(call, (cause) => {
    assert.ok(cause instanceof GatewayRefusal)
    assert.deepEqual([cause.code, cause.isTemporary], ['proof-required', false])
    assert.match(cause.message, /^Prove\. \(proof-required\)\n.*guiche prove/)
    return true
  })
})

test('a response that is cut short is none, and the same call may succeed later', async (t) => {
  const url = await serverOf(t, (_, response) => {
    response.end('{"data":[')
  })
  const call = clientOf({ url, token: 'login_a.b' }).call('GET', '/api/user/requests')
  await assert.rejects(call, (cause) => {
    assert.ok(cause instanceof GatewayRefusal)
    assert.equal(cause.isTemporary, true)
    return true
  })
})
