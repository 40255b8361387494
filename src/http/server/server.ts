import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ReadAction } from '../../../contract/audit.ts'
import { needsProof } from '../../../contract/permission.ts'
import type { KeyHolder } from '../../accounts/account-directory.ts'
import { requirePermission } from '../../accounts/grant.ts'
import { type App, actAs } from '../../app.ts'
import { openReadLog, type ReadLog } from '../../audit-log/read-log.ts'
import { openTransactionShares, type TransactionShares } from '../../db/transaction-shares.ts'
import { readIdempotencyKey } from '../../idempotency/idempotency-key.ts'
import { openIdempotency } from '../../idempotency/with-idempotency.ts'
import type { LoginHolder } from '../../people/login-directory.ts'
import { requireProof } from '../../people/second-factor.ts'
import { isUuid, randomId } from '../../primitives/id.ts'
import { Rejection, type RejectionCode } from '../../primitives/rejection.ts'
import type { Scope } from '../../tracing/scope.ts'
import { traced } from '../../tracing/traced.ts'
import { watchPayments } from '../../transactions/watch-payments.ts'
import { openCallbackSenders } from '../callbacks/callback-senders.ts'
import { addDashboard, dashboardRoutes } from '../dashboard/add-dashboard.ts'
import { addDocsSite, docsRoutes } from '../docs-site/add-docs-site.ts'
import { operationId } from '../meta/openapi/operation.ts'
import { openApiFor } from '../meta/openapi.ts'
import { type MetricsPage, openMetricsPage } from '../metrics/metrics-page.ts'
import { addMetricsRoute } from '../metrics/metrics-route.ts'
import { openBoletoFiles } from '../pay/boleto-files.ts'
import { actFor, operatorOf } from '../request/act-for.ts'
import {
  admitPublic,
  authenticateAdmin,
  authenticateSecret,
  holderOfPublicKey,
} from '../request/authenticate.ts'
import {
  type Access,
  type ApiRequest,
  type ApiResponse,
  isVerbatim,
  type RequestContext,
} from '../request/endpoint.ts'
import { accountNamedBy, isAdmitted } from '../request/is-admitted.ts'
import { admitSignIn, authenticateLogin, hasLogin } from '../request/login-access.ts'
import { refuseCardNumbers } from '../request/refuse-card-numbers.ts'
import { unknownFields } from '../request/unknown-fields.ts'
import { assertNoIssues } from '../request/validation.ts'
import { type Warning, warningsHeader, warningsOf } from '../request/warnings.ts'
import { requireWebhookPermission } from '../request/webhook-address.ts'
import type { Route } from '../route.ts'
import { routes } from '../routes.ts'
import { type Admission, openAdmission } from './admission.ts'
import { methodTable, shadowedMethods } from './allowed-methods.ts'
import { openAnswerDeadlines } from './answer-deadline.ts'
import { openBodyIntake } from './body-intake.ts'
import { callerOf } from './client-address.ts'
import { answerClientError, answerConnect } from './client-error.ts'
import { allowedOrigin, corsHeaders, isLoopbackOrigin, preflightHeaders } from './cors.ts'
import { languageOf } from './failure.ts'
import { takeFiles } from './file-body.ts'
import { takeForms } from './form-body.ts'
import { backlog, crowdedKeepAliveMs, maxBodyBytes, serverLimits } from './limits.ts'
import { openMoreListeners } from './more-listeners.ts'
import { onClosed } from './on-closed.ts'
import { readOf } from './personal-read.ts'
import { openRateLimiter, type RateLimiter } from './rate-limit.ts'
import { readJson } from './read-json.ts'
import { openRefusalLog } from './refusal-log.ts'
import { actorOf } from './request-actor.ts'
import { addHooks } from './request-hooks.ts'
import { logLateFailure, sendAnswer, sendFailure } from './send.ts'
import { stopServing } from './stop-serving.ts'
import { openStreams, type Streams } from './streams.ts'
import { versionFor } from './version.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    answerMs?: number | undefined
    /** Absent: a route that is not one of the table. */
    access?: Access
    isStream?: boolean | undefined
  }
  interface FastifyRequest {
    holder: KeyHolder | null
    /** The person of a login. */
    login: LoginHolder | null
    /** The fingerprint of an operator's token. */
    operator: string | null
    /** The result of an open route's `findSender`. */
    sender: string | null
    startedAtMs: number
    /** The ids of this request in the log, and its trace. */
    scope: Scope
    errorCode: string | null
    /** The response to a request of an account, for its log. Null for a GET, and for documents. */
    responseText: string | null
    /** Shown in the response's body, in the sandbox only. */
    warnings: readonly Warning[] | null
  }
}

/**
 * The HTTP server of the gateway: every route of the table, behind the limits of requests
 * (docs/design/rules.md#b1).
 */
export function buildServer(
  app: App,
  { page = openMetricsPage(app, { hasApi: true }) }: { readonly page?: MetricsPage } = {},
): FastifyInstance {
  const { limits } = app.config
  const limiter = openRateLimiter(app.sql)
  const { metrics } = app
  const refusals = openRefusalLog(app.log)
  const refuse = (code: RejectionCode) => {
    refusals.add(code)
    metrics.requestRefused(code)
  }
  const context: RequestContext = {
    app,
    withIdempotency: openIdempotency(app),
    limiter,
    callbackSenders: openCallbackSenders(app),
    boletoFiles: openBoletoFiles(),
    payments: watchPayments(app),
    openApi: () => openApiFor(routes, app.links.baseUrl),
  }
  const admission = openAdmission({
    limits,
    baseUrl: app.links.baseUrl,
    onRejected: () => refuse('overloaded'),
    onWork: metrics.requestsInFlight,
    onCrowded: (isCrowded) => {
      if (!isClosing)
        server.server.keepAliveTimeout = isCrowded
          ? crowdedKeepAliveMs
          : serverLimits.keepAliveTimeout
    },
  })
  let isClosing = false
  const reads = openReadLog(app)
  const most = Math.max(1, Math.floor(app.config.poolSize / 3))
  const shares = openTransactionShares(app.sql, { most })
  const deadlines = openAnswerDeadlines(limits.answerMs)
  const bodies = openBodyIntake(limits)
  const streams = { ofAccounts: openStreams(), ofPayers: openStreams(payerStreams) }
  const server = Fastify({
    bodyLimit: maxBodyBytes,
    serverFactory: (handle) => {
      const { maxRequestsPerSocket, ...options } = serverLimits
      const http = createServer(options, (request, response) => {
        if (!admission.rejectIfFull(request, response)) handle(request, response)
      })
      http.maxRequestsPerSocket = maxRequestsPerSocket
      http.on('connection', (socket) => {
        admission.connected(socket)
        deadlines.connected(socket)
      })
      return http
    },
    logger: false, // The gateway writes one line a request, from an allow-list.
    genReqId: randomId,
    trustProxy: app.config.trustedProxies.length > 0 ? [...app.config.trustedProxies] : false,
    return503OnClosing: false, // Accepted requests are answered during the shutdown.
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 16_384,
    },
    clientErrorHandler: answerClientError(app.links),
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded names no object, as any other malformed id.
      const isBadId = error.code === 'FST_ERR_BAD_URL' && request.method === 'GET'
      void sendFailure(app, request, reply, isBadId ? new Rejection('not-found') : error)
    },
  })
  // An unknown expectation is no reason to reject: it is ignored.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  server.server.on('connect', answerConnect(app.links))
  server
    .decorateRequest('holder', null)
    .decorateRequest('login', null)
    .decorateRequest('operator', null)
    .decorateRequest('sender', null)
    .decorateRequest('warnings', null)
    .decorateRequest('responseText', null)
  server.decorateRequest<Scope | null>('scope', null)
  server.decorateRequest('startedAtMs', 0).decorateRequest('errorCode', null)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => readJson(body),
  )

  const methodsOf = methodTable([...routes, ...metaRoutes, ...dashboardRoutes, ...docsRoutes])
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply): never => {
    const allowed = methodsOf(pathOf(request))
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    const code = allowed.length > 0 ? 'method-not-allowed' : 'route-not-found'
    throw new Rejection(code, { params: { allowed: allowed.join(', ') } })
  }
  addHooks(server, { app, deadlines, bodies, refuse, refuseUnknown })
  for (const route of routes) {
    const { files, form } = route.endpoint
    const add = (scope: FastifyInstance) =>
      addRoute(scope, route, { context, admission, streams, reads, shares })
    if (files) takeFiles(server, files, add)
    else if (form) takeForms(server, add)
    else add(server)
  }
  for (const { method, path } of shadowedMethods(routes))
    server.route({
      method,
      url: path,
      onRequest: async (request, reply) => refuseUnknown(request, reply),
      handler: () => undefined,
    })
  addMeta(server, { app, limiter, admission, page })
  addDashboard(server, { app, admission })
  addDocsSite(server, { app, admission })
  server.setErrorHandler((error, request, reply) => sendFailure(app, request, reply, error))
  server.setNotFoundHandler(refuseUnknown)
  const moreListeners = openMoreListeners(server.server, backlog)
  server.addHook('preClose', async () => {
    isClosing = true
    // A connection that is answered while the server closes would otherwise stay open for its next
    // request.
    server.server.keepAliveTimeout = 1
    app.feed.close() // A shutdown ends the waits for events, and the streams.
    context.payments.close()
    streams.ofPayers.close()
    await stopServing(server.server, moreListeners)
  })
  server.addHook('onClose', async () => {
    limiter.close()
    bodies.close()
    streams.ofAccounts.close()
    refusals.close()
  })
  return server
}

/** The streams of accounts, and those of people who have no key: each kind has its own limits. */
interface StreamsBy {
  readonly ofAccounts: Streams
  readonly ofPayers: Streams
}

/** Many phones share the address of their network. A page that stays open longer polls. */
const payerStreams = { most: 2_048, mostOfOwner: 64, longestMs: 15 * 60_000 }

function addRoute(
  server: FastifyInstance,
  route: Route,
  {
    context,
    admission,
    streams,
    reads,
    shares,
  }: {
    context: RequestContext
    admission: Admission
    streams: StreamsBy
    reads: ReadLog
    shares: TransactionShares
  },
): void {
  const { app, limiter } = context
  const { method, path, access } = route
  const { answerMs, isStream: isLasting } = route.endpoint
  const isHealth = path.startsWith('/health/')
  const verb = operationId(route)
  const originOf = (request: FastifyRequest) =>
    allowedOrigin(request.headers.origin, { allowLoopback: app.config.mode === 'sandbox' })

  server.route({
    method,
    url: path,
    config: { answerMs, isStream: isLasting, access },
    // Before the body is read: the body of a request without a valid key is not needed.
    onRequest: async (request, reply) => {
      if (route.access === 'open') {
        if (!isHealth) await admitOpen({ context, admission }, route, { request, reply })
        return
      }
      if (route.access === 'sign-in') {
        await admitOpen({ context, admission }, route, { request, reply })
        admitSignIn({ app, limiter }, request, callerOf(request.ip))
        return
      }
      if (route.access === 'login') {
        const { loginStage } = route.endpoint
        request.login = await authenticateLogin({ app, limiter }, request, loginStage)
        return
      }
      const isByPerson = route.access !== 'public' && hasLogin(request)
      if (isByPerson) request.login = await authenticateLogin({ app, limiter }, request)
      if (route.access === 'admin') {
        request.operator = request.login
          ? operatorOf(request.login, route.permission)
          : authenticateAdmin({ app, limiter }, request, route.permission)
      } else {
        request.holder = request.login
          ? await actFor(app, request.login, accountNamedBy(request, route.endpoint))
          : await authenticateKey(context, route, { request, reply, origin: originOf(request) })
        admission.requirePlace(ownerOfWork(route, request))
        requirePermission(request.holder.grant, route.permission)
        await settleVersion(app, request, reply)
      }
      if (request.login && needsProof(route.permission)) requireProof(app, request.login)
    },
    handler: async (request, reply) => {
      // From here until its work ends, also when it was answered earlier, a request has a place.
      const leave = isHealth ? undefined : admission.acquireSlot(ownerOfWork(route, request))
      let isStreaming = false
      try {
        const ends = isLasting ? openStream(route, request, reply) : undefined
        const apiRequest = { ...apiRequestOf(request), ...(ends && { ends }) }
        const sharer = sharerOf(route, request)
        const sql = sharer ? shares.of(sharer.owner, sharer.caller) : app.sql
        const acting = { ...context, app: { ...actAs(app, actorOf(request, app.providers)), sql } }
        if (access !== 'open') refuseCardNumbers(apiRequest)
        if (access === 'user' && request.login)
          requireWebhookPermission(apiRequest.body, mustHold(request).grant)
        if (strict.has(access) && route.endpoint.body)
          assertNoIssues(unknownFields(route.endpoint.body, apiRequest.body))
        if (access === 'user' || access === 'public')
          warn(app, request, reply, warningsOf(route.endpoint, apiRequest, app.config))
        const answer = await traced({ name: verb }, () =>
          handled(route, acting, request, apiRequest),
        )
        // Before the person sees it: an entry that cannot be stored shows nothing.
        if (route.access === 'admin' && route.readsPersonalData && request.login)
          await recordRead(acting.app, reads, route.readsPersonalData, apiRequest)
        isStreaming =
          !isLasting && isVerbatim(answer) && answer.body instanceof Readable && !reply.sent
        // The response to a HEAD has the headers only.
        if (request.method === 'HEAD' && isVerbatim(answer) && answer.body instanceof Readable)
          answer.body.destroy()
        if (isStreaming && leave) onClosed(reply.raw, leave) // The stream reads on.
        return sendAnswer(request, reply, answer)
      } catch (error) {
        if (!reply.sent) throw error
        logLateFailure(app, request, error)
        return reply
      } finally {
        if (!isStreaming) leave?.()
      }
    },
  })
  /** @throws Rejection `rate-limited`, `overloaded` */
  function openStream(of: Route, request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const stream =
      of.access === 'open'
        ? streams.ofPayers.open(callerOf(request.ip), async () => true)
        : streams.ofAccounts.open(mustHold(request).account.id, () => isAdmitted(app, of, request))
    onClosed(reply.raw, stream.end)
    admission.streams(reply.raw)
    return stream.ends
  }

  if (access === 'public') {
    server.options(path, {
      // Before the body: a preflight has none.
      onRequest: async (request, reply) => {
        await admitOpen({ context, admission }, route, { request, reply })
        return reply
          .headers(preflightHeaders(originOf(request)))
          .code(204)
          .send()
      },
      handler: () => undefined,
    })
  }
}

/** Stores what a person of the operator saw. A list of all accounts may name one in its query. */
async function recordRead(
  { actor, accounts }: Pick<App, 'actor' | 'accounts'>,
  reads: ReadLog,
  action: ReadAction,
  { params, query }: Pick<ApiRequest, 'params' | 'query'>,
): Promise<void> {
  const { id = query.accountId, ...rest } = params
  const account = id !== undefined && isUuid(id) ? await accounts.byId(id.toLowerCase()) : undefined
  await reads.add(
    actor,
    readOf(action, { ...rest, ...(account && { id: account.id }) }, account?.name),
  )
}

/** The holder of the key of an account's route. */
async function authenticateKey(
  context: RequestContext,
  { access, endpoint }: Pick<Route, 'access' | 'endpoint'>,
  page: { request: FastifyRequest; reply: FastifyReply; origin: string | undefined },
): Promise<KeyHolder> {
  if (access === 'public') return admitPage(context, endpoint, page)
  const { app, limiter } = context
  return authenticateSecret({ app, limiter }, page.request)
}

/** Routes without clients from before: a misspelt field is an error. */
const strict: ReadonlySet<Access> = new Set(['admin', 'login', 'sign-in'])

/** Calls the handler with what the route's access has found out about the caller. */
function handled(
  route: Route,
  context: RequestContext,
  request: FastifyRequest,
  apiRequest: ApiRequest,
): Promise<ApiResponse> | ApiResponse {
  switch (route.access) {
    case 'user':
    case 'public':
      return route.endpoint.handle(context, { ...apiRequest, holder: mustHold(request) })
    case 'login':
      if (!request.login) throw new Error('a route for people was reached without a login')
      return route.endpoint.handle(context, { ...apiRequest, login: request.login })
    default:
      return route.endpoint.handle(context, apiRequest)
  }
}

/** Finds the sender of a request without a key, or counts it by its address until it ends. */
async function admitOpen(
  { context, admission }: { context: RequestContext; admission: Admission },
  { endpoint }: Route,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const caller = callerOf(request.ip)
  const leave = admission.keyless(caller)
  reply.raw.once('close', leave)
  if (endpoint.isStream) leave() // Streams have limits of their own.
  if (!endpoint.findSender) return
  request.sender = await endpoint.findSender(context, {
    params: request.params as Record<string, string>,
    caller,
  })
  leave() // A provider sends many notices from few addresses.
}

/**
 * The owner whose share of the places counts. A person who acts for an account takes from its
 * share, as its keys do. An operator may use all places.
 */
function ownerOfWork(
  { access }: Route,
  { holder, login, sender }: FastifyRequest,
): string | undefined {
  if (access === 'admin') return undefined
  if (holder) return holder.account.id
  if (login) return `person ${login.person.id}`
  return sender ? 'callbacks' : 'keyless'
}

/**
 * The owner whose share of the transactions counts, and who takes turns in it. People have one
 * share together for what they change of their own access, because an account may have many people.
 * The callers of a public key are distinguished by address.
 */
function sharerOf(
  { access }: Route,
  { holder, login, operator, ip }: FastifyRequest,
): { readonly owner: string; readonly caller: string } | undefined {
  const person = login?.person.id
  if (holder) {
    const key = access === 'public' ? callerOf(ip) : holder.keyId
    return { owner: holder.account.id, caller: person ?? key }
  }
  return person && operator === null ? { owner: 'people', caller: person } : undefined
}

/**
 * In the sandbox the developer sees warnings in the body. In production only the header has them,
 * and no response changes its form.
 */
function warn(
  app: Pick<App, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  warnings: readonly Warning[],
): void {
  if (warnings.length === 0) return
  reply.header('guiche-warnings', warningsHeader(warnings))
  if (app.config.mode === 'sandbox') request.warnings = warnings
}

/**
 * The holder of a page's key. The page may read its response, rejections included, if its origin
 * has permission.
 */
async function admitPage(
  { app, limiter }: RequestContext,
  { unknownKey, isReadableBy }: Pick<Route['endpoint'], 'unknownKey' | 'isReadableBy'>,
  {
    request,
    reply,
    origin,
  }: { request: FastifyRequest; reply: FastifyReply; origin: string | undefined },
): Promise<KeyHolder> {
  const isAnyPage = !isReadableBy || (origin !== undefined && isLoopbackOrigin(origin))
  reply.headers(corsHeaders(isAnyPage ? origin : undefined))
  const holder = await holderOfPublicKey({ app, limiter }, request, unknownKey)
  const refusal = refusalBy(() => admitPublic({ app, limiter }, request, holder, unknownKey))
  // A refused request may cost a query too, but only so many of an address.
  const { publicKeyPerAddress } = app.config.limits.rates
  const mayQuery =
    !refusal || limiter.take(`pk refused ${callerOf(request.ip)}`, publicKeyPerAddress) === 0
  if (
    !isAnyPage &&
    origin !== undefined &&
    mayQuery &&
    (await isReadableBy(app, holder.account.id, new URL(origin).hostname))
  ) {
    reply.headers(corsHeaders(origin))
  }
  if (refusal) throw refusal
  return holder
}

/** The rejection that `admit` throws. Undefined: it admits. */
function refusalBy(admit: () => void): Rejection | undefined {
  try {
    admit()
    return undefined
  } catch (error) {
    if (error instanceof Rejection) return error
    throw error
  }
}

/** Pins an account to the version of its first call, and returns the version of the response. */
async function settleVersion(
  app: Pick<App, 'accounts'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const holder = mustHold(request)
  const requested = request.headers['guiche-version']
  const version = versionFor(
    typeof requested === 'string' ? requested : undefined,
    holder.apiVersion,
  )
  reply.header('guiche-version', version)
  if (holder.apiVersion === null) await app.accounts.pinVersion(holder, version)
}

function mustHold({ holder }: FastifyRequest): KeyHolder {
  if (!holder) throw new Error('a route for accounts was reached without a key')
  return holder
}

function apiRequestOf(request: FastifyRequest): ApiRequest {
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
    ...(request.sender !== null && { sender: request.sender }),
    ...(request.login && { login: request.login }),
    body: request.body,
    language: languageOf(request.headers['accept-language']),
    idempotencyKey:
      request.method === 'POST'
        ? readIdempotencyKey(request.headers['idempotency-key'])
        : undefined,
  }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? url

const metaRoutes = [
  { method: 'GET', path: '/metrics' },
  { method: 'GET', path: '/openapi.json' },
] as const

function addMeta(
  server: FastifyInstance,
  {
    app,
    limiter,
    admission,
    page,
  }: { app: App; limiter: RateLimiter; admission: Admission; page: MetricsPage },
): void {
  addMetricsRoute(server, { app, limiter, page })
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.raw.once('close', admission.keyless(callerOf(request.ip)))
  }
  let document: string | undefined
  server.get('/openapi.json', { onRequest }, (_request, reply) => {
    document ??= JSON.stringify(openApiFor(routes, app.links.baseUrl), null, 2)
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(document)
  })
}
