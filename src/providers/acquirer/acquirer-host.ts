import type { OAuthClient } from '../http/oauth-client.ts'
import { addressOf, openProviderClient, type ProviderAnswer } from '../http/provider-client.ts'

/** One host of an acquirer's JSON API. */
export interface AcquirerHost {
  /** `path` follows the host's base path. Never throws. */
  send(method: string, path: string, signal: AbortSignal, extra?: Extra): Promise<ProviderAnswer>
  /** Waits for the calls in progress. */
  close(): Promise<void>
}

interface Extra {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * `headers` go with every call: the credentials, and what else the acquirer expects each time.
 * `oauth`: every call carries its token instead, and `close` closes it too.
 */
export function openAcquirerHost(
  url: string,
  {
    ca,
    headers: common,
    oauth,
  }: {
    readonly ca?: string
    readonly headers: Readonly<Record<string, string>>
    readonly oauth?: OAuthClient
  },
): AcquirerHost {
  const { origin, basePath } = addressOf(url)
  const client = openProviderClient({ origin, ...(ca && { tls: { ca } }) })
  return {
    send(method, path, signal, { body, headers } = {}) {
      const call = {
        method,
        path: `${basePath}${path}`,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...common,
          ...headers,
        },
        ...(body !== undefined && { body }),
        signal,
      }
      return oauth ? oauth.request(client, call) : client.request(call)
    },
    async close() {
      await oauth?.close()
      await client.close()
    },
  }
}
