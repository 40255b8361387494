import { monotonicMs } from '../../primitives/clock.ts'
import type { ProviderClient } from '../http/provider-client.ts'
import { text as readText, record } from './decode.ts'

export interface TokenKeeper {
  /** The token to call with, asked for at most once at a time. */
  take(signal: AbortSignal): Promise<TokenAnswer>
  /** The bank no longer takes this one. */
  drop(token: string): void
}

export type TokenAnswer =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'failed'; readonly cause: unknown }

export interface Grant {
  readonly client: ProviderClient
  readonly path: string
  readonly clientId: string
  readonly clientSecret: string
}

/** OAuth 2.0 client credentials. A token is renewed a minute before it ends. */
export function tokenKeeper(grant: Grant): TokenKeeper {
  let current: { token: string; staleAtMs: number } | undefined
  let pending: Promise<TokenAnswer> | undefined

  const renew = async (): Promise<TokenAnswer> => {
    const answer = await requestToken(grant)
    if (answer.kind === 'token') current = { token: answer.token, staleAtMs: monotonicMs() + answer.usableMs }
    return answer
  }
  return {
    take(signal) {
      if (current && monotonicMs() < current.staleAtMs) return Promise.resolve({ kind: 'token', token: current.token })
      pending ??= renew().finally(() => {
        pending = undefined
      })
      return orAborted(pending, signal)
    },
    drop(token) {
      if (current?.token === token) current = undefined
    },
  }
}

const scope = 'cobrancas.boletos-requisicao cobrancas.boletos-info'
const marginMs = 60_000

type Renewal = { kind: 'token'; token: string; usableMs: number } | { kind: 'failed'; cause: unknown }

async function requestToken({ client, path, clientId, clientSecret }: Grant): Promise<Renewal> {
  const answer = await client.request({
    method: 'POST',
    path,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
    signal: new AbortController().signal, // Many callers wait for it: the haste of one must not end it.
  })
  if (answer.kind !== 'answered') return { kind: 'failed', cause: answer.cause }
  const body = record(answer.text)
  const token = readText(body?.access_token)
  if (answer.status !== 200 || !token)
    return { kind: 'failed', cause: new Error(`token request answered ${answer.status}`) }
  const lifeMs = typeof body?.expires_in === 'number' ? body.expires_in * 1000 : marginMs
  return { kind: 'token', token, usableMs: Math.max(lifeMs - marginMs, lifeMs / 2) }
}

function orAborted(pending: Promise<TokenAnswer>, signal: AbortSignal): Promise<TokenAnswer> {
  return new Promise((resolve) => {
    const onAbort = () =>
      resolve({ kind: 'failed', cause: new Error('given up by the caller while waiting for a token') })
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    pending.then((answer) => {
      signal.removeEventListener('abort', onAbort)
      resolve(answer)
    }, resolve)
  })
}
