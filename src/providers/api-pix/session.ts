import { formGrant, type OAuthClient, openOAuthClient } from '../http/oauth-client.ts'
import {
  addressOf,
  mutualTls,
  openProviderClient,
  type ProviderAnswer,
} from '../http/provider-client.ts'
import type { ApiPixSettings } from './settings.ts'

/** Calls to the bank over mutual TLS, with an access token. */
export interface Session extends Pick<OAuthClient, 'authorization' | 'refused' | 'close'> {
  /** `path` follows the base URL. A call that got no token is `not-sent`. */
  call(call: {
    method: string
    path: string
    body?: unknown
    signal: AbortSignal
  }): Promise<ProviderAnswer>
}

const scopes = ['cob.write', 'cob.read', 'pix.write', 'pix.read', 'webhook.write', 'webhook.read']
/** Requested only where they exist: a bank refuses a token with a scope it does not know. */
const infractionScopes = ['gn.infractions.read', 'gn.infractions.write']

export function openSession(settings: ApiPixSettings): Session {
  const tls = mutualTls(settings)
  const { origin, basePath } = addressOf(settings.baseUrl)
  const client = openProviderClient({ origin, tls })
  const scope = [...scopes, ...(settings.infractions ? infractionScopes : [])].join(' ')
  const oauth = openOAuthClient({
    tokenUrl: settings.tokenUrl,
    tls,
    grant: formGrant({ ...settings, scope }),
  })
  return {
    ...oauth,
    call: ({ method, path, body, signal }) =>
      oauth.request(client, {
        method,
        path: `${basePath}${path}`,
        headers: {
          accept: 'application/json, application/problem+json',
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
