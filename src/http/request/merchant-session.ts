import { Rejection } from '../../primitives/rejection.ts'
import { allowedOrigin } from '../server/cors.ts'
import type { RequestContext } from './endpoint.ts'

/** Who requests a session, as limits count (docs/decisions/session-limits.md). */
export interface SessionCaller {
  readonly accountId: string
  readonly host: string
  readonly caller: string
}

/**
 * Every request for a merchant session counts against the limits, whatever its result. Throws
 * `session-limit-reached`.
 */
export async function spendSession(
  { app, limiter }: Pick<RequestContext, 'app' | 'limiter'>,
  { accountId, host, caller }: SessionCaller,
): Promise<void> {
  const { sessionsPerAccount, sessionsPerHost, sessionsPerAddress } = app.config.limits.rates
  const waitSeconds = await limiter.takeExactly([
    { bucket: `session ${accountId}`, rate: sessionsPerAccount },
    { bucket: `session ${accountId} ${host}`, rate: sessionsPerHost },
    { bucket: `session from ${caller}`, rate: sessionsPerAddress },
  ])
  if (waitSeconds > 0)
    throw new Rejection('session-limit-reached', { retryAfterSeconds: waitSeconds })
}

/** The host of the calling page, from the browser's Origin. Null: a page without permission. */
export function pageHostOf(
  origin: string | undefined,
  allowLoopback: boolean,
): string | null | undefined {
  if (origin === undefined) return undefined
  const allowed = allowedOrigin(origin, { allowLoopback })
  return allowed === undefined ? null : new URL(allowed).hostname
}

/**
 * The response with a session. The session is copied as the wallet wrote it: parsing and writing it
 * again could change a byte.
 */
export const sessionEnvelope = (session: string, message: string): string =>
  `{"status":200,"message":${JSON.stringify(message)},"data":${session},"error":null}`
