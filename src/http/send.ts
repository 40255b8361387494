import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type Answer, envelope, isVerbatim } from './endpoint.ts'
import { languageOf, renderFailure } from './failure.ts'
import { failurePage, wantsPage } from './pay/page.ts'
import { rejectionFor } from './rejection-for.ts'
import { safeError } from './safe-error.ts'

const json = 'application/json; charset=utf-8'

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  if (isVerbatim(answer)) {
    return reply
      .headers({ 'content-type': json, ...answer.headers })
      .code(answer.status)
      .send(answer.body)
  }
  const language = languageOf(request.headers['accept-language'])
  return reply
    .header('content-type', json)
    .code(answer.status ?? 200)
    .send(envelope(answer, language))
}

/** Any error, in the envelope. What only we may see goes to the log under the same request id. */
export function sendFailure(
  app: Pick<App, 'log' | 'links'>,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const isWhole = request.raw.complete
  const rejection = rejectionFor(error, { isWhole })
  const language = languageOf(request.headers['accept-language'])
  const failure = renderFailure(rejection, { language, baseUrl: app.links.baseUrl })
  if (failure.status >= 500) {
    const level = failure.code === 'internal-error' ? 'error' : 'warn'
    app.log[level](
      { requestId: request.id, code: failure.code, err: safeError(rejection.cause ?? rejection) },
      'a request failed',
    )
  }
  request.errorCode = failure.code
  // What is still to come of this request is not the next one.
  if (!isWhole) reply.header('connection', 'close')
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds))
  if (failure.status === 401) reply.header('www-authenticate', challenges[failure.code] ?? 'Basic realm="Guiche"')
  reply.header('x-request-id', request.id).code(failure.status)
  if (wantsPage(request.url, request.headers.accept)) {
    const { headers, body } = failurePage(failure)
    return reply.headers({ ...headers }).send(body)
  }
  return reply.header('content-type', json).send(failure.body)
}

const challenges: Readonly<Record<string, string>> = {
  'admin-unauthenticated': 'Bearer realm="Guiche"',
  'public-key-invalid': 'ApiKey realm="Guiche", header="x-public-key"',
}
