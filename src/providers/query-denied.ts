import { retryAfterMs } from '../outbound/retry-after.ts'
import type { ProviderAnswer } from './http/provider-client.ts'
import type { QueryDenied } from './ports/payout.ts'

/** Reads whether a bank denied a query before it carried it out. `undefined`: it did not. */
export function readDenial(answer: ProviderAnswer): QueryDenied | undefined {
  if (answer.kind !== 'answered') return undefined
  if (answer.status === 403) return { kind: 'not-permitted' }
  if (answer.status !== 429) return undefined
  return { kind: 'limited', retryAfterSeconds: secondsOf(answer.headers) }
}

/** Whole seconds, at most a day. Banks that name no time have room again after a minute. */
function secondsOf({ 'retry-after': wait, date = '' }: Readonly<Record<string, string>>): number {
  const waitMs = retryAfterMs(wait, new Date(date)) ?? 60_000
  return Math.min(Math.max(Math.ceil(waitMs / 1_000), 1), 86_400)
}

/** The cause of a payout that was not sent, because a query before it was denied. */
export const denialCause = (bank: string, denied: QueryDenied): Error =>
  new Error(`${bank} denied the query before a payment: ${denied.kind}`)
