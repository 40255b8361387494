import { formType, openOAuthClient } from '../http/oauth-client.ts'
import {
  addressOf,
  mutualTls,
  openProviderClient,
  type ProviderAnswer,
} from '../http/provider-client.ts'
import type { ChargebackSettings } from './settings.ts'

/** Calls to the chargeback API over mutual TLS, with an access token. */
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

export function openChargebackSession(settings: ChargebackSettings): ChargebackSession {
  const tls = mutualTls(settings)
  const { origin, basePath } = addressOf(settings.url)
  const client = openProviderClient({
    origin,
    tls,
    connections: 8,
    maxAnswerBytes: 4 * 1024 * 1024,
  })
  const { clientId: client_id, clientSecret: client_secret } = settings
  const form = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' })
  const oauth = openOAuthClient({
    tokenUrl: settings.tokenUrl,
    tls,
    grant: { headers: { 'content-type': formType }, body: form.toString() },
    refusedStatuses: [401, 403], // Cielo also refuses an expired token with 403.
  })
  return {
    call: ({ path, contentType, ...call }) =>
      oauth.request(client, {
        ...call,
        path: `${basePath}${path}`,
        headers: {
          accept: 'application/json',
          ...(contentType !== undefined && { 'content-type': contentType }),
        },
      }),
    async close() {
      await oauth.close()
      await client.close()
    },
  }
}
