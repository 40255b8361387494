import { formGrant, type OAuthClient, openOAuthClient } from '../http/oauth-client.ts'
import {
  addressOf,
  mutualTls,
  openProviderClient,
  type ProviderAnswer,
} from '../http/provider-client.ts'
import type { InterSettings } from './settings.ts'

/** The bank's API over mutual TLS, with an access token. */
export interface InterApi {
  /** A call that got no token is `not-sent`. */
  call(call: InterCall): Promise<ProviderAnswer>
  close(): Promise<void>
}

export interface InterCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the base address, starting with a slash. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal: AbortSignal
}

/** The callback address has no scope of its own. */
export const scopes = ['boleto-cobranca.read', 'boleto-cobranca.write']

/** Tokens with these permissions. */
export const openTokens = (settings: InterSettings, wanted: readonly string[]): OAuthClient =>
  openOAuthClient({
    tokenUrl: settings.tokenUrl,
    tls: mutualTls(settings),
    grant: formGrant({ ...settings, clientAuth: 'body', scope: wanted.join(' ') }),
  })

export function openApi(settings: InterSettings): InterApi {
  const { origin, basePath } = addressOf(settings.baseUrl)
  const client = openProviderClient({ origin, tls: mutualTls(settings) })
  const oauth = openTokens(settings, scopes)
  return {
    call: ({ method, path, query, body, signal }) =>
      oauth.request(client, {
        method,
        path: `${basePath}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
        headers: {
          // A cancel has a response without a body: the bank refuses it where JSON is required.
          accept: '*/*',
          'x-conta-corrente': settings.accountNumber,
          ...(body !== undefined && { 'content-type': 'application/json' }),
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

export const isSuccess = (answer: ProviderAnswer & { readonly kind: 'answered' }): boolean =>
  answer.status >= 200 && answer.status < 300
