import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Rejection } from '../../primitives/rejection.ts'
import { failurePage, pageLanguage, wantsPage } from '../pay/page.ts'
import { responses } from '../rejection-responses.ts'
import { type ApiResponse, envelope, isVerbatim } from '../request/endpoint.ts'
import { withWarnings } from '../request/warnings.ts'
import { isSmall } from './admission.ts'
import { languageOf, renderFailure } from './failure.ts'
import { isBodyLogged } from './log-request.ts'
import { rejectionFor } from './rejection-for.ts'
import { safeError } from './safe-error.ts'

const json = 'application/json; charset=utf-8'

/** Does nothing when the request was already answered because its time limit was over. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ApiResponse,
): FastifyReply {
  if (reply.sent) return reply
  const language = languageOf(request.headers['accept-language'])
  const warned = (body: string) => withWarnings(body, request.warnings ?? [], language)
  if (isVerbatim(answer)) {
    const headers: Readonly<Record<string, string>> = { 'content-type': json, ...answer.headers }
    const isEnvelope = typeof answer.body === 'string' && headers['content-type'] === json
    return reply
      .headers(headers)
      .code(answer.status)
      .send(isEnvelope ? kept(request, warned(answer.body as string)) : answer.body)
  }
  return reply
    .headers({ ...answer.headers })
    .header('content-type', json)
    .code(answer.status ?? 200)
    .send(kept(request, warned(envelope(answer, language))))
}

/** Keeps the text of a response to an account until it is in the log of its requests. */
function kept(request: FastifyRequest, text: string): string {
  if (isBodyLogged(request)) request.responseText = text
  return text
}

/** Sends any error in the envelope. Internal details go to the log under the same request id. */
export function sendFailure(
  app: Pick<App, 'log' | 'links'>,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const rejection = rejectionFor(error)
  const language = languageOf(request.headers['accept-language'])
  const failure = renderFailure(rejection, { language, baseUrl: app.links.baseUrl })
  if (failure.status >= 500 && failure.code !== 'overloaded')
    logFailure(app.log, request, rejection)
  request.errorCode = failure.code
  // The rest of this request is not the next request. A small body of a request over a limit is
  // read and discarded, because the client will retry and a new connection costs more.
  const isTooMuch =
    failure.code === 'overloaded' || (failure.code === 'rate-limited' && request.holder !== null)
  if (!request.raw.complete && !(isTooMuch && isSmall(request.raw)))
    reply.header('connection', 'close')
  if (failure.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(failure.retryAfterSeconds))
  if (failure.status === 401)
    reply.header('www-authenticate', challenges[failure.code] ?? 'Basic realm="Guiche"')
  reply.header('x-request-id', request.id).code(failure.status)
  if (wantsPage(request.url, request.headers.accept)) {
    const { headers, body } = failurePage(failure, pageLanguage(request), {
      isSent: request.method === 'POST',
    })
    return reply.headers({ ...headers }).send(body)
  }
  return reply
    .header('content-type', json)
    .send(kept(request, withWarnings(failure.body, request.warnings ?? [], language)))
}

/** The stack is logged for a bug only: it is long, and says nothing about other errors. */
function logFailure(
  log: App['log'],
  { id: requestId, scope }: Pick<FastifyRequest, 'id' | 'scope'>,
  rejection: Rejection,
): void {
  const isBug = rejection.code === 'internal-error'
  const err = safeError(rejection.cause ?? rejection, { withStack: isBug })
  const traceId = scope?.traceId // A request that the router rejects has no scope.
  log[isBug ? 'error' : 'warn'](
    { requestId, ...(traceId && { traceId }), code: rejection.code, err },
    'a request failed',
  )
}

/** The end of work whose request was answered earlier. Only a failure is logged. */
export function logLateFailure(
  { log }: Pick<App, 'log'>,
  request: FastifyRequest,
  error: unknown,
): void {
  const rejection = rejectionFor(error)
  if (responses[rejection.code].status >= 500) logFailure(log, request, rejection)
}

/** Of another scheme than Basic where a browser would open a window for a user and a password. */
const challenges: Readonly<Record<string, string>> = {
  'login-required': 'Cookie realm="Guiche"',
  'sign-in-refused': 'Cookie realm="Guiche"',
  'second-factor-refused': 'Cookie realm="Guiche"',
  'passkey-refused': 'Cookie realm="Guiche"',
  'admin-unauthenticated': 'Bearer realm="Guiche"',
  'public-key-invalid': 'ApiKey realm="Guiche", header="x-public-key"',
}
