import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Scope } from '../../tracing/scope.ts'
import { markFailed, note } from '../../tracing/traced.ts'
import { onClosed } from './on-closed.ts'

/**
 * The scope of one request: its id, and its span where traces are on. The span ends with the
 * response. A merchant's server and an operator continue their own trace. The trace of a payer's
 * browser or of a provider is only linked (docs/decisions/traces.md).
 */
export function scopeOf(
  { tracing }: Pick<App, 'tracing'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Scope {
  const requestId = request.id
  const { url: route, config } = request.routeOptions
  if (!tracing.isOn || !isTraced(route, config.isStream)) return { requestId }
  const method = methods.has(request.method) ? request.method : '_OTHER'
  const begun = tracing.begin({
    name: `${method} ${route}`,
    kind: 'server',
    attributes: {
      'guiche.request.id': requestId,
      'http.request.method': method,
      'http.route': route,
    },
    traceparent: request.headers.traceparent,
    isContinued: config.access === 'user' || config.access === 'admin',
  })
  const span = begun?.parent?.span
  if (span)
    onClosed(reply.raw, () => {
      const { statusCode } = reply
      const { holder, errorCode } = request
      note(span, {
        'http.response.status_code': statusCode,
        ...(holder && { 'guiche.account.id': holder.account.id }),
        ...(errorCode !== null && { 'error.type': errorCode }),
      })
      if (statusCode >= 500) markFailed(span)
      span.end()
    })
  return { requestId, ...begun }
}

/** Neither probes and scrapes, nor streams, which last for minutes. */
const isTraced = (route: string | undefined, isStream: boolean | undefined): route is string =>
  route !== undefined && !isStream && route !== '/metrics' && !route.startsWith('/health')

const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])
