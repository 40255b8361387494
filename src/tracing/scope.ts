import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span, Tracer } from '@opentelemetry/api'

/** What the current work belongs to. Lines of the log carry its ids. */
export interface Scope {
  readonly requestId?: string
  /** Known also for a trace that is not sampled. */
  readonly traceId?: string
  /** Absent: nothing of this work is recorded. */
  readonly parent?: ParentSpan
}

/** The sampled span that the next spans of this work belong to. */
export interface ParentSpan {
  readonly tracer: Tracer
  readonly span: Span
  /** Whether calls to other systems name it (docs/decisions/traces.md). */
  readonly isPropagated: boolean
  /** Called when a span begins below it. */
  readonly onChild?: () => void
}

const storage = new AsyncLocalStorage<Scope | undefined>()

/** The scope of the running code. Absent: work of the process itself. */
export const currentScope = (): Scope | undefined => storage.getStore()

/** Runs `work`, and all that it starts, in `scope`. */
export const runInScope = <Result>(scope: Scope | undefined, work: () => Result): Result =>
  storage.run(scope, work)

/** Runs work that many requests share: it belongs to none of them. */
export const runShared = <Result>(work: () => Result): Result => storage.run(undefined, work)

/** The fields that every line of the log gets. */
export function scopeFields(): Readonly<Record<string, string>> {
  const scope = storage.getStore()
  if (!scope) return {}
  const { requestId, traceId } = scope
  return { ...(requestId && { requestId }), ...(traceId && { traceId }) }
}
