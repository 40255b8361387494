import { monotonicMs } from '../../primitives/clock.ts'
import { parse, record } from '../http/json-reader.ts'
import { openProviderClient, type ProviderAnswer } from '../http/provider-client.ts'
import type { ChargebackSettings } from './settings.ts'

/** Calls to the chargeback API over mutual TLS, with a token that is asked for once for all who wait for it. */
export interface ChargebackSession {
  call(call: ChargebackCall): Promise<ProviderAnswer>
  close(): Promise<void>
}

export interface ChargebackCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Follows the API's address. */
  readonly path: string
  readonly contentType?: string
  readonly body?: string | Uint8Array
  readonly signal: AbortSignal
}

interface Token {
  readonly text: string
  /** On the forward-running clock, ms. */
  readonly usableUntil: number
}

export function openChargebackSession(settings: ChargebackSettings): ChargebackSession {
  const { origin, pathname } = new URL(settings.url)
  const base = pathname.replace(/\/$/, '')
  const tokenAt = new URL(settings.tokenUrl)
  const tls = { ...(settings.ca && { ca: settings.ca }), cert: settings.certificate, key: settings.privateKey }
  const api = openProviderClient({ origin, tls, connections: 8, maxAnswerBytes: 4 * 1024 * 1024 })
  const tokens = openProviderClient({ origin: tokenAt.origin, tls, connections: 1, wholeCallMs: tokenCallMs })
  const closing = new AbortController()
  let token: Token | undefined
  let pending: Promise<Token> | undefined

  const currentToken = (): Promise<Token> => {
    if (token && monotonicMs() < token.usableUntil) return Promise.resolve(token)
    pending ??= fetchToken()
      .then((fresh) => (token = fresh))
      .finally(() => {
        pending = undefined
      })
    return pending
  }

  const fetchToken = async (): Promise<Token> => {
    const { clientId, clientSecret } = settings
    const form = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
    const answer = await tokens.request({
      method: 'POST',
      path: tokenAt.pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      // Many callers wait for one token: none of them may give it up for the others.
      signal: closing.signal,
    })
    if (answer.kind !== 'answered') throw new Error(`no token: ${answer.kind}`, { cause: answer.cause })
    return tokenFrom(answer.status, answer.text)
  }

  const withToken = ({ method, path, contentType, body, signal }: ChargebackCall, { text }: Token) =>
    api.request({
      ...{ method, path: `${base}${path}`, signal },
      headers: {
        accept: 'application/json',
        ...(contentType !== undefined && { 'content-type': contentType }),
        authorization: `Bearer ${text}`,
      },
      ...(body !== undefined && { body }),
    })

  return {
    async call(given) {
      try {
        const used = await currentToken()
        const answer = await withToken(given, used)
        if (answer.kind !== 'answered' || (answer.status !== 401 && answer.status !== 403)) return answer
        // Turned away at the door, so nothing was done: once more with a fresh token.
        if (token === used) token = undefined
        return await withToken(given, await currentToken())
      } catch (cause) {
        return { kind: 'not-sent', cause }
      }
    },
    async close() {
      closing.abort()
      await Promise.all([api.close(), tokens.close()])
    },
  }
}

const tokenCallMs = 5_000
/** A token is given up this long before it ends, or a tenth of its life if that is less. */
const marginMs = 60_000

function tokenFrom(status: number, text: string): Token {
  const { access_token: granted, expires_in: expiresIn } = record(parse(text)) ?? {}
  const lifeMs = Number(expiresIn) * 1_000
  if (status !== 200 || typeof granted !== 'string' || !/^[\x21-\x7e]+$/.test(granted) || !(lifeMs > 0))
    throw new Error(`no token: answered ${status}`)
  return { text: granted, usableUntil: monotonicMs() + lifeMs - Math.min(marginMs, lifeMs / 10) }
}
