import type { ProviderAnswer } from './http/provider-client.ts'
import type { QueryDenied } from './ports/payout.ts'

/** Reads whether a bank denied a query before it carried it out. `undefined`: it did not. */
export function readDenial(answer: ProviderAnswer): QueryDenied | undefined {
  if (answer.kind !== 'answered') return undefined
  if (answer.status === 403) return { kind: 'not-permitted' }
  if (answer.status !== 429) return undefined
  return { kind: 'limited', retryAfterSeconds: secondsOf(answer.headers['retry-after']) }
}

/** Whole seconds, at most a day. Banks that name no time have room again after a minute. */
function secondsOf(header: string | undefined): number {
  const seconds = header !== undefined && /^[0-9]{1,6}$/.test(header) ? Number(header) : usualWait
  return Math.min(Math.max(seconds, 1), 86_400)
}

const usualWait = 60

/** The cause of a payout that was not sent, because a query before it was denied. */
export const denialCause = (bank: string, denied: QueryDenied): Error =>
  new Error(`${bank} denied the query before a payment: ${denied.kind}`)
