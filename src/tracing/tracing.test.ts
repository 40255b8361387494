import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { type Collector, openCollector } from '../../test/kit/collector.ts'
import { reservePort } from '../../test/kit/reserve-port.ts'
import { until } from '../../test/kit/time-limit.ts'
import { readTracing } from '../config/tracing-settings.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { allowedAttributes } from './attributes.ts'
import { runInScope } from './scope.ts'
import type { SpanOutcome } from './span-outcome.ts'
import { outgoingTraceparent, traced } from './traced.ts'
import { inOwnTrace, openTracing } from './tracing.ts'

const header = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

async function opened(env: Readonly<Record<string, string>>) {
  const counts: Record<SpanOutcome, number> = { exported: 0, failed: 0, dropped: 0 }
  const lines: string[] = []
  const tracing = await openTracing({
    settings: readTracing(env).tracing,
    log: {
      warn: (...line: unknown[]) => void lines.push(String(line.at(-1))),
      info: (...line: unknown[]) => void lines.push(String(line.at(-1))),
    },
    onSpans: (outcome, count) => {
      counts[outcome] += count
    },
  })
  const record = (name = 'work') => tracing.begin({ name })?.parent?.span.end()
  return { tracing, counts, lines, record }
}

async function withCollector(work: (collector: Collector) => Promise<void>): Promise<void> {
  const collector = await openCollector()
  try {
    await work(collector)
  } finally {
    await collector.close()
  }
}

test('an unreachable collector costs spans only: bounded, counted, reported once', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await reservePort()}`
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TIMEOUT: '500' }
  const { tracing, counts, lines, record } = await opened(env)
  for (let at = 0; at < 5_000; at += 1) record()
  assert.equal(counts.dropped, 5_000 - 2_048)
  await until('the spans have failed', () => counts.failed === 2_048)
  assert.deepEqual(lines, ['traces are not exported'])
  await tracing.close()
})

test('a collector that never answers does not hold up a shutdown', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { tracing, record } = await opened({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  record()
  const startedMs = monotonicMs()
  await tracing.close()
  const tookMs = monotonicMs() - startedMs
  // The limit is 3 s. The exporter would try for 10 s.
  assert.ok(tookMs > 2_500 && tookMs < 9_000, `${tookMs} ms`)
  silent.close()
})

test('a shutdown exports what is recorded', () =>
  withCollector(async ({ url, spans }) => {
    const { tracing, counts, record } = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
    record('the last work')
    assert.equal(spans.length, 0)
    await tracing.close()
    assert.deepEqual(
      spans.map(({ name }) => name),
      ['the last work'],
    )
    assert.equal(counts.exported, 1)
  }))

test('a collector that works again is reported', () =>
  withCollector(async (collector) => {
    const { tracing, lines, record } = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    for (const status of [400, 400, 200, 200]) {
      collector.answerWith(status)
      record()
      await tracing.flush()
    }
    assert.deepEqual(lines, ['traces are not exported', 'traces are exported again'])
    await tracing.close()
  }))

const samplers: readonly (readonly [string, string, string, boolean])[] = [
  ['parentbased_always_on', '', header, true],
  ['parentbased_always_on', '', header.replace(/01$/, '00'), false],
  ['parentbased_traceidratio', '0', header, true],
  ['traceidratio', '0', header, false], // The caller does not decide.
  ['traceidratio', '1', header.replace(/01$/, '00'), true],
  ['always_off', '', header, false],
]
for (const [sampler, arg, traceparent, isRecorded] of samplers)
  test(`${sampler} ${arg}: ${traceparent.slice(-2)} is recorded: ${isRecorded}`, async () => {
    const { tracing } = await opened({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: arg,
    })
    const begun = tracing.begin({ name: 'request', traceparent, isContinued: true })
    assert.equal(begun?.parent !== undefined, isRecorded)
    assert.equal(begun?.traceId, header.slice(3, 35)) // For the log, also when it is not recorded.
    await tracing.close()
  })

test('without propagation no trace is continued, and no header is sent', async () => {
  const { tracing } = await opened({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_PROPAGATORS: 'none',
  })
  const begun = tracing.begin({ name: 'request', traceparent: header, isContinued: true })
  assert.notEqual(begun?.traceId, header.slice(3, 35))
  assert.equal(runInScope(begun, outgoingTraceparent), undefined)
  await tracing.close()
})

test('work of a worker is recorded when it has a step or fails', () =>
  withCollector(async ({ url, spans }) => {
    const { tracing } = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
    await inOwnTrace(tracing, { name: 'found nothing' }, async () => 0)
    await inOwnTrace(tracing, { name: 'did work' }, () => traced({ name: 'step' }, () => 1))
    const failure = Object.assign(new Error('Ana Prado'), { code: 'ECONNRESET' })
    await assert.rejects(inOwnTrace(tracing, { name: 'failed' }, () => Promise.reject(failure)))
    await tracing.close()
    assert.deepEqual(spans.map(({ name }) => name).sort(), ['did work', 'failed', 'step'])
    const failed = spans.find(({ name }) => name === 'failed')
    assert.equal(failed?.isFailed, true)
    assert.deepEqual(failed?.attributes, { 'error.type': 'ECONNRESET' })
  }))

test('an attribute has the form of its name, or is left out', () => {
  assert.deepEqual(
    allowedAttributes({
      'http.route': '/api/user/transactions/:id',
      'error.type': 'Ana Prado <ana@exemplo.com.br>',
      'guiche.object.id': '52998224725',
      'http.response.status_code': Number.NaN,
      'guiche.outcome': 'approved',
      ...({ 'customer.name': 'Ana' } as object),
    }),
    { 'http.route': '/api/user/transactions/:id', 'guiche.outcome': 'approved' },
  )
})

test('settings that are wrong are named', () => {
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { ...at, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { ...at, OTEL_TRACES_SAMPLER: 'sometimes' },
    { ...at, OTEL_TRACES_SAMPLER_ARG: '1.5' },
    { ...at, OTEL_EXPORTER_OTLP_HEADERS: 'key' },
    { ...at, OTEL_EXPORTER_OTLP_CERTIFICATE: '/nowhere/ca.pem' },
  ]
  for (const env of wrong)
    assert.throws(() => readTracing(env), { message: new RegExp(Object.keys(env).at(-1) ?? '') })
  assert.deepEqual(readTracing({}), {})
  assert.deepEqual(readTracing({ ...at, OTEL_SDK_DISABLED: 'true' }), {})
  assert.deepEqual(readTracing({ ...at, OTEL_TRACES_EXPORTER: 'none' }), {})
  const { tracing } = readTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.exemplo.com.br/base/',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=pagamentos,deployment.environment.name=prod',
  })
  assert.equal(tracing?.url, 'https://otel.exemplo.com.br/base/v1/traces')
  assert.equal(tracing?.serviceName, 'pagamentos')
  assert.deepEqual(tracing?.resourceAttributes, { 'deployment.environment.name': 'prod' })
})
