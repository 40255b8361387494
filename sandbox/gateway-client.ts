import { request } from 'undici'

/** Where the gateway is, once known. */
export interface Gateway {
  url(): string | undefined
  adminToken(): string | undefined
}

/** Business time as the gateway reports it. */
export interface GatewayTime {
  readonly now: Date
  /** The offset of business time from wall time, ms. */
  readonly offsetMs: number
}

/** Business time after a move, and the state of the gateway's due work. */
export interface MovedGateway extends GatewayTime, GatewayWork {}

/** The state of the gateway's due work. */
export interface GatewayWork {
  readonly done: boolean
  /** Why it is not done: `no-worker`, `worker-lost` or `not-finished`. */
  readonly reason?: string
}

const readTimeoutMs = 2_000
/**
 * A move of the clock returns when all work that became due is done, and a year contains much work.
 * The timeout equals the one of the gateway's command.
 */
const advanceTimeoutMs = 10 * 60_000

/**
 * Reads the gateway's clock.
 * @throws Error when the gateway does not respond
 */
export const readGatewayTime = (gateway: Gateway): Promise<GatewayTime> =>
  callClock(gateway, { method: 'GET', timeoutMs: readTimeoutMs })

/**
 * Moves the gateway's clock by an ISO 8601 duration. `PT0S` only does the due work.
 * @throws Error when the gateway does not respond
 */
export const advanceGatewayTime = (gateway: Gateway, advance: string): Promise<MovedGateway> =>
  callClock(gateway, {
    method: 'POST',
    timeoutMs: advanceTimeoutMs,
    body: JSON.stringify({ advance }),
  })

type ClockCall = { method: 'GET' | 'POST'; timeoutMs: number; body?: string }

async function callClock(
  gateway: Gateway,
  { method, timeoutMs, body }: ClockCall,
): Promise<MovedGateway> {
  const response = await request(new URL('/api/admin/clock', gateway.url()), {
    method,
    headers: {
      authorization: `Bearer ${gateway.adminToken() ?? ''}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body ?? null,
    signal: AbortSignal.timeout(timeoutMs),
    headersTimeout: timeoutMs,
  })
  const text = await response.body.text()
  if (response.statusCode !== 200)
    throw new Error(`the gateway's clock returned ${response.statusCode}: ${text.slice(0, 200)}`)
  const time = timeIn(JSON.parse(text))
  if (!time) throw new Error(`the gateway's clock returned no time`)
  return time
}

function timeIn(response: unknown): MovedGateway | undefined {
  if (!isRecord(response) || !isRecord(response.data)) return undefined
  const { now, offsetMs, done, reason } = response.data
  if (typeof now !== 'string' || typeof offsetMs !== 'number') return undefined
  return {
    now: new Date(now),
    offsetMs,
    done: done !== false,
    ...(typeof reason === 'string' && { reason }),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
