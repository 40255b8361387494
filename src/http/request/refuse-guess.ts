import { Rejection } from '../../primitives/rejection.ts'
import type { RequestContext } from './endpoint.ts'

/**
 * The rejection of an unknown address, where addresses are secrets. A caller that keeps guessing
 * must wait. Existing addresses are served all the same.
 */
export function refuseGuess(
  { app, limiter }: RequestContext,
  kind: 'callback' | 'page',
  caller: string,
): Rejection {
  const seconds = limiter.take(
    `unknown ${kind} ${caller}`,
    app.config.limits.rates.unknownCredentials,
  )
  return seconds > 0
    ? new Rejection('rate-limited', { retryAfterSeconds: seconds })
    : new Rejection('not-found')
}
