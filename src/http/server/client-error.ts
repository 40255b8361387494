import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { randomId } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { responses } from '../rejection-responses.ts'
import { renderFailure } from './failure.ts'
import { rejectionFor } from './rejection-for.ts'

/**
 * Responds to data that never became a request (bad HTTP, too large headers, too slow), in JSON
 * like every response.
 */
export const answerClientError =
  ({ baseUrl }: { baseUrl: string }) =>
  (error: Error & { code?: string; statusCode?: number }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    answerBare(socket, rejectionFor(Object.assign(error, { statusCode: 400 })), { baseUrl })
  }

/** Responds to a client that uses CONNECT, as for a proxy. It is a connection without a request. */
export const answerConnect =
  ({ baseUrl }: { baseUrl: string }) =>
  (_request: IncomingMessage, socket: Duplex): void => {
    socket.on('error', () => socket.destroy())
    const allowed = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
    answerBare(socket, new Rejection('method-not-allowed', { params: { allowed } }), {
      baseUrl,
      headers: [`Allow: ${allowed}`],
    })
  }

function answerBare(
  socket: Duplex,
  rejection: Rejection,
  { baseUrl, headers = [] }: { baseUrl: string; headers?: readonly string[] },
): void {
  const { body } = renderFailure(rejection, { language: 'pt', baseUrl })
  const { status } = responses[rejection.code]
  socket.end(
    [
      `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`,
      ...headers,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomId()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const reasons: Readonly<Record<number, string>> = {
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
