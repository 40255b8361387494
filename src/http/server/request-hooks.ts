import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { monotonicMs } from '../../primitives/clock.ts'
import { Rejection, type RejectionCode } from '../../primitives/rejection.ts'
import { runInScope } from '../../tracing/scope.ts'
import type { AnswerDeadlines } from './answer-deadline.ts'
import type { BodyIntake, Sender } from './body-intake.ts'
import { callerOf, isBehindProxy } from './client-address.ts'
import { requireOneHost } from './host.ts'
import { logRequest } from './log-request.ts'
import { onClosed } from './on-closed.ts'
import { operatorCall } from './operator-log.ts'
import { scopeOf } from './request-scope.ts'
import { sendFailure } from './send.ts'

interface Hooked {
  readonly app: App
  readonly deadlines: AnswerDeadlines
  readonly bodies: BodyIntake
  /** Counts a rejected request instead of logging it. */
  readonly refuse: (code: RejectionCode) => void
  readonly refuseUnknown: (request: FastifyRequest, reply: FastifyReply) => never
}

/**
 * The hooks of every request: its deadline, its checks, the limit of its body, its line in the log.
 */
export function addHooks(server: FastifyInstance, hooked: Hooked): void {
  const { app, deadlines, bodies, refuse, refuseUnknown } = hooked
  const warnOfProxy = proxyWarning(app)
  server.addHook('onRequest', (request, reply, next) => {
    request.startedAtMs = monotonicMs()
    request.scope = scopeOf(app, request, reply)
    deadlines.start(request, reply, request.routeOptions.config, () => {
      const code = request.raw.complete ? 'answer-timeout' : 'request-timeout'
      sendFailure(app, request, reply, new Rejection(code, { retryAfterSeconds: 2 }))
    })
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    // curl and some clients send a content type without a body.
    if (request.headers['content-length'] === '0') delete request.headers['content-type']
    warnOfProxy(request)
    try {
      requireOneHost(request.raw.rawHeaders)
      if (request.is404) refuseUnknown(request, reply) // Its body is not needed.
      runInScope(request.scope, next)
    } catch (error) {
      next(error as Error)
    }
  })
  // The events of a body arrive outside the scope of its request.
  server.addHook('preHandler', (request, _reply, next) => runInScope(request.scope, next))
  server.addHook('preParsing', async (request, reply) => {
    if (request.raw.complete || !hasBody(request)) return
    const leave = bodies.expect(request, senderOf(request), () =>
      sendFailure(app, request, reply, new Rejection('request-timeout')),
    )
    request.raw.once('end', leave)
    onClosed(reply.raw, leave)
  })
  server.addHook('onResponse', (request, reply, next) => {
    const ms = monotonicMs() - request.startedAtMs
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status } = reply
    // The life of a stream is no time of a response.
    const isStream = request.routeOptions.config.isStream && status < 400
    if (!isStream) app.metrics.requestEnded({ method, route, status, seconds: ms / 1_000 })
    const { errorCode } = request
    if (errorCode === 'overloaded' || (errorCode === 'rate-limited' && !request.holder)) {
      refuse(errorCode)
      next()
      return
    }
    logRequest(app, request, reply, ms)
    // A probe comes every few seconds. It is logged only when it fails.
    const level = route.startsWith('/health/') && status < 400 ? 'debug' : 'info'
    // Everything that a log may contain of a request (docs/design/rules.md#g1).
    const { traceId } = request.scope
    app.log[level](
      {
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        requestId: request.id,
        ...(traceId && { traceId }),
        ...(request.holder && { accountId: request.holder.account.id }),
        ...operatorCall(request),
        ...(errorCode && { code: errorCode }),
      },
      'request',
    )
    next()
  })
}

/**
 * Warns once when a proxy in front is not configured: all its clients then share the limits of one
 * address.
 */
function proxyWarning({
  config,
  log,
}: Pick<App, 'config' | 'log'>): (request: FastifyRequest) => void {
  let isDue = config.trustedProxies.length === 0
  return (request) => {
    if (!isDue || !isBehindProxy(request)) return
    isDue = false
    log.warn(
      'requests come through a proxy that GUICHE_TRUSTED_PROXIES does not name: its clients share one limit',
    )
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function senderOf(request: FastifyRequest): Sender {
  const { holder, sender, login, operator } = request
  const caller = callerOf(request.ip)
  // A public key is not secret: its callers are distinguished by address.
  if (request.routeOptions.config.access === 'public')
    return { owner: `${holder?.account.id} ${caller}`, hasSecret: false }
  const owner = holder?.account.id ?? sender ?? login?.person.id ?? operator
  return owner ? { owner, hasSecret: true } : { owner: `address ${caller}`, hasSecret: false }
}
