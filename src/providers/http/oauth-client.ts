import { monotonicMs } from '../../primitives/clock.ts'
import { tokenCallMs } from '../polling/timeouts.ts'
import { basicAuth } from './basic-auth.ts'
import { parseRecord } from './json-reader.ts'
import {
  openProviderClient,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderClient,
  type ProviderClientOptions,
} from './provider-client.ts'

/** OAuth 2.0 client credentials (RFC 6749, section 4.4). One token serves all calls. */
export interface OAuthClient {
  /**
   * Sends a call with the token. A call that got no token is `not-sent`. If the provider refuses
   * the token, the call was not carried out, so it is sent once more with a new token.
   */
  request(client: ProviderClient, call: ProviderCall): Promise<ProviderAnswer>
  /** The `Authorization` header, for other clients of the same provider. Throws without a token. */
  authorization(signal: AbortSignal): Promise<string>
  /**
   * The permissions of the token. `undefined`: the provider does not state them. Throws without a
   * token.
   */
  scopes(signal: AbortSignal): Promise<readonly string[] | undefined>
  /** The provider refused this header: the next header has a new token. */
  refused(authorization: string): void
  /** Waits for the calls in progress, then ends a token request that is still open. */
  close(): Promise<void>
}

export interface OAuthOptions {
  readonly tokenUrl: string
  readonly tls?: ProviderClientOptions['tls']
  /** The token request. Providers differ in where they expect the credentials. */
  readonly grant: Grant
  /** Statuses with which the provider refuses a token. Left out: 401. */
  readonly refusedStatuses?: readonly number[]
}

export interface Grant {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Where the token request holds the credentials (RFC 6749, section 2.3.1): in the header, in the
 * form, or only the id in the form, for a client that its certificate authenticates (RFC 8705).
 */
export type ClientAuth = 'basic' | 'body' | 'none'

/** The token request of RFC 6749, as a form. */
export function formGrant({
  clientId,
  clientSecret = '',
  scope,
  clientAuth = 'basic',
}: Credentials & { readonly scope?: string; readonly clientAuth?: ClientAuth }): Grant {
  const inForm = {
    basic: {},
    body: { client_id: clientId, client_secret: clientSecret },
    none: { client_id: clientId },
  }[clientAuth]
  return {
    headers: {
      ...(clientAuth === 'basic' && { authorization: basicAuth(clientId, clientSecret) }),
      'content-type': formType,
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...inForm,
      ...(scope !== undefined && { scope }),
    }).toString(),
  }
}

export interface Credentials {
  readonly clientId: string
  /** Absent: the client certificate alone authenticates us. */
  readonly clientSecret?: string
}

/**
 * The cause of `not-sent` when the provider refuses the credentials themselves. A repeat cannot
 * help: an operator must correct the settings.
 */
export class TokenRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`no token: answered ${status}`)
    this.status = status
  }
}

export const formType = 'application/x-www-form-urlencoded'

/**
 * A token is renewed this long before it expires, or a tenth of its life before if that is less,
 * ms.
 */
const marginMs = 60_000
/** The life of a token whose response does not state one (RFC 6749, section 5.1: optional). */
const unstatedLifeSeconds = 60

interface Token {
  /** The value of the `Authorization` header. */
  readonly header: string
  readonly scopes: readonly string[] | undefined
  /** On the monotonic clock, ms. */
  readonly usableUntil: number
}

export function openOAuthClient({
  tokenUrl,
  tls,
  grant,
  refusedStatuses = [401],
}: OAuthOptions): OAuthClient {
  const { origin, pathname } = new URL(tokenUrl)
  const tokens = openProviderClient({
    origin,
    ...(tls && { tls }),
    connections: 1,
    wholeCallMs: tokenCallMs,
  })
  const closing = new AbortController()
  const running = new Set<Promise<ProviderAnswer>>()
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
    const answer = await tokens.request({
      method: 'POST',
      path: pathname,
      headers: { ...grant.headers, accept: 'application/json' },
      body: grant.body,
      // All callers wait for this token, so the signal of one must not end it.
      signal: closing.signal,
    })
    if (answer.kind !== 'answered')
      throw new Error(`no token: ${answer.kind}`, { cause: answer.cause })
    return tokenFrom(answer.status, answer.text)
  }

  const authorization = async (signal: AbortSignal): Promise<string> => {
    const { header } = await unlessAborted(currentToken, signal)
    return header
  }
  const refused = (header: string): void => {
    if (token?.header === header) token = undefined
  }

  const perform = async (client: ProviderClient, call: ProviderCall): Promise<ProviderAnswer> => {
    const send = (header: string) =>
      client.request({ ...call, headers: { ...call.headers, authorization: header } })
    try {
      const used = await authorization(call.signal)
      const answer = await send(used)
      if (answer.kind !== 'answered' || !refusedStatuses.includes(answer.status)) return answer
      refused(used)
      return await send(await authorization(call.signal))
    } catch (cause) {
      return { kind: 'not-sent', cause } // No token: `request` itself never throws.
    }
  }

  return {
    request(client, call) {
      const answer = perform(client, call)
      running.add(answer)
      answer.finally(() => running.delete(answer))
      return answer
    },
    authorization,
    scopes: async (signal) => (await unlessAborted(currentToken, signal)).scopes,
    refused,
    async close() {
      await Promise.allSettled(running)
      closing.abort()
      await tokens.close()
    },
  }
}

function tokenFrom(status: number, text: string): Token {
  if (status === 400 || status === 401 || status === 403) throw new TokenRefused(status)
  if (status !== 200) throw new Error(`no token: answered ${status}`)
  const {
    access_token: granted,
    expires_in: expiresIn,
    token_type: type = 'Bearer',
    scope,
  } = parseRecord(text) ?? {}
  const lifeMs = Number(expiresIn ?? unstatedLifeSeconds) * 1_000
  const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer'
  if (typeof granted !== 'string' || !/^[\x21-\x7e]+$/.test(granted) || !isBearer || !(lifeMs > 0))
    throw new Error('no token: the response holds no usable token')
  return {
    header: `Bearer ${granted}`,
    scopes: typeof scope === 'string' ? scope.split(' ').filter(Boolean) : undefined,
    usableUntil: monotonicMs() + lifeMs - Math.min(marginMs, lifeMs / 10),
  }
}

function unlessAborted<Value>(start: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('the caller stopped waiting for a token'))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}
