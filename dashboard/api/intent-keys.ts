import { ApiError } from './api-error.ts'

/** A POST as far as its effect goes. */
export interface Intent {
  readonly path: string
  readonly accountId: string | null
  readonly query: unknown
  readonly body: unknown
}

/** The idempotency keys of POSTs whose outcome is not known yet. */
export interface IntentKeys {
  /**
   * The key of an intent: a new one, or that of the same intent whose answer was lost. So a person
   * who tries again, also in a dialog that was opened anew, does not pay twice.
   */
  keyOf(intent: Intent): string
  /** The outcome is known: the same content is a new intent from now on. */
  settle(intent: Intent): void
}

/**
 * Whether a failure shows what became of an intent. Only a refusal made after the gateway looked
 * its key up does. An earlier one (no login, no second factor, too many requests, …) says nothing
 * of an attempt whose answer was lost, and is never stored under the key: the key stays usable.
 */
export const showsOutcome = (error: unknown): boolean =>
  error instanceof ApiError &&
  statusesAfterLookup.has(error.status) &&
  !codesBeforeLookup.has(error.code)

/** After a 5xx anything is possible. The other statuses are of refusals before the lookup. */
const statusesAfterLookup: ReadonlySet<number> = new Set([400, 409, 422])

/** Refusals that have one of these statuses and come before the lookup, or wait for its result. */
const codesBeforeLookup: ReadonlySet<string> = new Set([
  'invalid-json',
  'duplicate-json-key',
  'body-too-deep',
  'request-malformed',
  'host-invalid',
  'version-not-supported',
  'validation-failed',
  'card-number-misplaced',
  'idempotency-key-invalid',
  'idempotency-key-required',
  'idempotency-in-progress', // The first attempt is still running.
  'unreadable-answer', // Of a proxy, not of the gateway.
])

/** More lost answers than a person sees in a day. The oldest is forgotten first. */
const most = 200

export function openIntentKeys(newKey: () => string = () => crypto.randomUUID()): IntentKeys {
  const keys = new Map<string, string>()
  return {
    keyOf(intent) {
      const name = nameOf(intent)
      const key = keys.get(name) ?? newKey()
      keys.delete(name)
      keys.set(name, key)
      const [oldest] = keys.keys()
      if (keys.size > most && oldest !== undefined) keys.delete(oldest)
      return key
    },
    settle: (intent) => void keys.delete(nameOf(intent)),
  }
}

const nameOf = ({ path, accountId, query, body }: Intent): string =>
  JSON.stringify([path, accountId, query ?? null, contentOf(body)])

/** JSON shows nothing of a file. */
const contentOf = (body: unknown): unknown =>
  body instanceof File
    ? { name: body.name, size: body.size, lastModified: body.lastModified }
    : (body ?? null)
