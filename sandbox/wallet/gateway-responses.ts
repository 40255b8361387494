import { type Fault, faults } from '../faults.ts'
import type { Finding } from './fetch-file.ts'

/** A response of the wallet gateway. Errors repeat their status in the body. */
export interface ApiResponse {
  readonly status: number
  /** JSON text. `undefined`: an empty body. */
  readonly text?: string
}

export const empty = (): ApiResponse => ({ status: 200 })
export const json = (text: string): ApiResponse => ({ status: 200, text })

export function failure(
  status: number,
  message: string,
  domainErrors?: readonly DomainError[],
): ApiResponse {
  const body = {
    statusMessage: message,
    statusCode: String(status),
    ...(domainErrors && { domainErrors }),
  }
  return { status, text: JSON.stringify(body) }
}

/** The result of fetching a hostname's file. The real gateway returns the status alone. */
export interface DomainError extends Finding {
  readonly domainName: string
}

/**
 * The wallet gateway's response for a status requested by `POST /faults`. `undefined`: the fault is
 * of another kind.
 */
export function failureOf(fault: Fault): ApiResponse | undefined {
  const status = Number(/^error-([0-9]{3})$/.exec(fault)?.[1])
  if (!faults.includes(fault) || Number.isNaN(status)) return undefined
  return failure(status, messages.get(status) ?? 'Error')
}

const messages: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [417, 'Expectation Failed'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
])

/** The result of fetching a merchant's site under a fault of operation `fetch`. */
export function findingOf(fault: Fault): Finding | undefined {
  const status = /^error-([0-9]{3})/.exec(fault)?.[1]
  if (status) return { stage: 'status', seen: status }
  switch (fault) {
    case 'timeout-before':
    case 'timeout-after':
    case 'visible-late':
    case 'slow-body':
      return { stage: 'timeout', seen: '5000 ms' }
    case 'reset-before':
    case 'reset-after':
    case 'reset-body':
      return { stage: 'connect', seen: 'ECONNRESET' }
    case 'done-then-500':
      return { stage: 'status', seen: '500' }
    case 'wrong-types':
      return { stage: 'content-type', seen: 'application/octet-stream' }
    case 'truncated-json':
    case 'missing-body':
    case 'extra-fields':
    case 'status-99':
      return { stage: 'content', seen: 'byte 0' }
    default:
      return undefined
  }
}
