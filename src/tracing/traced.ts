import {
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { allowedAttributes, type SpanAttributes } from './attributes.ts'
import { currentScope, type ParentSpan, runInScope } from './scope.ts'

export interface SpanOptions {
  /** Its parts have few values: the pattern of a route, the name of an operation. */
  readonly name: string
  /** Left out: work inside the process. */
  readonly kind?: 'server' | 'client'
  readonly attributes?: SpanAttributes
}

/** Adds attributes to a span. */
export type Note = (attributes: SpanAttributes) => void

/**
 * Runs `work` as a span below the current one. Without a recorded trace it only runs the work.
 */
export async function traced<Result>(
  options: SpanOptions,
  work: (note: Note) => Promise<Result> | Result,
): Promise<Result> {
  const parent = currentScope()?.parent
  if (!parent) return work(noNote)
  const span = startSpan(parent, options)
  const scope = { ...currentScope(), parent: { ...parent, span } }
  try {
    return await runInScope(scope, () => work((attributes) => note(span, attributes)))
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** A span below `parent`, which its caller ends. */
export function startSpan(
  parent: ParentSpan,
  { name, kind, attributes = {} }: SpanOptions,
  links: readonly Link[] = [],
): Span {
  parent.onChild?.()
  return parent.tracer.startSpan(
    name,
    {
      kind: kinds[kind ?? 'internal'],
      attributes: allowedAttributes(attributes),
      links: [...links],
    },
    trace.setSpan(ROOT_CONTEXT, parent.span),
  )
}

export const note = (span: Span, attributes: SpanAttributes): void => {
  span.setAttributes(allowedAttributes(attributes))
}

/** Marks a span as failed. Of the error only its code or its name is kept. */
export function failSpan(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const type = [code, name].find((each) => typeof each === 'string' && each !== '')
  note(span, { 'error.type': typeof type === 'string' ? type : '_OTHER' })
  markFailed(span)
}

export const markFailed = (span: Span): void => {
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * The `traceparent` of a call that leaves the process now (W3C Trace Context). Undefined where
 * nothing is recorded: a header that says "not sampled" would turn the receiver's own traces off.
 */
export function outgoingTraceparent(): string | undefined {
  const parent = currentScope()?.parent
  return parent?.isPropagated ? traceparentOf(parent.span) : undefined
}

/** A sampled span as W3C Trace Context writes it. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext()
  return `00-${traceId}-${spanId}-01`
}

export const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
} as const

const noNote: Note = () => undefined
