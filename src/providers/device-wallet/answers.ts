import { parseRecord, record } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import type { DomainFinding, DomainOutcome, SessionOutcome } from '../ports/wallet.ts'

/**
 * The result for one hostname in the response to a registration
 * (docs/design/device-wallet.md#registration-api). The wallet gateway checks the published file
 * before it responds. 401 and 403 are about our certificate, 5xx about the wallet gateway: neither
 * says anything about the file.
 */
export function registrationOutcome(answer: ProviderAnswer, hostname: string): DomainOutcome {
  if (answer.kind !== 'answered') return { kind: 'unavailable', cause: answer.cause }
  const { status, text } = answer
  if (status === 200) return { kind: 'registered' }
  if (status !== 400 && status !== 417)
    return { kind: 'unavailable', cause: trouble('registration', status) }
  return {
    kind: 'refused',
    finding: findingIn(text, hostname) ?? { stage: 'provider', seen: String(status) },
  }
}

/**
 * A session is passed on as the exact text received; it only has to be a JSON object
 * (docs/design/device-wallet.md#merchant-session).
 */
export function sessionOutcome(answer: ProviderAnswer): SessionOutcome {
  if (answer.kind !== 'answered') return { kind: 'unavailable', cause: answer.cause }
  const { status, headers, text } = answer
  if (status === 400 || status === 401 || status === 417) return { kind: 'refused', status }
  if (status !== 200) return { kind: 'unavailable', cause: trouble('session', status) }
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '')
  if (!isJson || !parseRecord(text))
    return { kind: 'unavailable', cause: new Error('wallet gateway: not a session') }
  return { kind: 'session', json: text }
}

/**
 * The hostnames that the gateway has for one of our merchants. `undefined`: the response does not
 * say.
 */
export function registeredNames(answer: ProviderAnswer): readonly string[] | undefined {
  if (answer.kind !== 'answered') return undefined
  if (answer.status === 400 || answer.status === 404 || answer.status === 417) return []
  const names = answer.status === 200 ? parseRecord(answer.text)?.domainNames : undefined
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined
}

/** Only the status: a message of the gateway contains merchant identifiers. */
export const trouble = (what: string, status: number): Error =>
  new Error(`wallet gateway: ${what} answered ${status}`)

/** The gateway's finding about the file, when its response says more than a status. */
function findingIn(text: string, hostname: string): DomainFinding | undefined {
  const errors = parseRecord(text)?.domainErrors
  if (!Array.isArray(errors)) return undefined
  const error = errors.map(record).find((each) => each?.domainName === hostname)
  const stage = stages.find((each) => each === error?.stage)
  if (!error || !stage) return undefined
  const seen =
    typeof error.seen === 'string' ? error.seen.replace(/[^\x20-\x7e]/g, '?').slice(0, 200) : ''
  return { stage, seen }
}

const stages: readonly DomainFinding['stage'][] = [
  'dns',
  'connect',
  'tls',
  'redirect',
  'status',
  'content-type',
  'content',
  'size',
  'timeout',
]
