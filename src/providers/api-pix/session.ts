import { monotonicMs } from '../../primitives/clock.ts'
import { openProviderClient, type ProviderAnswer, type ProviderCall } from '../http/provider-client.ts'
import { fieldsOf, parseJson } from './json.ts'
import type { ApiPixSettings } from './settings.ts'

/** Calls to the bank with a token that is asked for when needed, once for all who wait for it. */
export interface Session {
  /** `path` follows the base URL. A call that got no token is `not-sent`. */
  call(call: { method: string; path: string; body?: unknown; signal: AbortSignal }): Promise<ProviderAnswer>
  /** The header that opens the bank's other doors. Throws when there is no token to be had. */
  authorization(signal: AbortSignal): Promise<string>
  /** The bank refused this header: the next one is made with a fresh token. */
  refused(authorization: string): void
  close(): Promise<void>
}

interface Token {
  readonly text: string
  /** On the forward-running clock, ms. */
  readonly usableUntil: number
}

const scopes = ['cob.write', 'cob.read', 'pix.write', 'pix.read', 'webhook.write', 'webhook.read']
/** Asked for only where they exist: a bank refuses a token with a scope it does not know. */
const infractionScopes = ['gn.infractions.read', 'gn.infractions.write']
/** A token is given up this long before it expires, or a tenth of its life if that is less. */
const marginMs = 60_000
const tokenCallMs = 5_000

export function openSession(settings: ApiPixSettings): Session {
  const api = new URL(settings.baseUrl)
  const tokens = new URL(settings.tokenUrl)
  const tls = { ...(settings.ca && { ca: settings.ca }), cert: settings.certificate, key: settings.privateKey }
  const apiClient = openProviderClient({ origin: api.origin, tls })
  const tokenClient = openProviderClient({ origin: tokens.origin, tls, connections: 1, wholeCallMs: tokenCallMs })
  const scope = [...scopes, ...(settings.infractions ? infractionScopes : [])].join(' ')
  const basePath = api.pathname.replace(/\/$/, '')

  const closing = new AbortController()
  let token: Token | undefined
  let pending: Promise<Token> | undefined

  const currentToken = (): Promise<Token> => {
    if (token && monotonicMs() < token.usableUntil) return Promise.resolve(token)
    pending ??= fetchToken()
      .then((fresh) => {
        token = fresh
        return fresh
      })
      .finally(() => {
        pending = undefined
      })
    return pending
  }

  const fetchToken = async (): Promise<Token> => {
    const answer = await tokenClient.request({
      method: 'POST',
      path: tokens.pathname,
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
      // Many callers wait for one token: none of them may give it up for the others.
      signal: closing.signal,
    })
    if (answer.kind !== 'answered') throw new Error(`no token: ${answer.kind}`, { cause: answer.cause })
    return tokenFrom(answer.status, answer.text)
  }

  const send = async (used: Token, call: ProviderCall): Promise<ProviderAnswer> =>
    apiClient.request({ ...call, headers: { ...call.headers, authorization: bearer(used) } })

  const running = new Set<Promise<ProviderAnswer>>()

  return {
    call(asked) {
      const answer = perform(asked)
      running.add(answer)
      answer.finally(() => running.delete(answer))
      return answer
    },
    authorization: async (signal) => bearer(await unlessAborted(currentToken(), signal)),
    refused(authorization) {
      if (token && bearer(token) === authorization) token = undefined
    },
    async close() {
      await Promise.allSettled(running) // A call under way keeps its token, and its answer.
      closing.abort()
      await Promise.all([apiClient.close(), tokenClient.close()])
    },
  }

  async function perform({ method, path, body, signal }: Parameters<Session['call']>[0]): Promise<ProviderAnswer> {
    const call: ProviderCall = {
      method,
      path: `${basePath}${path}`,
      headers: {
        accept: 'application/json, application/problem+json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    }
    const waitForToken = () => unlessAborted(currentToken(), signal)
    try {
      const used = await waitForToken()
      const answer = await send(used, call)
      if (answer.kind !== 'answered' || answer.status !== 401) return answer
      // Refused for its token alone, so nothing was done: once more with a fresh one.
      if (token === used) token = undefined
      return await send(await waitForToken(), call)
    } catch (cause) {
      return { kind: 'not-sent', cause }
    }
  }
}

const bearer = (token: Token): string => `Bearer ${token.text}`

function tokenFrom(status: number, text: string): Token {
  if (status !== 200) throw new Error(`no token: answered ${status}`)
  const { access_token: granted, expires_in: expiresIn, token_type: type = 'Bearer' } = fieldsOf(parseJson(text))
  const lifeMs = Number(expiresIn) * 1_000
  const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer'
  if (typeof granted !== 'string' || !/^[\x21-\x7e]+$/.test(granted) || !isBearer || !(lifeMs > 0)) {
    throw new Error('no token: the answer holds none')
  }
  return { text: granted, usableUntil: monotonicMs() + lifeMs - Math.min(marginMs, lifeMs / 10) }
}

function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('given up by the caller while waiting for a token'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
