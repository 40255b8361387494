import type { Socket } from 'node:net'
import { randomId } from '../primitives/id.ts'
import { renderFailure } from './failure.ts'
import { rejectionFor } from './rejection-for.ts'
import { responses } from './responses.ts'

/** Answers what never became a request (bad HTTP, too large headers, too slow): in JSON like everything else. */
export const answerClientError =
  ({ baseUrl }: { baseUrl: string }) =>
  (error: Error & { code?: string; statusCode?: number }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const rejection = rejectionFor(Object.assign(error, { statusCode: 400 }))
    const { body } = renderFailure(rejection, { language: 'pt', baseUrl })
    const { status } = responses[rejection.code]
    socket.end(
      [
        `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`,
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
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
