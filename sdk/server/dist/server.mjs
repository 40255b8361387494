// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
// webhooks/verify-webhook.ts
var WebhookVerificationError = class extends Error {
  reason
  constructor(reason, message) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}
async function verifyWebhook(webhook) {
  const { body, headers, secret, toleranceSeconds = 300, nowMs = Date.now() } = webhook
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new WebhookVerificationError(
      'body-not-raw',
      'give the raw body: a Buffer or a string, not parsed JSON',
    )
  }
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - nowMs / 1e3) <= toleranceSeconds
  if (!isRecent) {
    const message = `webhook-timestamp is more than ${toleranceSeconds} s away from this clock`
    throw new WebhookVerificationError('timestamp-outside-tolerance', message)
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  if (!(await isSigned(signed, signatures, secret))) {
    throw new WebhookVerificationError(
      'signature-mismatch',
      'no signature fits: another secret, or other bytes',
    )
  }
  return { ...parse(bytes), id }
}
function header(headers, name) {
  const value = isFetchHeaders(headers) ? headers.get(name) : valueIn(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('header-missing', `the request has no ${name}`)
}
var isFetchHeaders = (headers) => typeof headers.get === 'function'
function valueIn(headers, name) {
  const found =
    headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}
async function isSigned(signed, signatures, secret) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  let isGood = false
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const bytes = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(each) ? fromBase64(each.slice(6)) : void 0
    if (!bytes)
      throw new WebhookVerificationError('secret-malformed', 'a secret is whsec_ and base64')
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
    for (const signature of signatures.split(' ')) {
      const digest = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : void 0
      if (digest && (await crypto.subtle.verify(algorithm, key, digest, signed))) isGood = true
    }
  }
  return isGood
}
function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
  } catch {
    return void 0
  }
}
function join(head, tail) {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new WebhookVerificationError('body-not-json', 'the body is signed and is not JSON')
  }
}

// webhooks/verify.ts
var verify = (rawBody, headers, secret, options = {}) =>
  verifyWebhook({ body: rawBody, headers, secret, ...options })

// errors.ts
var GuicheError = class extends Error {
  /** Stable, in kebab-case. `docs/errors.md` of the gateway explains each one. */
  code
  /** The HTTP status. */
  status
  /** The field that is missing or wrong, such as `customer.document.number`. */
  field
  /** Every field that is missing or wrong. */
  issues
  /** The address of the page that explains the code. */
  docs
  refusedReason
  /** The acquirer or bank that refused, with its own code. */
  provider
  providerCode
  /** What the response carries besides: the earlier object of `possible-duplicate`, for example. */
  data
  /** `X-Request-Id` of the last response: the gateway's log and support find the call by it. */
  requestId
  /** `Retry-After` of the last response: how long to wait before the next call, ms. */
  retryAfterMs
  /** The key of the call, of a `POST`. */
  idempotencyKey
  /** The number of requests that were sent. */
  attempts
  /**
   * Whether the call may have had its effect in spite of this error. If true, repeat it with
   * `idempotencyKey` before you do anything else.
   */
  mayHaveHappened
  constructor(facts) {
    super(facts.message)
    this.name = 'GuicheError'
    this.code = facts.code
    this.status = facts.status
    this.field = facts.field
    this.issues = facts.issues
    this.docs = facts.docs
    this.refusedReason = facts.refusedReason
    this.provider = facts.provider
    this.providerCode = facts.providerCode
    this.data = facts.data
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.idempotencyKey = facts.idempotencyKey
    this.attempts = facts.attempts
    this.mayHaveHappened = facts.mayHaveHappened
  }
}
var isGuicheError = (error, ...codes) =>
  error instanceof GuicheError && (codes.length === 0 || codes.includes(error.code))
var GuicheConnectionError = class extends Error {
  reason
  method
  path
  /** Of a `POST`: repeat the call with it, and it has one effect at most. */
  idempotencyKey
  /** The number of requests that were started. */
  attempts
  /** False: no request left this machine, or the call changes nothing. True: nothing is known. */
  mayHaveHappened
  constructor(facts) {
    super(connectionMessage(facts), { cause: facts.cause })
    this.name = 'GuicheConnectionError'
    this.reason = facts.reason
    this.method = facts.method
    this.path = facts.path
    this.idempotencyKey = facts.idempotencyKey
    this.attempts = facts.attempts
    this.mayHaveHappened = facts.mayHaveHappened
  }
}
function connectionMessage(facts) {
  const {
    reason,
    method,
    path: path2,
    idempotencyKey,
    attempts,
    mayHaveHappened: mayHaveHappened2,
  } = facts
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const why = reason === 'network' ? (codeOf(facts.cause) ?? 'network error') : reason
  const what = `No response to ${method} ${path2} after ${times} (${why}).`
  if (!mayHaveHappened2) return `${what} Nothing was changed. You can repeat the call.`
  const how =
    idempotencyKey === void 0
      ? 'Read the object to see its state, or repeat the call.'
      : `Repeat the call with { idempotencyKey: '${idempotencyKey}' }: it returns the result and has one effect at most.`
  return `${what} The outcome is unknown. ${how}`
}
function codeOf(error) {
  for (let each = error, depth = 0; each instanceof Object && depth < 4; depth += 1) {
    const { code, cause } = each
    if (typeof code === 'string') return code
    each = cause
  }
  return void 0
}

// options.ts
function checkOptions(options) {
  const { secretKey, baseUrl, timeoutMs = 1, totalTimeoutMs = 1, maxRetries = 0 } = options
  if (typeof secretKey !== 'string' || !/^sk_[\x21-\x7e]+$/.test(secretKey))
    throw new TypeError('secretKey must be a secret key of the account: sk_…')
  if ('document' in globalThis)
    throw new TypeError('this package is for servers: a browser would show the secret key')
  if (!/^https?:$/.test(protocolOf(baseUrl)))
    throw new TypeError('baseUrl must be the address of the gateway: https://…')
  if (!(timeoutMs > 0) || !(totalTimeoutMs > 0))
    throw new TypeError('timeoutMs and totalTimeoutMs must be above 0')
  if (!Number.isInteger(maxRetries) || maxRetries < 0)
    throw new TypeError('maxRetries must be 0 or a whole number above it')
}
function protocolOf(url) {
  try {
    return new URL(url).protocol
  } catch {
    return ''
  }
}

// version.ts
var version = '1.0.0'

// http/retry-rule.ts
function isTemporary(attempt) {
  if (attempt.kind === 'no-response') return attempt.isRepeatable
  if (attempt.code === 'idempotency-in-progress') return true
  const { status } = attempt
  return status === 408 || status === 429 || (status >= 500 && !lastingStatuses.has(status))
}
var lastingStatuses = /* @__PURE__ */ new Set([501, 505])
function retryDelayMs(attempt, retryAfterMs2, random) {
  const backoff = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
  const spread = backoff * (0.5 + random / 2)
  return retryAfterMs2 === void 0 ? spread : Math.max(retryAfterMs2 + spread / 4, spread)
}
var firstDelayMs = 500
var longestDelayMs = 8e3
function retryAfterMs(header2, nowMs) {
  if (header2 === null) return void 0
  if (/^\d{1,6}$/.test(header2)) return Number(header2) * 1e3
  const at = /^[A-Z][a-z]{2}, /.test(header2) ? Date.parse(header2) : Number.NaN
  return Number.isNaN(at) ? void 0 : Math.min(Math.max(0, at - nowMs), 999999e3)
}
function mayHaveHappened(attempts, hasKey) {
  const last = attempts.at(-1)
  const isDefinite =
    hasKey && last?.kind === 'response' && last.code !== void 0 && definiteStatuses.has(last.status)
  return !isDefinite && attempts.some(isUnknown)
}
var definiteStatuses = /* @__PURE__ */ new Set([400, 404, 410])
function isUnknown(attempt) {
  if (attempt.kind === 'no-response') return attempt.wasSent
  if (attempt.code !== void 0 && doneNothing.has(attempt.code)) return false
  return attempt.status < 300 || attempt.status >= 500 || attempt.code === 'idempotency-in-progress'
}
var doneNothing = /* @__PURE__ */ new Set(['overloaded', 'clock-unknown'])
function noResponse(error) {
  const code = codeOf(error) ?? ''
  const isCertificate = isCertificateRejected(code)
  const wasSent = !isCertificate && !neverSent.has(code)
  return { kind: 'no-response', wasSent, isRepeatable: !isCertificate }
}
var isCertificateRejected = (code) =>
  /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code) && !code.startsWith('ERR_SSL_')
var neverSent = /* @__PURE__ */ new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT'],
])

// http/request.ts
function path(parts, ...values) {
  return parts.reduce((before, part, index) => {
    const value = values[index - 1]
    if (typeof value !== 'string' || value === '') throw new TypeError('the id is missing')
    return `${before}${encodeURIComponent(value)}${part}`
  })
}
function queryText(query) {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === void 0) continue
    parameters.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
function envelopeIn(bytes, contentType) {
  if (!contentType?.startsWith('application/json')) return void 0
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes))
    const isEnvelope = value instanceof Object && 'data' in value
    return isEnvelope || (value instanceof Object && 'error' in value) ? value : void 0
  } catch {
    return void 0
  }
}
function errorOf({ status, headers, envelope }, facts) {
  const error = envelope?.error ?? void 0
  return new GuicheError({
    code: error?.code ?? 'unexpected-response',
    message: envelope?.message ?? error?.message ?? unexpected(status),
    status,
    field: error?.field,
    issues: error?.issues ?? [],
    docs: error?.docs,
    refusedReason: error?.refusedReason,
    provider: error?.provider,
    providerCode: error?.providerCode,
    data: envelope?.data,
    requestId: headers.get('x-request-id') ?? void 0,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()),
    ...facts,
  })
}
var unexpected = (status) =>
  `The response with status ${status} is not of the gateway. Check baseUrl and the proxies between.`

// http/time-limit.ts
function startTimeLimit(ms, outer) {
  const controller = new AbortController()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    controller.abort(new DOMException(`no response within ${Math.round(ms)} ms`, 'TimeoutError'))
  }, ms)
  const pass = () => controller.abort(outer?.reason)
  if (outer?.aborted) pass()
  else outer?.addEventListener('abort', pass, { once: true })
  return {
    signal: controller.signal,
    isOver: () => isOver,
    stop() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', pass)
    },
  }
}
var sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
  })

// http/client.ts
function openClient(own) {
  checkOptions(own)
  const baseUrl = own.baseUrl.replace(/\/+$/, '')
  const authorization = `Basic ${btoa(`x:${own.secretKey}`)}`
  const urlOf = (call) => `${baseUrl}${call.path}${queryText(call.query)}`
  const headersOf = ({ call, idempotencyKey }, language) => ({
    ...{ authorization, accept: 'application/json', 'accept-language': language },
    ...{ 'guiche-version': apiVersion, 'user-agent': `guiche-server/${version}` },
    ...(idempotencyKey !== void 0 && { 'idempotency-key': idempotencyKey }),
    ...(call.file && { 'content-type': call.file.contentType }),
    ...(call.body !== void 0 && { 'content-type': 'application/json' }),
  })
  async function attempt(running, whole) {
    const { call, options } = running
    const limit = startTimeLimit(options.timeoutMs ?? own.timeoutMs ?? 3e4, whole)
    const begin = performance.now()
    let received
    try {
      const response = await fetch(urlOf(call), {
        method: call.method,
        headers: headersOf(running, options.language ?? own.language ?? 'pt'),
        body: running.body,
        signal: limit.signal,
        redirect: 'manual',
        // A redirect would send the key and the body to another address.
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const { status, headers } = response
      const envelope = envelopeIn(bytes, headers.get('content-type'))
      received = { status, headers, bytes, envelope }
      return received
    } catch (cause) {
      return cause instanceof Error ? cause : new Error(String(cause))
    } finally {
      limit.stop()
      const durationMs = performance.now() - begin
      try {
        own.onRequest?.(sentRequest(running, received, durationMs))
      } catch {}
    }
  }
  async function run(call, options) {
    const idempotencyKey = call.method === 'POST' ? keyOf(options) : void 0
    const running = { call, options, idempotencyKey, body: bodyOf(call), attempts: [] }
    const totalMs = options.totalTimeoutMs ?? own.totalTimeoutMs ?? 9e4
    const endsAt = performance.now() + totalMs
    const whole = startTimeLimit(totalMs, options.signal)
    try {
      for (;;) {
        if (options.signal?.aborted)
          throw connectionError(running, options.signal.reason, 'aborted')
        const result = await attempt(running, whole.signal)
        running.attempts.push(attemptOf(result))
        if (!(result instanceof Error) && isSuccess(result, call)) return result
        const delayMs = nextDelayMs(running, options.maxRetries ?? own.maxRetries ?? 3)
        if (delayMs === void 0 || performance.now() + delayMs > endsAt || options.signal?.aborted)
          throw failure(running, result)
        await sleep(delayMs, whole.signal)
      }
    } finally {
      whole.stop()
    }
  }
  return {
    async send(call, options = {}) {
      const { envelope } = await run(call, options)
      return envelope
    },
    download: (call, options = {}) => run(call, options),
    open: (call, signal, headers) =>
      fetch(urlOf(call), {
        headers: { authorization, accept: 'text/event-stream, application/json', ...headers },
        signal,
        redirect: 'manual',
      }),
  }
}
var apiVersion = '2026-11-01'
function keyOf({ idempotencyKey = crypto.randomUUID() }) {
  if (/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) return idempotencyKey
  throw new TypeError('idempotencyKey must have 1 to 255 visible ASCII characters')
}
var bodyOf = ({ body, file }) =>
  file ? new Uint8Array(file.bytes) : body === void 0 ? null : JSON.stringify(body)
function isSuccess({ status, envelope, headers }, { document }) {
  if (status < 200 || status > 299) return false
  const type = headers.get('content-type') ?? ''
  return document ? document.some((each) => type.startsWith(each)) : envelope !== void 0
}
function attemptOf(result) {
  if (result instanceof Error) return noResponse(result)
  const header2 = result.headers.get('retry-after')
  return {
    kind: 'response',
    status: result.status,
    code: result.envelope?.error?.code,
    retryAfterMs: retryAfterMs(header2, Date.now()),
  }
}
function nextDelayMs({ attempts }, maxRetries) {
  const last = attempts.at(-1)
  if (!last || attempts.length > maxRetries || !isTemporary(last)) return void 0
  const asked = last.kind === 'response' ? last.retryAfterMs : void 0
  return retryDelayMs(attempts.length, asked, Math.random())
}
function failure(running, result) {
  if (result instanceof Error) return connectionError(running, result)
  return errorOf(result, factsOf(running))
}
var factsOf = ({ call, idempotencyKey, attempts }) => ({
  idempotencyKey,
  attempts: attempts.length,
  mayHaveHappened: call.method !== 'GET' && mayHaveHappened(attempts, idempotencyKey !== void 0),
})
function connectionError(running, cause, reason = reasonOf(running, cause)) {
  const { method, path: path2 } = running.call
  return new GuicheConnectionError({ reason, method, path: path2, cause, ...factsOf(running) })
}
function reasonOf({ options }, cause) {
  if (options.signal?.aborted) return 'aborted'
  return cause.name === 'TimeoutError' ? 'timeout' : 'network'
}
var sentRequest = ({ call, attempts }, received, durationMs) => ({
  method: call.method,
  path: call.path,
  attempt: attempts.length + 1,
  durationMs,
  status: received?.status,
  requestId: received?.headers.get('x-request-id') ?? void 0,
  isReplayed: received?.headers.get('idempotent-replayed') === 'true',
  warnings: received?.envelope?.warnings ?? [],
})

// list.ts
var List = class {
  #read
  constructor(read) {
    this.#read = read
  }
  /** Reads one page: the first one, or the one at a `nextCursor`. */
  page(cursor) {
    return this.#read(cursor)
  }
  /** Reads page after page. A page may be short, or empty, before the last one. */
  async *pages() {
    for (let cursor; ; ) {
      const page = await this.#read(cursor)
      yield page
      if (page.nextCursor === null) return
      cursor = page.nextCursor
    }
  }
  async *[Symbol.asyncIterator]() {
    for await (const page of this.pages()) yield* page.data
  }
  /** The first items, at most `max`. */
  async take(max) {
    const items = []
    if (max <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= max) break
    }
    return items
  }
}

// resources/calls.ts
var dataOf = async (client, call, options) => (await client.send(call, options)).data
var listOf = (client, path2, filters, options) =>
  new List(async (cursor) => {
    const query = { ...filters, cursor }
    const { data, pagination, ...envelope } = await client.send(
      { method: 'GET', path: path2, query },
      options,
    )
    const { nextCursor } = pagination
    return { ...besideOf(envelope), data, nextCursor }
  })
function besideOf(envelope) {
  const { status: _, message: _m, error: _e, warnings: _w, ...beside } = envelope
  return beside
}
async function remove(client, path2, options) {
  try {
    await client.send({ method: 'DELETE', path: path2 }, options)
  } catch (error) {
    const isGone = isGuicheError(error) && error.code === 'not-found' && error.mayHaveHappened
    if (!isGone) throw error
  }
}

// resources/account.ts
var Account = class {
  #client
  constructor(client) {
    this.#client = client
  }
  /** Its methods, limits, prices and settings. */
  get(options) {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/account' }, options)
  }
  /** Name, color and logo of the account on the pages of payers. */
  brand(options) {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/brand' }, options)
  }
  /** Changes the fields that you give; null removes one. `logo` is base64, at most 128 KiB. */
  setBrand(request, options) {
    const call = { method: 'PUT', path: '/api/user/brand', body: request }
    return dataOf(this.#client, call, options)
  }
}
var Keys = class {
  #client
  constructor(client) {
    this.#client = client
  }
  list(options) {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/keys' }, options)
  }
}
var Requests = class {
  #client
  constructor(client) {
    this.#client = client
  }
  list(filters, options) {
    return listOf(this.#client, '/api/user/requests', filters, options)
  }
  /** One request with its bodies. `id` is the `requestId` of an error. */
  get(id, options) {
    return dataOf(this.#client, { method: 'GET', path: path`/api/user/requests/${id}` }, options)
  }
}

// resources/webhook-endpoints.ts
var WebhookEndpoints = class {
  #client
  constructor(client) {
    this.#client = client
  }
  /** The `secret` of the address is in this response only. */
  create(request, options) {
    const call = { method: 'POST', path: '/api/user/webhooks/endpoints', body: request }
    return dataOf(this.#client, call, options)
  }
  list(options) {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/webhooks/endpoints' }, options)
  }
  get(id, options) {
    const call = { method: 'GET', path: path`/api/user/webhooks/endpoints/${id}` }
    return dataOf(this.#client, call, options)
  }
  /** Changes the fields that you give. `status: 'paused'` holds the events until `active`. */
  update(id, change, options) {
    const url = path`/api/user/webhooks/endpoints/${id}`
    return dataOf(this.#client, { method: 'PATCH', path: url, body: change }, options)
  }
  /** What waits for this address is not sent any more. */
  remove(id, options) {
    return remove(this.#client, path`/api/user/webhooks/endpoints/${id}`, options)
  }
  /** Sends a test now, and returns what the address responded. */
  ping(id, options) {
    const url = path`/api/user/webhooks/endpoints/${id}/ping`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }
  /** Replaces the secret of the address. Both sign for 24 hours. */
  rotateSecret(id, options) {
    const url = path`/api/user/webhooks/endpoints/${id}/secret/rotate`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }
}

// resources/account-webhooks.ts
var Webhooks = class {
  endpoints
  deliveries
  /** Returns the event of a webhook that is authentic. See `webhooks.verify` of the package. */
  verify = verify
  #client
  constructor(client) {
    this.#client = client
    this.endpoints = new WebhookEndpoints(client)
    this.deliveries = new WebhookDeliveries(client)
  }
  /** The secret that signs notices to the `postbackUrl` of payments and cashouts. */
  secret(options) {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/webhooks/secret' }, options)
  }
  /** Replaces that secret. Both sign for 24 hours: deploy the new one within that time. */
  rotateSecret(options) {
    const call = { method: 'POST', path: '/api/user/webhooks/secret/rotate' }
    return dataOf(this.#client, call, options)
  }
}
var WebhookDeliveries = class {
  #client
  constructor(client) {
    this.#client = client
  }
  list(filters, options) {
    return listOf(this.#client, '/api/user/webhooks/deliveries', filters, options)
  }
  /** One delivery with its attempts and the body that was sent. */
  get(id, options) {
    const call = { method: 'GET', path: path`/api/user/webhooks/deliveries/${id}` }
    return dataOf(this.#client, call, options)
  }
  /** Sends one delivery again, with the same `webhook-id` and the same bytes. */
  redeliver(id, options) {
    const url = path`/api/user/webhooks/deliveries/${id}/redeliver`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }
  /**
   * Sends again every delivery of the last 30 days that matches, such as
   * `{ failedSince: '2026-11-20' }`.
   */
  redeliverAll(request, options) {
    const call = { method: 'POST', path: '/api/user/webhooks/redeliveries', body: request }
    return dataOf(this.#client, call, options)
  }
}

// resources/cashouts.ts
var Cashouts = class {
  #client
  constructor(client) {
    this.#client = client
  }
  /** Reserves the money and sends it to a PIX key. The result arrives by webhook. */
  create(request, options) {
    const call = { method: 'POST', path: '/api/user/cashout', body: request }
    return dataOf(this.#client, call, options)
  }
  /** The owner of a PIX key, where the bank of the cashouts shows it before a payment. */
  receiver(request, options) {
    const call = { method: 'POST', path: '/api/user/cashout/receiver', body: request }
    return dataOf(this.#client, call, options)
  }
  list(filters, options) {
    return listOf(this.#client, '/api/user/cashout', filters, options)
  }
  get(id, options) {
    return dataOf(this.#client, { method: 'GET', path: path`/api/user/cashout/${id}` }, options)
  }
  /** Cancels a cashout that was not sent yet. */
  cancel(id, options) {
    const call = { method: 'POST', path: path`/api/user/cashout/${id}/cancel` }
    return dataOf(this.#client, call, options)
  }
  /** Of a completed cashout. */
  receipt(id, options) {
    const call = { method: 'GET', path: path`/api/user/cashout/${id}/receipt` }
    return dataOf(this.#client, call, options)
  }
  /** The automatic cashout. */
  schedule(options) {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/cashout/schedule' }, options)
  }
  /** Changes the automatic cashout. Fields that you leave out keep their value. */
  setSchedule(request, options) {
    const call = { method: 'PUT', path: '/api/user/cashout/schedule', body: request }
    return dataOf(this.#client, call, options)
  }
  /** The token with which your program recognizes requests for approval. */
  approval(options) {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/cashout/approval' }, options)
  }
}

// resources/checkout.ts
var PaymentLinks = class {
  #client
  constructor(client) {
    this.#client = client
  }
  /** Give `amount`, or `openAmount` to let the payer choose. `url` of the result is the offer. */
  create(request, options) {
    const call = { method: 'POST', path: '/api/user/payment-links', body: request }
    return dataOf(this.#client, call, options)
  }
  list(filters, options) {
    return listOf(this.#client, '/api/user/payment-links', filters, options)
  }
  get(id, options) {
    const call = { method: 'GET', path: path`/api/user/payment-links/${id}` }
    return dataOf(this.#client, call, options)
  }
  /** Changes the fields that you give; null removes one. `status: 'INACTIVE'` closes the link. */
  update(id, change, options) {
    const url = path`/api/user/payment-links/${id}`
    return dataOf(this.#client, { method: 'PATCH', path: url, body: change }, options)
  }
  /** The QR of the address, as SVG. */
  async qrSvg(id, options) {
    const url = path`/api/user/payment-links/${id}/qr.svg`
    const call = { method: 'GET', path: url, document: ['image/svg+xml'] }
    return new TextDecoder().decode((await this.#client.download(call, options)).bytes)
  }
  /** The QR of the address, as the bytes of a PNG. */
  async qrPng(id, options) {
    const url = path`/api/user/payment-links/${id}/qr.png`
    const call = { method: 'GET', path: url, document: ['image/png'] }
    return (await this.#client.download(call, options)).bytes
  }
}
var CheckoutSessions = class {
  #client
  constructor(client) {
    this.#client = client
  }
  /** Send the buyer to `url` of the result. */
  create(request, options) {
    const call = { method: 'POST', path: '/api/user/checkout-sessions', body: request }
    return dataOf(this.#client, call, options)
  }
  list(filters, options) {
    return listOf(this.#client, '/api/user/checkout-sessions', filters, options)
  }
  get(id, options) {
    const call = { method: 'GET', path: path`/api/user/checkout-sessions/${id}` }
    return dataOf(this.#client, call, options)
  }
  /**
   * Ends the session now, and cancels a PIX or boleto that waits.
   * @throws GuicheError `status-does-not-allow` when the payment arrived before
   */
  expire(id, options) {
    const url = path`/api/user/checkout-sessions/${id}/expire`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }
}

// resources/disputes.ts
var evidenceTypes = ['application/pdf', 'image/png', 'image/jpeg']
var Disputes = class {
  #client
  constructor(client) {
    this.#client = client
  }
  list(filters, options) {
    return listOf(this.#client, '/api/user/chargebacks', filters, options)
  }
  get(id, options) {
    return dataOf(this.#client, { method: 'GET', path: path`/api/user/chargebacks/${id}` }, options)
  }
  /** Contests or accepts, once, until `answerBy`. Add the evidence before. */
  answer(id, request, options) {
    const url = path`/api/user/chargebacks/${id}/answer`
    return dataOf(this.#client, { method: 'POST', path: url, body: request }, options)
  }
  addEvidence(id, document, options) {
    const { name, contentType, content } = document
    const url = path`/api/user/chargebacks/${id}/evidence`
    const file = { bytes: content, contentType }
    return dataOf(this.#client, { method: 'POST', path: url, query: { name }, file }, options)
  }
  /** The bytes of a document. */
  async downloadEvidence(id, evidenceId, options) {
    const url = path`/api/user/chargebacks/${id}/evidence/${evidenceId}`
    const call = { method: 'GET', path: url, document: evidenceTypes }
    return (await this.#client.download(call, options)).bytes
  }
}

// resources/domains.ts
var Domains = class {
  #client
  constructor(client) {
    this.#client = client
  }
  /**
   * Registers a hostname, without scheme and path. Publish its `verificationFile`, then validate.
   * @throws GuicheError `domain-already-registered`, with the registration in `data`
   */
  register(domain, options) {
    const call = { method: 'POST', path: '/api/user/device-pay/domains', body: { domain } }
    return dataOf(this.#client, call, options)
  }
  list(filters, options) {
    return listOf(this.#client, '/api/user/device-pay/domains', filters, options)
  }
  get(id, options) {
    const call = { method: 'GET', path: path`/api/user/device-pay/domains/${id}` }
    return dataOf(this.#client, call, options)
  }
  /** Makes the acquirer look at the published file. The result is VERIFIED. */
  validate(id, options) {
    const url = path`/api/user/device-pay/domains/${id}/validate`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }
  /** What the gateway itself sees at the address of the file, step by step. */
  diagnose(id, options) {
    const url = path`/api/user/device-pay/domains/${id}/diagnosis`
    return dataOf(this.#client, { method: 'GET', path: url }, options)
  }
  /** The button stops working on this hostname. */
  remove(id, options) {
    return remove(this.#client, path`/api/user/device-pay/domains/${id}`, options)
  }
}

// events/server-sent-events.ts
async function* messagesOf(chunks) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      yield messageOf(rest.slice(0, end))
      rest = rest.slice(end + 2)
    }
  }
}
function messageOf(text) {
  const lines = text.split('\n')
  const field = (name) =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  return { id: field('id'), data: field('data') }
}

// events/follow.ts
async function* followStream(client, options) {
  let position = await beginning(client, options)
  for (let failures = 0; !options.signal?.aborted; ) {
    let delayMs
    try {
      for await (const { id, event } of readStream(client, options, position)) {
        failures = 0
        if (event) yield event
        position = id
      }
    } catch (error) {
      if (!(error instanceof StreamFailure)) throw error
      delayMs = error.retryAfterMs
    }
    failures += 1
    await sleep(retryDelayMs(Math.min(failures, 5), delayMs, Math.random()), options.signal)
  }
}
async function beginning(client, { after, signal }) {
  if (after !== 'now') return after === void 0 ? 'oldest' : String(after)
  const call = { method: 'GET', path: '/api/user/events', query: { after } }
  const { feed } = await client.send(call, { signal, maxRetries: 8 })
  return feed.next
}
var StreamFailure = class extends Error {
  retryAfterMs
  constructor(cause, retryAfter) {
    super('the stream ended', { cause })
    this.retryAfterMs = retryAfter
  }
}
async function* readStream(client, options, position) {
  const controller = new AbortController()
  const stop = () => controller.abort()
  options.signal?.addEventListener('abort', stop, { once: true })
  let timer = setTimeout(stop, silenceMs)
  try {
    const response = await open(client, options, position, controller.signal)
    for await (const { id, data } of messagesOf(bytesOf(response))) {
      clearTimeout(timer)
      timer = setTimeout(stop, silenceMs)
      if (id !== void 0) yield { id, event: data && JSON.parse(data) }
    }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', stop)
    controller.abort()
  }
}
var silenceMs = 45e3
async function open(client, options, position, signal) {
  const query = { types: options.types, cursor: position }
  const call = { method: 'GET', path: '/api/user/events/stream', query }
  const response = await client.open(call, signal, {}).catch((error2) => {
    if (!noResponse(error2).isRepeatable) throw error2
    throw new StreamFailure(error2)
  })
  if (response.status === 200 && response.body) return response
  const { status, headers } = response
  const body = await response.arrayBuffer().catch(() => new ArrayBuffer(0))
  const bytes = new Uint8Array(body)
  const envelope = envelopeIn(bytes, headers.get('content-type'))
  const facts = { idempotencyKey: void 0, attempts: 1, mayHaveHappened: false }
  const error = errorOf({ status, headers, bytes, envelope }, facts)
  if (isTemporary({ kind: 'response', ...error }))
    throw new StreamFailure(error, error.retryAfterMs)
  throw error
}
async function* bytesOf(response) {
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw new StreamFailure(error)
  } finally {
    reader.releaseLock()
  }
}

// resources/events.ts
var Events = class {
  #client
  constructor(client) {
    this.#client = client
  }
  /** Reads one page of the feed. */
  async read(query = {}, options = {}) {
    const timeoutMs = options.timeoutMs ?? 3e4 + (query.wait ?? 0) * 1e3
    const call = { method: 'GET', path: '/api/user/events', query }
    const { data, feed } = await this.#client.send(call, { ...options, timeoutMs })
    const { next, last } = feed
    return { events: data, next, last }
  }
  /**
   * The events after a position, and then each new one: an endless loop until `signal` aborts. It
   * asks again after a failure, and waits before as long as a call does, or as `Retry-After` says.
   * Store `event.position` once you have handled an event.
   * @throws GuicheError that no repetition can change, such as `events-expired`
   */
  async *feed(options = {}) {
    const { types, signal } = options
    let { after } = options
    for (let failures = 0; !signal?.aborted; ) {
      const query = { after, types, wait: after === 'now' ? 0 : 25 }
      let page
      try {
        page = await this.read(query, { signal, maxRetries: 8 })
      } catch (error) {
        if (!isPassing(error)) throw error
        failures += 1
        const askedMs = isGuicheError(error) ? error.retryAfterMs : void 0
        await sleep(retryDelayMs(Math.min(failures, 5), askedMs, Math.random()), signal)
        continue
      }
      failures = 0
      for (const event of page.events) {
        yield event
        if (signal?.aborted) return
      }
      after = page.next
    }
  }
  /**
   * The same events by server-sent events: each arrives within milliseconds. Without `after` it
   * begins with the oldest event that is kept; with `now`, at this moment.
   * @throws GuicheError that no repetition can change
   */
  stream(options = {}) {
    return followStream(this.#client, options)
  }
  get(id, options) {
    return dataOf(this.#client, { method: 'GET', path: path`/api/user/events/${id}` }, options)
  }
  /** Sends an event again to its addresses, or to one endpoint, with the same `webhook-id`. */
  resend(id, request = {}, options) {
    const url = path`/api/user/events/${id}/resend`
    return dataOf(this.#client, { method: 'POST', path: url, body: request }, options)
  }
}
var isPassing = (error) =>
  error instanceof GuicheConnectionError
    ? noResponse(error.cause).isRepeatable
    : isGuicheError(error) && isTemporary({ kind: 'response', ...error })

// resources/transactions.ts
var Transactions = class {
  #client
  constructor(client) {
    this.#client = client
  }
  /**
   * Creates a payment. A refused card is no error: look at `status`. WAITING_PAYMENT means that the
   * payer has to pay, or that the card is being analysed; the result arrives by webhook.
   */
  create(order, options) {
    const call = { method: 'POST', path: '/api/user/transactions', body: order }
    return dataOf(this.#client, call, options)
  }
  list(filters, options) {
    return listOf(this.#client, '/api/user/transactions', filters, options)
  }
  get(id, options) {
    const call = { method: 'GET', path: path`/api/user/transactions/${id}` }
    return dataOf(this.#client, call, options)
  }
  /** Status and time of payment only: cheap enough to ask often. */
  summary(id, options) {
    const call = { method: 'GET', path: path`/api/user/transactions/${id}/summary` }
    return dataOf(this.#client, call, options)
  }
  /** Every step of the payment, oldest first: who did it, and what the provider responded. */
  timeline(id, options) {
    const call = { method: 'GET', path: path`/api/user/transactions/${id}/timeline` }
    return dataOf(this.#client, call, options)
  }
  /** Refunds `amount` cents, or all that is left. `refunds` of the result has its status. */
  refund(id, request = {}, options) {
    const url = path`/api/user/transactions/${id}/refund`
    return dataOf(this.#client, { method: 'POST', path: url, body: request }, options)
  }
  /** What a refund would cost now. Nothing is refunded. */
  quoteRefund(id, request = {}, options) {
    const url = path`/api/user/transactions/${id}/refund/quote`
    return dataOf(this.#client, { method: 'POST', path: url, body: request }, options)
  }
  /** Captures an authorized card. */
  capture(id, options) {
    const call = { method: 'POST', path: path`/api/user/transactions/${id}/capture` }
    return dataOf(this.#client, call, options)
  }
  /** Cancels a charge that waits for payment, or an authorized card. */
  cancel(id, options) {
    const call = { method: 'POST', path: path`/api/user/transactions/${id}/cancel` }
    return dataOf(this.#client, call, options)
  }
}

// resources/wallet.ts
var Wallet = class {
  #client
  constructor(client) {
    this.#client = client
  }
  /** The balance now; with `at`, at that instant or at the end of that day. */
  balance(query = {}, options) {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/wallet/balance', query }, options)
  }
  /** The lines of one book. With `month`, a page has the balances and totals of the month too. */
  statement(filters, options) {
    return listOf(this.#client, '/api/user/wallet/statement', filters, options)
  }
  /** Every transfer between two books. */
  entries(filters, options) {
    return listOf(this.#client, '/api/user/wallet/entries', filters, options)
  }
  /** The objects for which money waits. */
  blocked(filters, options) {
    return listOf(this.#client, '/api/user/wallet/blocked', filters, options)
  }
  /** Parts of sales, by the day on which their money arrives. */
  receivables(filters, options) {
    return listOf(this.#client, '/api/user/receivables', filters, options)
  }
  /** The money of a month by day. `month` is `2026-10`; without it, the present one. */
  receivableCalendar(query = {}, options) {
    const call = { method: 'GET', path: '/api/user/receivables/calendar', query }
    return dataOf(this.#client, call, options)
  }
  /** What a sale would cost, and when its money would arrive, if it were paid now. */
  quote(request, options) {
    const call = { method: 'POST', path: '/api/user/quotes', body: request }
    return dataOf(this.#client, call, options)
  }
}

// guiche.ts
var Guiche = class {
  transactions
  paymentLinks
  checkoutSessions
  cashouts
  wallet
  disputes
  devicePay
  webhooks
  events
  account
  keys
  requests
  /** @throws TypeError for an option that cannot work */
  constructor(options) {
    const client = openClient(options)
    this.transactions = new Transactions(client)
    this.paymentLinks = new PaymentLinks(client)
    this.checkoutSessions = new CheckoutSessions(client)
    this.cashouts = new Cashouts(client)
    this.wallet = new Wallet(client)
    this.disputes = new Disputes(client)
    this.devicePay = { domains: new Domains(client) }
    this.webhooks = new Webhooks(client)
    this.events = new Events(client)
    this.account = new Account(client)
    this.keys = new Keys(client)
    this.requests = new Requests(client)
  }
}

// server.ts
var webhooks = { verify }

export {
  Guiche,
  GuicheConnectionError,
  GuicheError,
  isGuicheError,
  verifyWebhook,
  WebhookVerificationError,
  webhooks,
}
