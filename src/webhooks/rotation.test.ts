import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { verifyWebhook } from '../../sdk/server/src/webhooks/verify-webhook.ts'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openNotices } from '../../test/kit/notices.ts'
import { openEndpoint } from './open-endpoint.ts'
import { rotateWebhookSecret, webhookSecretOf } from './secrets.ts'

const database = await openTestDatabase({ max: 8 })
after(() => database.close())
const { sql } = database
const notices = openNotices(sql)
const { openAccount, recordEvent, pass } = notices

test('two rotations under load lose no notice for a receiver with one secret', async (t) => {
  const deliveries = notices.openDeliveries(t, { works: true, pollMs: 50 })
  const accountId = await openAccount()
  const known = { '/postback': '', '/endpoint': '' }
  const accepted = {
    '/postback': new Map<string, number>(),
    '/endpoint': new Map<string, number>(),
  }
  let refusals = 0
  const server = createServer(async (request, response) => {
    const path = request.url as keyof typeof known
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      const { id } = await verifyWebhook({
        body: Buffer.concat(chunks),
        headers: request.headers,
        secret: known[path],
      })
      accepted[path].set(id, (accepted[path].get(id) ?? 0) + 1)
      response.writeHead(204).end()
    } catch {
      refusals += 1
      response.writeHead(400).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { endpoint, secret } = await openEndpoint(notices, accountId, {
    url: `${url}/endpoint`,
    description: null,
    eventTypes: ['*'],
  })
  known['/postback'] = await webhookSecretOf(notices, accountId)
  known['/endpoint'] = secret

  const eventIds: string[] = []
  let isOver = false
  const load = Promise.all(
    [1, 2, 3].map(async () => {
      while (!isOver)
        eventIds.push((await recordEvent({ accountId, url: `${url}/postback` })).eventId)
    }),
  )
  const rotateBoth = async () => {
    const [postback, own] = await Promise.all([
      rotateWebhookSecret(notices, accountId),
      rotateWebhookSecret(notices, accountId, endpoint.id),
    ])
    assert(postback.kind === 'rotated' && own.kind === 'rotated')
    return { '/postback': postback.secret, '/endpoint': own.secret }
  }
  const more = async (count: number) => {
    const goal = eventIds.length + count
    while (eventIds.length < goal) await new Promise((soon) => setImmediate(soon))
  }

  await more(150)
  const second = await rotateBoth()
  await more(150)
  await pass(23 * 3_600_000) // The receiver may change its secret late.
  await more(150)
  assert.equal(refusals, 0)
  Object.assign(known, second)
  await more(150)
  await pass(2 * 3_600_000) // The first secret has expired.
  await more(150)
  // This time the receiver changes before the secret cache does.
  Object.assign(known, await rotateBoth())
  await more(150)
  isOver = true
  await load
  const isMissing = () =>
    eventIds.some((id) => !accepted['/postback'].has(id) || !accepted['/endpoint'].has(id))
  for (let n = 0; n < 400 && isMissing(); n += 1) {
    await pass(60_000)
    await deliveries.runUntilIdle()
    await new Promise((soon) => setTimeout(soon, 10))
  }
  assert.ok(eventIds.length >= 900)
  for (const path of ['/postback', '/endpoint'] as const) {
    assert.deepEqual(new Set(accepted[path].keys()), new Set(eventIds))
    assert.equal([...accepted[path].values()].filter((count) => count > 1).length, 0)
  }
})
