import { basicAuth } from '../http/basic-auth.ts'
import { type OAuthClient, openOAuthClient } from '../http/oauth-client.ts'
import {
  addressOf,
  mutualTls,
  openProviderClient,
  type ProviderAnswer,
  type ProviderClient,
} from '../http/provider-client.ts'
import type { EfiSettings } from './settings.ts'

/** Calls to Efí over mutual TLS, with an access token. */
export interface Session extends Pick<OAuthClient, 'authorization' | 'refused' | 'close'> {
  /** One at a time: Efí advises against parallel sending from one account. */
  send(call: SessionCall): Promise<ProviderAnswer>
  ask(call: SessionCall): Promise<ProviderAnswer>
}

export interface SessionCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Follows the base URL. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal: AbortSignal
}

/** Each token has all permissions of the application. */
export function openTokens(settings: EfiSettings): OAuthClient {
  const { baseUrl, clientId, clientSecret } = settings
  const { origin, basePath } = addressOf(baseUrl)
  return openOAuthClient({
    tokenUrl: `${origin}${basePath}/oauth/token`,
    tls: mutualTls(settings),
    // Efí expects the token request as JSON, not as a form.
    grant: {
      headers: {
        authorization: basicAuth(clientId, clientSecret),
        'content-type': 'application/json',
      },
      body: '{"grant_type":"client_credentials"}',
    },
  })
}

export function openSession(settings: EfiSettings): Session {
  const tls = mutualTls(settings)
  const { origin, basePath } = addressOf(settings.baseUrl)
  const sender = openProviderClient({ origin, tls, connections: 1 })
  const asker = openProviderClient({ origin, tls, connections: 8 })
  const oauth = openTokens(settings)
  const call = (client: ProviderClient, { path, body, headers, ...rest }: SessionCall) =>
    oauth.request(client, {
      ...rest,
      path: `${basePath}${path}`,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  return {
    ...oauth,
    send: (request) => call(sender, request),
    ask: (request) => call(asker, request),
    async close() {
      await oauth.close()
      await Promise.all([sender.close(), asker.close()])
    },
  }
}
