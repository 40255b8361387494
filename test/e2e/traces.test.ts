import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { newId } from '../../src/primitives/id.ts'
import { attributeForms } from '../../src/tracing/attributes.ts'
import { type Collector, openCollector, type ReceivedSpan } from '../kit/collector.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { scrape } from '../kit/metrics.ts'
import { until } from '../kit/time-limit.ts'

/* What a collector of OpenTelemetry receives, over OTLP. */

let world: World
let collector: Collector
/** The `traceparent` of every request that any server of this process received, by path. */
const received: { readonly path: string; readonly traceparent: string | undefined }[] = []
const listen = (message: unknown) => {
  const { url = '', headers } = (message as { request: IncomingMessage }).request
  received.push({ path: url, traceparent: headers.traceparent as string | undefined })
}

before(async () => {
  collector = await openCollector()
  world = await openWorld({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=some%20key',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  subscribe('http.server.request.start', listen)
})
after(async () => {
  unsubscribe('http.server.request.start', listen)
  await world.close()
  await collector.close()
})

const customer = { name: 'Ana Clara Prado', document: { number: '52998224725', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA CLARA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}
const order = { paymentMethod: 'CREDIT_CARD', amount: 45_00, customer, card }

/** A span of a merchant's own trace. */
const somewhere = () => {
  const traceId = newId(0).replaceAll('-', '')
  const spanId = traceId.slice(16)
  return { traceId, spanId, header: `00-${traceId}-${spanId}-01` }
}

const withUrl = () => ({ ...order, postbackUrl: `${world.receiver.url}/traced` })

async function traceOf(
  traceId: string,
  names: readonly string[],
): Promise<readonly ReceivedSpan[]> {
  return collector.trace(traceId, (spans) => {
    void world.app.tracing.flush()
    return names.every((name) => spans.some((span) => span.name === name))
  })
}

function only(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const [span, ...others] = spans.filter((each) => each.name === name)
  assert.ok(span && others.length === 0, `one span ${name}: ${spans.map((each) => each.name)}`)
  return span
}

test('a card sale is one tree: request, verb, batch, provider call, delivery', async () => {
  const shop = await world.openShop()
  // The first sale of an account adds its balance, so its batch is sent twice.
  await shop.sell(withUrl())
  const caller = somewhere()
  const sale = await shop.sell(withUrl(), { traceparent: caller.header })
  const [webhook] = await shop.webhooks(sale.id, 1)
  const spans = await traceOf(caller.traceId, ['POST /api/user/transactions', 'deliver webhook'])
  const request = only(spans, 'POST /api/user/transactions')
  const verb = only(spans, 'postUserTransactions')
  const call = only(spans, 'cielo sale')
  const exchange = only(spans, 'POST')
  const delivery = only(spans, 'deliver webhook')
  const records = spans.filter(({ name }) => name === 'journal record')
  const commits = spans.filter(({ name }) => name === 'journal commit')
  const recordsOf = (span: ReceivedSpan) =>
    records.find(({ spanId }) => spanId === span.parentSpanId)

  assert.equal(request.parentSpanId, caller.spanId)
  assert.equal(request.kind, 'SPAN_KIND_SERVER')
  assert.equal(request.attributes['http.response.status_code'], 200)
  assert.equal(request.attributes['guiche.account.id'], shop.accountId)
  assert.equal(verb.parentSpanId, request.spanId)
  assert.equal(call.parentSpanId, verb.spanId)
  assert.equal(call.attributes['guiche.outcome'], 'approved')
  assert.equal(call.attributes['guiche.provider.id'], world.providers.ids.card)
  assert.equal(exchange.parentSpanId, call.spanId)
  assert.equal(exchange.kind, 'SPAN_KIND_CLIENT')
  assert.equal(records.length, 2) // The draft before the call, and its outcome.
  assert.ok(records.every((record) => record.parentSpanId === verb.spanId))
  assert.equal(commits.length, 2)
  for (const commit of commits)
    assert.equal(recordsOf(commit)?.attributes['guiche.object.id'], sale.id)
  assert.equal(commits[0]?.attributes['guiche.outcome'], 'committed')
  assert.equal(recordsOf(delivery)?.attributes['guiche.event.type'], 'transaction.paid')
  assert.equal(delivery.attributes['guiche.outcome'], 'delivered')

  assert.equal(request.resource['service.name'], 'guiche')
  assert.equal(request.resource['deployment.environment.name'], 'test')
  assert.equal(collector.headers['api-key'], 'some key')
  // The receivers can continue the trace, each from the span of its own call.
  assert.equal(webhook?.headers.traceparent, `00-${caller.traceId}-${delivery.spanId}-01`)
  const atAcquirer = received.findLast(({ path }) => path.includes('/1/sales'))
  assert.equal(atAcquirer?.traceparent, `00-${caller.traceId}-${exchange.spanId}-01`)
})

/** The digits of an id are random: some of them have four of the card in a row. */
const withoutIds = (key: string, value: unknown): unknown =>
  /^(?:traceId|spanId|parentSpanId)$/.test(key) || (typeof value === 'string' && isUuid(value))
    ? undefined
    : value

const isUuid = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

test('spans have only attributes of the allow-list, and no data of persons or cards', async () => {
  const shop = await world.openShop()
  const caller = somewhere()
  const sale = await shop.sell(withUrl(), { traceparent: caller.header })
  await shop.webhooks(sale.id, 1)
  await traceOf(caller.traceId, ['POST /api/user/transactions', 'deliver webhook'])
  const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
  assert.deepEqual(
    [...names].filter((name) => !(name in attributeForms)),
    [],
  )
  const all = JSON.stringify(collector.spans, withoutIds)
  for (const secret of ['Ana', 'ANA', '52998224725', '402400', '0011', shop.secretKey, 'traced'])
    assert.ok(!all.includes(secret), secret)
})

test('a malformed traceparent is ignored', async () => {
  const shop = await world.openShop()
  const ids = somewhere()
  const malformed = [
    `00-${ids.traceId}-${ids.spanId}`,
    `ff-${ids.traceId}-${ids.spanId}-01`,
    `00-${'0'.repeat(32)}-${ids.spanId}-01`,
    `00-${ids.traceId.toUpperCase()}X-${ids.spanId}-01`,
    'x'.repeat(4_000),
  ]
  const seen = collector.spans.length
  for (const traceparent of malformed)
    assert.equal(
      (await shop.call('GET', '/api/user/account', undefined, { traceparent })).http,
      200,
    )
  const begun = () =>
    collector.spans.slice(seen).filter(({ name }) => name === 'GET /api/user/account')
  await until('every request is traced', async () => {
    await world.app.tracing.flush()
    return begun().length === malformed.length
  })
  assert.ok(begun().every(({ parentSpanId, links }) => parentSpanId === '' && links.length === 0))
  assert.ok(begun().every(({ traceId }) => traceId !== ids.traceId))
})

test('the trace of a caller that is not sampled is not recorded, and sends no header', async () => {
  const shop = await world.openShop()
  const { traceId, spanId } = somewhere()
  const at = received.length
  const sale = await shop.sell(withUrl(), { traceparent: `00-${traceId}-${spanId}-00` })
  const [webhook] = await shop.webhooks(sale.id, 1)
  await world.app.tracing.flush()
  assert.equal(webhook?.headers.traceparent, undefined)
  const atAcquirer = received.slice(at).find(({ path }) => path.includes('/1/sales'))
  assert.ok(atAcquirer)
  assert.equal(atAcquirer.traceparent, undefined)
  assert.deepEqual(
    collector.spans.filter((span) => span.traceId === traceId),
    [],
  )
})

test('the trace of a browser or a provider is linked, and not continued', async () => {
  const caller = somewhere()
  await fetch(`${world.baseUrl}/pay/none`, { headers: { traceparent: caller.header } })
  const found = () => collector.spans.find(({ links }) => links[0]?.traceId === caller.traceId)
  await until('the request is traced', async () => {
    await world.app.tracing.flush()
    return found() !== undefined
  })
  assert.notEqual(found()?.traceId, caller.traceId)
  assert.deepEqual(found()?.links, [{ traceId: caller.traceId, spanId: caller.spanId }])
})

test('one batch belongs to the first of its traces and links to the others', async () => {
  const shop = await world.openShop()
  const callers = Array.from({ length: 12 }, somewhere)
  await Promise.all(
    callers.map(({ header }) =>
      shop.sell({ paymentMethod: 'PIX', amount: 10_00, customer }, { traceparent: header }),
    ),
  )
  const ids = new Set(callers.map(({ traceId }) => traceId))
  const records = () =>
    collector.spans.filter(({ name, traceId }) => name === 'journal record' && ids.has(traceId))
  await until('every change is traced', async () => {
    await world.app.tracing.flush()
    return records().length === callers.length
  })
  const commits = collector.spans.filter(
    ({ name, traceId }) => name === 'journal commit' && ids.has(traceId),
  )
  const sizes = commits.map(({ attributes }) => Number(attributes['db.operation.batch.size']))
  assert.ok(
    sizes.some((size) => size > 1),
    `batches of ${sizes}`,
  )
  for (const commit of commits) {
    // Each change of the batch is reached from the commit, and leads to it.
    assert.equal(commit.links.length, Number(commit.attributes['db.operation.batch.size']) - 1)
    assert.ok(records().some(({ spanId }) => spanId === commit.parentSpanId))
    for (const link of commit.links) {
      const record = records().find(({ spanId }) => spanId === link.spanId)
      assert.deepEqual(record?.links, [{ traceId: commit.traceId, spanId: commit.spanId }])
    }
  }
})

test('a collector that refuses spans is counted, and nothing else changes', async () => {
  const shop = await world.openShop()
  const counted = async (outcome: string) =>
    (await scrape(world.baseUrl)).sum('guiche_trace_spans_total', { outcome }) ?? 0
  const failed = await counted('failed')
  assert.ok((await counted('exported')) > 0)
  collector.answerWith(400)
  const sale = await shop.sell(withUrl())
  assert.equal(sale.status, 'PAID')
  await shop.webhooks(sale.id, 1)
  await world.app.tracing.flush()
  await until('the spans are counted', async () => (await counted('failed')) > failed)
  collector.answerWith(200)
})
