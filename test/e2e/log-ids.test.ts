import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { batchLoader } from '../../src/primitives/batch-loader.ts'
import { runInScope, scopeFields } from '../../src/tracing/scope.ts'
import { openCollector } from '../kit/collector.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { until } from '../kit/time-limit.ts'

/* Each line of the log that belongs to a request has its id, and the id of its trace. */

type Line = Readonly<Record<string, unknown>>

let world: World
const collector = await openCollector()
const lines: Line[] = []
before(async () => {
  world = await openWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { log } = world.app
  Object.assign(log, {
    [pino.symbols.streamSym]: { write: (line: string) => lines.push(JSON.parse(line)) },
  })
  log.level = 'debug'
})
after(async () => {
  world.app.log.level = 'silent'
  await world.close()
  await collector.close()
})

const lineWith = async (msg: string, requestId: string | null): Promise<Line> => {
  const found = () => lines.find((line) => line.msg === msg && line.requestId === requestId)
  await until(`the line "${msg}" of the request`, () => found() !== undefined)
  return found() ?? {}
}

test('a line of a verb has the ids of its request', async () => {
  const shop = await world.openShop()
  const fields = { amount: 40_00, network: 'visa', defect: 'flipped-data' }
  const { token } = await shop.control<{ token: object }>('POST', '/device-pay/tokens', fields)
  const { http, headers } = await shop.call(
    'POST',
    '/api/user/transactions',
    {
      paymentMethod: 'CREDIT_CARD',
      amount: 40_00,
      customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
      wallet: { type: 'DEVICE_PAY', token },
    },
    { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' },
  )
  assert.equal(http, 400)
  const requestId = headers.get('x-request-id')
  const refused = await lineWith('a wallet token was refused', requestId)
  assert.equal(refused.traceId, '0af7651916cd43dd8448eb211c80319c')
  const ended = await lineWith('request', requestId)
  assert.equal(ended.traceId, '0af7651916cd43dd8448eb211c80319c')
})

test('a line of a provider notice has the ids of its request', async () => {
  const response = await fetch(`${world.providers.noticeUrls.efi}/pix`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [{ status: 'REALIZADO', gnExtras: { idEnvio: 'f'.repeat(32) } }] }),
  })
  assert.equal(response.status, 200)
  const line = await lineWith(
    'a notice for a payment we did not send',
    response.headers.get('x-request-id'),
  )
  assert.match(String(line.traceId), /^[0-9a-f]{32}$/)
})

test('work that requests share has the ids of none', async () => {
  const seen: object[] = []
  const load = batchLoader(async (subjects: readonly string[]) => {
    seen.push(scopeFields())
    return subjects
  })
  await runInScope({ requestId: 'one' }, async () => {
    assert.equal(await load('a'), 'a')
    assert.deepEqual(scopeFields(), { requestId: 'one' }) // It goes on in its own scope.
  })
  assert.deepEqual(seen, [{}])
  const shop = await world.openShop()
  const committed: object[] = []
  world.app.journal.onCommitted(() => committed.push(scopeFields()))
  await shop.sell({
    paymentMethod: 'PIX',
    amount: 10_00,
    customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
  })
  assert.ok(committed.length > 0)
  assert.ok(committed.every((fields) => Object.keys(fields).length === 0))
})
