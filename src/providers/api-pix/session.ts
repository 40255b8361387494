import { dayMs } from '../../primitives/durations.ts'
import { formGrant, type OAuthClient, openOAuthClient } from '../http/oauth-client.ts'
import {
  addressOf,
  mutualTls,
  openProviderClient,
  type ProviderAnswer,
} from '../http/provider-client.ts'
import { bankOf, bankPath, valuesOf } from './banks.ts'
import { type ApiPixSettings, scopesOf } from './settings.ts'

/** Calls to the bank over mutual TLS, with an access token. */
export interface Session extends Pick<OAuthClient, 'authorization' | 'refused' | 'close'> {
  /** The longest period of a list, ms. Absent: the bank has no such limit. */
  readonly longestListMs?: number
  /** `path` follows the base URL. A call that got no token is `not-sent`. */
  call(call: {
    method: string
    path: string
    headers?: Readonly<Record<string, string>>
    body?: unknown
    signal: AbortSignal
  }): Promise<ProviderAnswer>
}

/** Tokens with these permissions. */
export const openTokens = (settings: ApiPixSettings, scopes: readonly string[]): OAuthClient =>
  openOAuthClient({
    tokenUrl: settings.tokenUrl,
    tls: mutualTls(settings),
    grant: formGrant({
      ...settings,
      clientAuth: bankOf(settings.bank).clientAuth,
      scope: scopes.join(' '),
    }),
  })

export function openSession(settings: ApiPixSettings): Session {
  const tls = mutualTls(settings)
  const { origin, basePath } = addressOf(settings.baseUrl)
  const client = openProviderClient({ origin, tls })
  const bank = bankOf(settings.bank)
  const query = valuesOf(bank.query, settings)
  const always = valuesOf(bank.headers, settings)
  const oauth = openTokens(settings, scopesOf(settings))
  return {
    ...oauth,
    ...(bank.longestListDays && { longestListMs: bank.longestListDays * dayMs }),
    call: ({ method, path, headers, body, signal }) =>
      oauth.request(client, {
        method,
        path: `${basePath}${bankPath(bank, path, query)}`,
        headers: {
          accept: 'application/json, application/problem+json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...always,
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal,
      }),
    async close() {
      await oauth.close()
      await client.close()
    },
  }
}
