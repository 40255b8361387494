import type { SpanContext, Tracer } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { version } from '../config/package.ts'
import type { SamplerName, TracingSettings } from '../config/tracing-settings.ts'
import { randomId } from '../primitives/id.ts'
import type { SpanOutcome } from './span-outcome.ts'

export interface Sdk {
  readonly tracer: Tracer
  /** Null: malformed. */
  readonly parse: (traceparent: string) => SpanContext | null
  flush(): Promise<void>
  shutdown(): Promise<void>
}

interface Reports {
  readonly log: Pick<Logger, 'warn' | 'info'>
  readonly onSpans: (outcome: SpanOutcome, count: number) => void
}

/**
 * The SDK of OpenTelemetry with its exporter. It is not registered globally: libraries that know
 * the API would add spans of their own, with attributes that are on no allow-list.
 */
export function openSdk(settings: TracingSettings, reports: Reports): Sdk {
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: { ...settings.headers },
    timeoutMillis: settings.exportMs,
    ...(settings.ca !== undefined && { httpAgentOptions: { keepAlive: true, ca: settings.ca } }),
  })
  const processor = boundedProcessor(exporter, { ...reports, exportMs: settings.exportMs })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...settings.resourceAttributes,
      'service.name': settings.serviceName,
      'service.version': version(),
      'service.instance.id': randomId(),
    }),
    sampler: samplers[settings.sampler](settings.ratio),
    spanLimits: { attributeCountLimit: 32, attributeValueLengthLimit: 256, linkCountLimit: 64 },
    spanProcessors: [processor],
  })
  return {
    tracer: provider.getTracer('guiche', version()),
    parse: parseTraceParent,
    flush: () => processor.forceFlush().catch(() => {}),
    shutdown: () => provider.shutdown().catch(() => {}),
  }
}

const samplers: Record<SamplerName, (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) =>
    new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

/**
 * Exports in batches, one at a time. At most `mostSpans` wait or are being sent; more of them are
 * left out and counted. A collector that fails is reported once, until it has accepted spans again.
 */
function boundedProcessor(
  exporter: SpanExporter,
  { log, onSpans, exportMs }: Reports & { readonly exportMs: number },
): SpanProcessor {
  let held = 0
  let isFailing = false
  const ended = (count: number, { code, error }: ExportResult) => {
    held -= count
    const isExported = code === ExportResultCode.SUCCESS
    onSpans(isExported ? 'exported' : 'failed', count)
    if (!isExported && !isFailing) log.warn({ err: nameOf(error) }, 'traces are not exported')
    if (isExported && isFailing) log.info('traces are exported again')
    isFailing = !isExported
  }
  const counted: SpanExporter = {
    export: (spans: ReadableSpan[], done: (result: ExportResult) => void) =>
      exporter.export(spans, (result) => {
        ended(spans.length, result)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
  const batches = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: mostSpans,
    exportTimeoutMillis: 2 * exportMs,
  })
  return {
    onStart: () => {},
    onEnd(span) {
      if (held >= mostSpans) return onSpans('dropped', 1)
      held += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

/** The error of a connection, or the status of the collector. Never its text. */
function nameOf(error: (Error & { code?: unknown }) | undefined): string {
  const code = error?.code
  return typeof code === 'string' || typeof code === 'number'
    ? String(code)
    : (error?.name ?? 'no answer')
}

const mostSpans = 2_048
