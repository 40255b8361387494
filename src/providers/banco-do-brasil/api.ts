import { formGrant, type OAuthClient, openOAuthClient } from '../http/oauth-client.ts'
import {
  addressOf,
  mutualTls,
  openProviderClient,
  type ProviderAnswer,
} from '../http/provider-client.ts'
import { type BancoDoBrasilSettings, defaultAppKeyParameter } from './settings.ts'

/**
 * The bank's API with its two keys: an access token, and the key of our application in every query.
 */
export interface BankApi {
  /** A call that got no token is `not-sent`. */
  ask(call: ApiCall, signal: AbortSignal): Promise<ProviderAnswer>
  close(): Promise<void>
}

export interface ApiCall {
  readonly method: 'GET' | 'POST'
  /** Below the base URL, starting with a slash. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
}

export const scopes = ['cobrancas.boletos-requisicao', 'cobrancas.boletos-info']

const tlsOf = (settings: BancoDoBrasilSettings) =>
  mutualTls({ ...settings, privateKey: settings.certificateKey })

/** Tokens with these permissions. */
export const openTokens = (
  settings: BancoDoBrasilSettings,
  wanted: readonly string[],
): OAuthClient =>
  openOAuthClient({
    tokenUrl: settings.tokenUrl,
    tls: tlsOf(settings),
    grant: formGrant({ ...settings, scope: wanted.join(' ') }),
  })

export function openApi(settings: BancoDoBrasilSettings): BankApi {
  const { origin, basePath } = addressOf(settings.baseUrl)
  const client = openProviderClient({ origin, tls: tlsOf(settings) })
  const oauth = openTokens(settings, scopes)
  const appKey = { [settings.appKeyParameter ?? defaultAppKeyParameter]: settings.appKey }

  return {
    ask: ({ method, path, query, body }, signal) =>
      oauth.request(client, {
        method,
        path: `${basePath}${path}?${new URLSearchParams({ ...query, ...appKey })}`,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
        signal,
      }),
    async close() {
      await oauth.close()
      await client.close()
    },
  }
}
