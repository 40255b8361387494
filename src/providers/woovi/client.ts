import { fieldsOf, parse, stringOnly } from '../http/json-reader.ts'
import { addressOf, openProviderClient, type ProviderAnswer } from '../http/provider-client.ts'
import type { WooviSettings } from './settings.ts'

/** Calls to Woovi with the AppID. */
export interface WooviClient {
  call(call: WooviCall): Promise<ProviderAnswer>
  close(): Promise<void>
}

export interface WooviCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Follows `/api/v1`. */
  readonly path: string
  readonly body?: unknown
  readonly signal: AbortSignal
}

export function openClient({ baseUrl, appId, ca }: WooviSettings): WooviClient {
  const { origin, basePath } = addressOf(baseUrl)
  const client = openProviderClient({ origin, ...(ca && { tls: { ca } }), connections: 8 })
  return {
    call: ({ path, body, ...call }) =>
      client.request({
        ...call,
        path: `${basePath}/api/v1${path}`,
        headers: {
          authorization: appId,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    close: () => client.close(),
  }
}

/**
 * The text of a definite rejection (`{error}` with status 400 or 404). `undefined`: everything
 * else, such as a failure of Woovi or a page of a proxy.
 */
export function readError(answer: ProviderAnswer): string | undefined {
  if (answer.kind !== 'answered' || (answer.status !== 400 && answer.status !== 404))
    return undefined
  const text = stringOnly(fieldsOf(parse(answer.text)).error)?.trim()
  return text ? text.slice(0, 300) : undefined
}

/** The fields of a response with status 200. `undefined`: another status, or no JSON object. */
export const readBody = (answer: ProviderAnswer): Readonly<Record<string, unknown>> | undefined =>
  answer.kind === 'answered' && answer.status === 200 ? fieldsOf(parse(answer.text)) : undefined

export const unknown = (answer: ProviderAnswer) => ({
  kind: 'unknown' as const,
  cause: causeOf(answer),
})

export const notSent = (answer: ProviderAnswer) => ({
  kind: 'not-sent' as const,
  cause: causeOf(answer),
})

export const causeOf = (answer: ProviderAnswer): Error =>
  answer.kind === 'answered'
    ? new Error(`Woovi answered ${answer.status} without an answer of use`)
    : new Error(`Woovi: call ${answer.kind}`, { cause: answer.cause })
