import type { Span } from '@opentelemetry/api'
import type { ParentSpan } from './scope.ts'
import { note, type SpanOptions, startSpan } from './traced.ts'

/**
 * The span of work that is done once for many traces. It belongs to the first of them, and links to
 * the others, at most `mostLinks`; each of the linked spans links back. Undefined when none of them
 * is recorded. `outcome` is one of few words.
 */
export function beginBatchSpan(
  traces: readonly (ParentSpan | undefined)[],
  options: SpanOptions,
): ((outcome: string) => void) | undefined {
  const [first, ...others] = traces.filter((each) => each !== undefined)
  if (!first) return undefined
  const linked = others.slice(0, mostLinks)
  const span: Span = startSpan(
    first,
    options,
    linked.map((other) => ({ context: other.span.spanContext() })),
  )
  for (const other of linked) other.span.addLink({ context: span.spanContext() })
  return (outcome) => {
    note(span, { 'guiche.outcome': outcome })
    span.end()
  }
}

const mostLinks = 32
