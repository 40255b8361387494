import { formGrant, openOAuthClient } from '../http/oauth-client.ts'
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

const scope = 'cobrancas.boletos-requisicao cobrancas.boletos-info'

export function openApi(settings: BancoDoBrasilSettings): BankApi {
  const tls = mutualTls({ ...settings, privateKey: settings.certificateKey })
  const { origin, basePath } = addressOf(settings.baseUrl)
  const client = openProviderClient({ origin, tls })
  const oauth = openOAuthClient({
    tokenUrl: settings.tokenUrl,
    tls,
    grant: formGrant({ ...settings, scope }),
  })
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
