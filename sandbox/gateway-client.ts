import { request } from 'undici'

/** Where the gateway is, once known. */
export interface Gateway {
  url(): string | undefined
  adminToken(): string | undefined
}

/** Business time as the gateway tells it. */
export interface GatewayTime {
  readonly now: Date
  /** How far it runs ahead of the wall, ms. */
  readonly offsetMs: number
}

/** Business time after a move, and how far the gateway's due work is. */
export interface MovedGateway extends GatewayTime, GatewayWork {}

/** How far the gateway's due work is. */
export interface GatewayWork {
  readonly done: boolean
  /** Why it is not done: `no-worker`, `worker-lost` or `not-finished`. */
  readonly reason?: string
}

const readTimeoutMs = 2_000
/** Moving the clock answers when everything that became due is done, and a year has much: as long as its command waits. */
const advanceTimeoutMs = 10 * 60_000

/** Reads the gateway's clock. Throws when it does not answer. */
export const readGatewayTime = (gateway: Gateway): Promise<GatewayTime> =>
  ask(gateway, { method: 'GET', timeoutMs: readTimeoutMs })

/** Moves the gateway's clock by an ISO 8601 duration; `PT0S` only makes it do what is due. Throws when it does not answer. */
export const advanceGatewayTime = (gateway: Gateway, advance: string): Promise<MovedGateway> =>
  ask(gateway, { method: 'POST', timeoutMs: advanceTimeoutMs, body: JSON.stringify({ advance }) })

type Ask = { method: 'GET' | 'POST'; timeoutMs: number; body?: string }

async function ask(gateway: Gateway, { method, timeoutMs, body }: Ask): Promise<MovedGateway> {
  const answer = await request(new URL('/api/admin/clock', gateway.url()), {
    method,
    headers: {
      authorization: `Bearer ${gateway.adminToken() ?? ''}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body ?? null,
    signal: AbortSignal.timeout(timeoutMs),
    headersTimeout: timeoutMs,
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`the gateway's clock answered ${answer.statusCode}`)
  const time = timeIn(JSON.parse(text))
  if (!time) throw new Error(`the gateway's clock answered no time`)
  return time
}

function timeIn(answer: unknown): MovedGateway | undefined {
  if (!isRecord(answer) || !isRecord(answer.data)) return undefined
  const { now, offsetMs, done, reason } = answer.data
  if (typeof now !== 'string' || typeof offsetMs !== 'number') return undefined
  return { now: new Date(now), offsetMs, done: done !== false, ...(typeof reason === 'string' && { reason }) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
