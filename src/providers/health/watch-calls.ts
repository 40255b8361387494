import { monotonicMs } from '../../primitives/clock.ts'
import { traced } from '../../tracing/traced.ts'

export interface EndedCall {
  readonly ms: number
  /** No usable response: silence, no connection, too many calls, or our credentials refused. */
  readonly isFailed: boolean
}

/** Records the end of a call. It must not throw. */
export type RecordCall = (operation: string, call: EndedCall) => void

/** Which provider the spans of its calls name. */
export interface WatchedProvider {
  readonly id: string
  readonly kind: string
}

/**
 * The port of a provider, with each of its calls recorded and traced. Reading a notice or a file
 * does not count as a call: a notice is parsed here, and the time of a file depends on its reader.
 */
export function watchCalls<Port extends object>(
  port: Port,
  provider: WatchedProvider,
  record: RecordCall,
  under = '',
): Port {
  const watched = Object.entries(port).map(([name, value]: [string, unknown]) => {
    if (typeof value === 'function' && !unwatched.has(name)) {
      const operation = under + name
      const call = timed(value as Call, (ended) => record(operation, ended))
      return [name, spanned(call, provider, operation)]
    }
    if (parts.has(name) && typeof value === 'object' && value !== null)
      return [name, watchCalls(value, provider, record, `${name}.`)]
    return [name, value]
  })
  return Object.fromEntries(watched) as Port
}

type Call = (...sent: readonly unknown[]) => unknown

const unwatched: ReadonlySet<string> = new Set(['readNotice', 'read', 'close'])

/** The parts of a port that call the provider too. */
const parts: ReadonlySet<string> = new Set(['disputes', 'wallet', 'files', 'ownerQueries', 'codes'])

const timed =
  (call: Call, ended: (call: EndedCall) => void): Call =>
  async (...sent) => {
    const startedMs = monotonicMs()
    const end = (isFailed: boolean) => ended({ ms: monotonicMs() - startedMs, isFailed })
    try {
      const result = await call(...sent)
      end(isFailure(result))
      return result
    } catch (error) {
      end(true)
      throw error
    }
  }

const spanned =
  (call: Call, provider: WatchedProvider, operation: string): Call =>
  (...sent) =>
    traced(
      {
        name: `${provider.kind} ${operation}`,
        attributes: {
          'guiche.provider.id': provider.id,
          'guiche.provider.kind': provider.kind,
          'guiche.provider.operation': operation,
        },
      },
      async (note) => {
        const result = await call(...sent)
        const kind = (result as { kind?: unknown } | null | undefined)?.kind
        if (typeof kind === 'string') note({ 'guiche.outcome': kind })
        return result
      },
    )

/** A refusal by the provider is a response. A refusal because of our settings is a failure. */
function isFailure(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return false
  const { kind, reason } = result as { kind?: unknown; reason?: unknown }
  return failures.has(kind) || (kind === 'rejected' && reason === 'provider-misconfigured')
}

const failures: ReadonlySet<unknown> = new Set([
  ...['unknown', 'unavailable', 'not-sent'],
  ...['limited', 'not-permitted'],
])
