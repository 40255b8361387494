import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RequestMethod, requestMethods } from '../../../contract/request-log.ts'
import type { App } from '../../app.ts'
import { isUuid } from '../../primitives/id.ts'
import { redact } from '../../request-log/redact.ts'
import type { LoggedBodies } from '../../request-log/request-log-store.ts'
import { changes } from '../request/login-access.ts'

/** Adds an answered request of an account to its log. */
export function logRequest(
  { requestLog, clock }: Pick<App, 'requestLog' | 'clock'>,
  request: FastifyRequest,
  { statusCode: status }: Pick<FastifyReply, 'statusCode'>,
  durationMs: number,
): void {
  const { holder } = request
  const route = request.routeOptions.url ?? ''
  const method = methodOf(request)
  if (!holder || !method || !isLogged(request, route)) return
  requestLog.add(() => {
    const bodies = isBodyLogged(request) ? bodiesOf(request) : noBodies
    return {
      accountId: holder.account.id,
      id: request.id,
      at: new Date(clock.now().getTime() - Math.round(durationMs)),
      method,
      route,
      path: pathIn(route, request.params as Record<string, string>),
      status,
      errorCode: request.errorCode,
      actorKind: request.login ? 'person' : 'key',
      actorId: holder.keyId,
      actorName: holder.keyName,
      durationMs,
      idempotencyKey: endOf(request.headers['idempotency-key']),
      ...bodies,
    }
  })
}

/** Whether the log of an account gets the bodies of a request: those of its changes. */
export const isBodyLogged = (request: FastifyRequest): boolean =>
  request.holder !== null && changes(request) && isLogged(request, request.routeOptions.url ?? '')

/** A HEAD is answered by the route of GET. */
const methodOf = ({ method }: FastifyRequest): RequestMethod | undefined =>
  requestMethods.find((each) => each === (method === 'HEAD' ? 'GET' : method))

/** Neither reads of the log, nor streams and other requests that wait for events. */
const isLogged = (request: FastifyRequest, route: string): boolean =>
  route.startsWith('/api/user/') &&
  !route.startsWith('/api/user/requests') &&
  !request.routeOptions.config.isStream &&
  !(route === '/api/user/events' && (request.query as { wait?: unknown }).wait !== undefined)

/** The path with the ids in it. Another value may be anything, so it is hidden. */
const pathIn = (route: string, params: Readonly<Record<string, string>>): string =>
  route.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    return isUuid(value) ? value.toLowerCase() : '…'
  })

/** The last characters of an Idempotency-Key. */
const endOf = (key: string | string[] | undefined): string | null =>
  typeof key === 'string' && key !== ''
    ? `…${key.length >= 8 ? key.slice(-4).replace(/[^\w.:-]/g, '*') : ''}`
    : null

function bodiesOf({ body, responseText }: FastifyRequest): LoggedBodies {
  return {
    requestBody: redact(body, { isResponse: false }),
    responseBody: redact(parsed(responseText), { isResponse: true }),
  }
}

const noBodies: LoggedBodies = { requestBody: null, responseBody: null }

function parsed(text: string | null): unknown {
  if (text === null || text.length > mostChars) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A longer response is not read again. */
const mostChars = 32_768
