import { type Link, ROOT_CONTEXT, type SpanContext, trace } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { TracingSettings } from '../config/tracing-settings.ts'
import { withTimeout } from '../primitives/with-timeout.ts'
import { allowedAttributes } from './attributes.ts'
import type { ParentSpan, Scope } from './scope.ts'
import { runInScope } from './scope.ts'
import type { SpanOutcome } from './span-outcome.ts'
import { failSpan, kinds, type SpanOptions } from './traced.ts'

/** Begins the traces of this process, and exports what is recorded. */
export interface Tracing {
  /** Whether traces are exported at all. */
  readonly isOn: boolean
  /**
   * Begins a trace, or continues the trace of a trusted caller. The caller ends `parent.span`, if
   * there is one. Undefined when traces are off.
   */
  begin(options: BeginOptions): TraceScope | undefined
  /** The scope of later work of a recorded span, as `traceparentOf` wrote it. */
  resume(traceparent: string | null | undefined): TraceScope | undefined
  /** Exports what is recorded by now. */
  flush(): Promise<void>
  /** Exports the rest within a limit. */
  close(): Promise<void>
}

export type TraceScope = Pick<Scope, 'traceId' | 'parent'>

export interface BeginOptions extends SpanOptions {
  /** The header `traceparent` of a request. One that is malformed is ignored. */
  readonly traceparent?: string | string[] | undefined
  /** Whether the caller's trace is continued. Otherwise it is only linked. */
  readonly isContinued?: boolean
}

export interface TracingDeps {
  /** Absent: no traces. */
  readonly settings: TracingSettings | undefined
  readonly log: Pick<Logger, 'warn' | 'info'>
  readonly onSpans: (outcome: SpanOutcome, count: number) => void
}

/** Opens the tracing of this process. The SDK is loaded only where traces are on. */
export async function openTracing({ settings, log, onSpans }: TracingDeps): Promise<Tracing> {
  if (!settings) return off
  const { openSdk } = await import('./sdk.ts')
  const { tracer, parse, flush, shutdown } = openSdk(settings, { log, onSpans })
  const parentOf = (span: ParentSpan['span']): ParentSpan => ({
    tracer,
    span,
    isPropagated: settings.isPropagated,
  })
  const contextOf = (header: unknown): SpanContext | null =>
    typeof header === 'string' && settings.isPropagated ? parse(header) : null
  return {
    isOn: true,
    begin({ name, kind, attributes = {}, traceparent, isContinued = false }) {
      const caller = contextOf(traceparent)
      const remote = caller && { ...caller, isRemote: true }
      const links: Link[] = remote && !isContinued ? [{ context: remote }] : []
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind ?? 'internal'], attributes: allowedAttributes(attributes), links },
        remote && isContinued ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT,
      )
      const { traceId } = span.spanContext()
      return { traceId, ...(span.isRecording() && { parent: parentOf(span) }) }
    },
    resume(traceparent) {
      const context = traceparent ? parse(traceparent) : null
      if (!context) return undefined
      const span = trace.wrapSpanContext({ ...context, isRemote: true })
      return { traceId: context.traceId, parent: parentOf(span) }
    },
    flush,
    async close() {
      await withTimeout(shutdown(), longestFlushMs)
    },
  }
}

/** A collector that does not answer must not hold up a shutdown. */
const longestFlushMs = 3_000

const off: Tracing = {
  isOn: false,
  begin: () => undefined,
  resume: () => undefined,
  flush: async () => {},
  close: async () => {},
}

/**
 * Runs work that no request waits for as a trace of its own. It is recorded only when it failed, or
 * had a step that is a span: a worker looks for work all the time and mostly finds none.
 */
export async function inOwnTrace<Result>(
  tracing: Tracing,
  options: BeginOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope = tracing.begin(options)
  if (!scope) return work()
  const { traceId, parent } = scope
  if (!parent) return runInScope({ ...(traceId && { traceId }) }, work)
  let isUsed = false
  const onChild = () => {
    isUsed = true
  }
  try {
    return await runInScope({ ...scope, parent: { ...parent, onChild } }, work)
  } catch (error) {
    isUsed = true
    failSpan(parent.span, error)
    throw error
  } finally {
    if (isUsed) parent.span.end()
  }
}
