import { monotonicMs } from '../../primitives/clock.ts'
import { parse, record } from '../http/json-reader.ts'
import { openProviderClient, type ProviderAnswer, type ProviderClient } from '../http/provider-client.ts'
import type { EfiSettings } from './settings.ts'

/** Calls to Efí over mutual TLS, with a token that is asked for once for all who wait for it. */
export interface Session {
  /** One at a time: Efí advises against sending in parallel from one account. */
  send(call: SessionCall): Promise<ProviderAnswer>
  ask(call: SessionCall): Promise<ProviderAnswer>
  /** The header that opens the bank's other doors. Throws when there is no token to be had. */
  authorization(): Promise<string>
  /** The bank refused this header: the next one is made with a fresh token. */
  refused(authorization: string): void
  close(): Promise<void>
}

export interface SessionCall {
  readonly method: 'GET' | 'PUT'
  /** Follows the base URL. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal: AbortSignal
}

interface Token {
  readonly text: string
  /** On the forward-running clock, ms. */
  readonly usableUntil: number
}

export function openSession(settings: EfiSettings): Session {
  const { origin, pathname } = new URL(settings.baseUrl)
  const base = pathname.replace(/\/$/, '')
  const tls = { ...(settings.ca && { ca: settings.ca }), cert: settings.certificate, key: settings.privateKey }
  const clients = {
    send: openProviderClient({ origin, tls, connections: 1 }),
    ask: openProviderClient({ origin, tls, connections: 8 }),
    token: openProviderClient({ origin, tls, connections: 1, wholeCallMs: tokenCallMs }),
  }
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
    const credentials = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
    const answer = await clients.token.request({
      method: 'POST',
      path: `${base}/oauth/token`,
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: '{"grant_type":"client_credentials"}',
      // Many callers wait for one token: none of them may give it up for the others.
      signal: closing.signal,
    })
    if (answer.kind !== 'answered') throw new Error(`no token: ${answer.kind}`, { cause: answer.cause })
    return tokenFrom(answer.status, answer.text)
  }

  const call = async (
    client: ProviderClient,
    { path, body, headers, ...given }: SessionCall,
  ): Promise<ProviderAnswer> => {
    const isJson = body !== undefined
    const withToken = async (used: Token) =>
      client.request({
        ...given,
        path: `${base}${path}`,
        headers: {
          accept: 'application/json',
          ...(isJson && { 'content-type': 'application/json' }),
          ...headers,
          authorization: bearer(used),
        },
        ...(isJson && { body: JSON.stringify(body) }),
      })
    try {
      const used = await currentToken()
      const answer = await withToken(used)
      if (answer.kind !== 'answered' || answer.status !== 401) return answer
      // Refused for its token alone, so nothing was done: once more with a fresh one.
      if (token === used) token = undefined
      return await withToken(await currentToken())
    } catch (cause) {
      return { kind: 'not-sent', cause }
    }
  }

  return {
    send: (given) => call(clients.send, given),
    ask: (given) => call(clients.ask, given),
    authorization: async () => bearer(await currentToken()),
    refused(authorization) {
      if (token && bearer(token) === authorization) token = undefined
    },
    async close() {
      closing.abort()
      await Promise.all(Object.values(clients).map((client) => client.close()))
    },
  }
}

const bearer = (token: Token): string => `Bearer ${token.text}`

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
