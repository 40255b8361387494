import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { KeyHolder } from '../accounts/account-directory.ts'
import type { App } from '../app.ts'
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts'
import { openOnce } from '../idempotency/once.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { randomId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { methodTable } from './allowed-methods.ts'
import { authenticateAdmin, authenticatePublic, authenticateSecret } from './authenticate.ts'
import { callerOf } from './client-address.ts'
import { answerClientError, answerConnect } from './client-error.ts'
import { allowedOrigin, corsHeaders, isLoopbackOrigin, preflightHeaders } from './cors.ts'
import type { Asked, Edge } from './endpoint.ts'
import { languageOf } from './failure.ts'
import { takeFiles } from './file-body.ts'
import { requireOneHost } from './host.ts'
import { serverLimits } from './limits.ts'
import { openApiFor } from './meta/openapi.ts'
import { type Metrics, openMetrics } from './metrics.ts'
import { refuseIssues } from './problems.ts'
import { openRateLimiter, type RateLimiter } from './rate-limit.ts'
import { readJson } from './read-json.ts'
import { refuseCardNumbers } from './refuse-card-numbers.ts'
import { type Route, routes } from './routes.ts'
import { sendAnswer, sendFailure } from './send.ts'
import { unknownFields } from './unknown-fields.ts'
import { versionFor } from './version.ts'

declare module 'fastify' {
  interface FastifyRequest {
    holder: KeyHolder | null
    startedAtMs: number
    errorCode: string | null
  }
}

/** The HTTP face of the gateway: every route of the table, behind the limits of reliability section 9. */
export function buildServer(app: App, limits: Partial<Record<'handlerTimeout', number>> = {}): FastifyInstance {
  const limiter = openRateLimiter(app.sql)
  const metrics = openMetrics(app)
  const edge: Edge = { app, once: openOnce(app), limiter }
  const server = Fastify({
    ...serverLimits,
    ...limits,
    logger: false, // One line a request, written by us from an allow-list.
    genReqId: randomId,
    trustProxy: app.config.trustedProxies.length > 0 ? [...app.config.trustedProxies] : false,
    return503OnClosing: false, // What was accepted is answered while we stop.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 16_384 },
    clientErrorHandler: answerClientError(app.links),
    frameworkErrors: (error, request, reply) => {
      void sendFailure(app, request, reply, error)
    },
  })
  // An expectation we do not know is no reason to refuse: the request is answered as if it had none.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  server.server.on('connect', answerConnect(app.links))
  server.decorateRequest('holder', null).decorateRequest('startedAtMs', 0)
  server.decorateRequest('errorCode', null)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => readJson(body),
  )

  addHooks(server, { app, metrics })
  for (const route of routes) {
    const { files } = route.endpoint
    if (files) takeFiles(server, files, (scope) => addRoute(scope, route, edge))
    else addRoute(server, route, edge)
  }
  addMeta(server, { app, metrics, limiter })
  server.setErrorHandler((error, request, reply) => sendFailure(app, request, reply, error))
  const methodsOf = methodTable([...routes, ...metaRoutes])
  server.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(pathOf(request))
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    const code = allowed.length > 0 ? 'method-not-allowed' : 'route-not-found'
    throw new Rejection(code, { params: { allowed: allowed.join(', ') } })
  })
  server.addHook('preClose', async () => app.feed.close()) // Nobody waits for events of a gateway that stops.
  server.addHook('onClose', async () => limiter.close())
  return server
}

function addHooks(server: FastifyInstance, { app, metrics }: { app: App; metrics: Metrics }): void {
  let inFlight = 0
  server.addHook('onRequest', (request, reply, next) => {
    request.startedAtMs = monotonicMs()
    inFlight += 1
    metrics.inFlight(inFlight)
    // Closed is what every response becomes, answered or abandoned.
    reply.raw.once('close', () => {
      inFlight -= 1
      metrics.inFlight(inFlight)
    })
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    // curl and some clients say what kind of nothing they send.
    if (request.headers['content-length'] === '0') delete request.headers['content-type']
    try {
      requireOneHost(request.raw.rawHeaders)
      // Shed before anything is done; health checks must still be heard (reliability B5).
      if (inFlight > app.config.limits.requestsInFlight && !request.url.startsWith('/health/')) {
        throw new Rejection('overloaded', { retryAfterSeconds: 1 })
      }
      next()
    } catch (error) {
      next(error as Error)
    }
  })
  server.addHook('onResponse', (request, reply, next) => {
    const ms = monotonicMs() - request.startedAtMs
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status } = reply
    metrics.answered({ method, route, status, seconds: ms / 1_000 })
    // The whole of what a log may know about a request (reliability G1).
    app.log.info(
      {
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        requestId: request.id,
        ...(request.holder && { accountId: request.holder.account.id }),
        ...(request.errorCode && { code: request.errorCode }),
      },
      'request',
    )
    next()
  })
}

function addRoute(server: FastifyInstance, route: Route, edge: Edge): void {
  const { app, limiter } = edge
  const { method, path, access } = route
  const originOf = (request: FastifyRequest) =>
    allowedOrigin(request.headers.origin, { allowLoopback: app.config.mode === 'sandbox' })

  server.route({
    method,
    url: path,
    // Before the body is read: who may not come in need not be listened to (compatibility 1.1).
    onRequest: async (request, reply) => {
      if (access === 'open') return
      if (access === 'admin') return authenticateAdmin({ app, limiter }, request)
      if (access === 'user') request.holder = await authenticateSecret({ app, limiter }, request)
      else request.holder = await admitPage(edge, route.endpoint, { request, reply, origin: originOf(request) })
      await settleVersion(app, request, reply)
    },
    handler: async (request, reply) => {
      const asked = askedFrom(request)
      if (access !== 'open') refuseCardNumbers(asked)
      if (access === 'admin' && route.endpoint.body) refuseIssues(unknownFields(route.endpoint.body, asked.body))
      const answer =
        route.access === 'user' || route.access === 'public'
          ? await route.endpoint.handle(edge, { ...asked, holder: mustHold(request) })
          : await route.endpoint.handle(edge, asked)
      return sendAnswer(request, reply, answer)
    },
  })
  if (access === 'public') {
    server.options(path, (request, reply) =>
      reply
        .headers(preflightHeaders(originOf(request)))
        .code(204)
        .send(),
    )
  }
}

/** The holder of a page's key. The page may read what it is answered, refusals included, if its origin may. */
async function admitPage(
  { app, limiter }: Edge,
  { unknownKey, isReadableBy }: Pick<Route['endpoint'], 'unknownKey' | 'isReadableBy'>,
  { request, reply, origin }: { request: FastifyRequest; reply: FastifyReply; origin: string | undefined },
): Promise<KeyHolder> {
  const isAnyPage = !isReadableBy || (origin !== undefined && isLoopbackOrigin(origin))
  reply.headers(corsHeaders(isAnyPage ? origin : undefined))
  const holder = await authenticatePublic({ app, limiter }, request, unknownKey)
  if (!isAnyPage && origin !== undefined && (await isReadableBy(app, holder.account.id, new URL(origin).hostname))) {
    reply.headers(corsHeaders(origin))
  }
  return holder
}

/** Pins an account to the version of its first call, and says in which one it is answered. */
async function settleVersion(app: App, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const holder = mustHold(request)
  const asked = request.headers['guiche-version']
  const version = versionFor(typeof asked === 'string' ? asked : undefined, holder.apiVersion)
  reply.header('guiche-version', version)
  if (holder.apiVersion === null) await app.accounts.pinVersion(holder, version)
}

function mustHold({ holder }: FastifyRequest): KeyHolder {
  if (!holder) throw new Error('a route for accounts was reached without a key')
  return holder
}

function askedFrom(request: FastifyRequest): Asked {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    query[name] = Array.isArray(value) ? value.join(',') : value
  }
  return {
    method: request.method,
    path: pathOf(request),
    params: request.params as Record<string, string>,
    query,
    headers: request.headers as Record<string, string | undefined>,
    caller: callerOf(request.ip),
    body: request.body,
    language: languageOf(request.headers['accept-language']),
    idempotencyKey: request.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined,
  }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url

const metaRoutes = [
  { method: 'GET', path: '/metrics' },
  { method: 'GET', path: '/openapi.json' },
] as const

function addMeta(
  server: FastifyInstance,
  { app, metrics, limiter }: { app: App; metrics: Metrics; limiter: RateLimiter },
): void {
  server.get('/metrics', async (request, reply) => {
    if (app.config.mode === 'production') authenticateAdmin({ app, limiter }, request)
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  let document: string | undefined
  server.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiFor(routes, app.links.baseUrl), null, 2)
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(document)
  })
}
