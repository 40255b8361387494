import { openProviderClient, type ProviderAnswer } from '../http/provider-client.ts'
import type { FileAccess } from '../settlement-layout/settlement-file-client.ts'
import { tokenKeeper } from './access-token.ts'
import type { BancoDoBrasilSettings } from './settings.ts'

/** The bank's API with its two keys: a token, and the key of our application in every query. */
export interface BankApi {
  /** A call without a token was never made: `not-sent`. */
  ask(call: ApiCall, signal: AbortSignal): Promise<ProviderAnswer>
  /** What opens the door of the bank's daily files: the same two keys, and our certificate where there is one. */
  readonly keys: Omit<FileAccess, 'url'>
  close(): Promise<void>
}

export interface ApiCall {
  readonly method: 'GET' | 'POST'
  /** Below the base URL, starting with a slash. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
}

export function openApi(settings: BancoDoBrasilSettings): BankApi {
  const base = new URL(settings.baseUrl)
  const tokenUrl = new URL(settings.tokenUrl)
  const api = openHost(settings, base)
  const oauth = tokenUrl.origin === base.origin ? api : openHost(settings, tokenUrl)
  const appKey = { [settings.appKeyParameter ?? 'gw-dev-app-key']: settings.appKey }
  const tokens = tokenKeeper({ ...settings, client: oauth, path: tokenUrl.pathname })

  const send = async (call: ApiCall, signal: AbortSignal): Promise<ProviderAnswer & { token?: string }> => {
    const taken = await tokens.take(signal)
    if (taken.kind === 'failed') return { kind: 'not-sent', cause: taken.cause }
    const query = new URLSearchParams({ ...call.query, ...appKey })
    const answer = await api.request({
      method: call.method,
      path: `${base.pathname.replace(/\/$/, '')}${call.path}?${query}`,
      headers: {
        authorization: `Bearer ${taken.token}`,
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      signal,
    })
    return { ...answer, token: taken.token }
  }
  return {
    async ask(call, signal) {
      const { token, ...answer } = await send(call, signal)
      if (answer.kind !== 'answered' || answer.status !== 401 || token === undefined) return answer
      // Ended on the bank's side before its time. The call was not carried out, so it may be made again, once.
      tokens.drop(token)
      const { token: _, ...second } = await send(call, signal)
      return second
    },
    keys: {
      tls: tlsOf(settings),
      query: appKey,
      async headers(signal) {
        const taken = await tokens.take(signal)
        if (taken.kind === 'failed') throw new Error('no token', { cause: taken.cause })
        return { authorization: `Bearer ${taken.token}` }
      },
      renew: ({ authorization = '' }) => tokens.drop(authorization.replace(/^Bearer /, '')),
    },
    async close() {
      await Promise.all(oauth === api ? [api.close()] : [api.close(), oauth.close()])
    },
  }
}

const openHost = (settings: BancoDoBrasilSettings, { origin }: URL) =>
  openProviderClient({ origin, tls: tlsOf(settings) })

const tlsOf = ({ ca, certificate, certificateKey }: BancoDoBrasilSettings) => ({
  ...(ca === undefined ? {} : { ca }),
  ...(certificate === undefined ? {} : { cert: certificate }),
  ...(certificateKey === undefined ? {} : { key: certificateKey }),
})
