import type { ErrorObject } from '../../contract/envelope.ts'
import { startLanguage } from '../text/language.ts'
import { ApiError, ConnectionError } from './api-error.ts'
import { followGateway } from './clock.ts'
import { openIntentKeys, showsOutcome } from './intent-keys.ts'
import { isAutomatic } from './person-input.ts'

/** The response of a list: rows, and where the next page begins. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
  readonly total?: number
}

export interface RequestOptions {
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Of a body that is a file. */
  readonly contentType?: string
}

export type Query = Readonly<Record<string, string | number | boolean | undefined | null>>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Envelope<Data> {
  readonly message: string
  readonly data: Data
  readonly error: ErrorObject | null
  readonly pagination?: { readonly nextCursor: string | null; readonly total?: number }
}

/** Who uses the page, and for which account. The app changes it; pages do not. */
export const session = {
  language: startLanguage(),
  accountId: null as string | null,
  personId: null as string | null,
}

/**
 * Asks the person for the second factor again. The app sets it. Resolves with false when the person
 * cancels.
 */
export const proof: { ask: () => Promise<boolean> } = { ask: async () => false }

/** What runs when the login has ended or lacks a step. The app sets it. */
export const loginEnded: { notify: () => void } = { notify() {} }

/**
 * Calls a route of the API and returns its `data`.
 * @throws ApiError the refusal of the gateway
 * @throws ConnectionError no answer: the caller does not know whether the request had an effect
 */
export async function call<Data>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Data> {
  return (await send<Data>(method, path, options)).data
}

/** The same for a route whose response has more beside `data`. */
export async function callWhole<Data, Beside>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<{ readonly data: Data } & Beside> {
  return (await send<Data>(method, path, options)) as Envelope<Data> & Beside
}

/** Calls a route that returns a page of a list. */
export async function list<Row>(path: string, options: RequestOptions = {}): Promise<Page<Row>> {
  const { data, pagination } = await send<readonly Row[]>('GET', path, options)
  return {
    rows: data,
    nextCursor: pagination?.nextCursor ?? null,
    ...(pagination?.total !== undefined && { total: pagination.total }),
  }
}

/** Reads a route that returns more beside its `data`. */
export const withMeta = <Meta extends object>(
  path: string,
  options: RequestOptions = {},
): Promise<Meta> => send<unknown>('GET', path, options) as Promise<Envelope<unknown> & Meta>

/** The address of a route with its query. */
export function address(path: string, query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

async function send<Data>(
  method: Method,
  path: string,
  options: RequestOptions,
): Promise<Envelope<Data>> {
  const { accountId } = session
  if (method !== 'POST') return sendProved<Data>(method, path, { ...options, accountId })
  const { query, body } = options
  const intent = { path, accountId, query, body }
  try {
    const idempotencyKey = intentKeys.keyOf(intent)
    const answer = await sendProved<Data>(method, path, { ...options, accountId, idempotencyKey })
    intentKeys.settle(intent)
    return answer
  } catch (error) {
    if (showsOutcome(error)) intentKeys.settle(intent)
    throw error
  }
}

const intentKeys = openIntentKeys()

/** Sends a request, and once more after the second factor where it is needed. */
async function sendProved<Data>(
  method: Method,
  path: string,
  options: SentOptions,
): Promise<Envelope<Data>> {
  try {
    return await sendOnce<Data>(method, path, options)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'login-required') loginEnded.notify()
    if (error.code !== 'proof-required' || !(await proof.ask())) throw error
    return sendOnce(method, path, options)
  }
}

interface SentOptions extends RequestOptions {
  /** The account of the intent. The page may show another one when the request is repeated. */
  readonly accountId: string | null
  /** A repeated POST with the same key has one effect. */
  readonly idempotencyKey?: string
}

/**
 * Opens a file of the API: its body is read as it arrives.
 * @throws ApiError the refusal of the gateway
 * @throws ConnectionError no answer
 */
export async function openFile(
  path: string,
  options: Pick<RequestOptions, 'query' | 'signal'>,
): Promise<Response> {
  const { accountId } = session
  const response = await fetchApi('GET', path, { ...options, accountId })
  if (response.ok) return response
  const error = apiError(response, parse(await response.text()))
  if (error.code === 'login-required') loginEnded.notify()
  throw error
}

async function sendOnce<Data>(
  method: Method,
  path: string,
  options: SentOptions,
): Promise<Envelope<Data>> {
  const response = await fetchApi(method, path, options)
  const text = await response.text().catch((cause) => {
    throw new ConnectionError(cause)
  })
  const envelope = parse<Data>(text)
  if (response.ok && envelope) return envelope
  throw apiError(response, envelope)
}

const apiError = (response: Response, envelope: Envelope<unknown> | undefined): ApiError =>
  new ApiError(
    response.status,
    envelope?.error ?? { code: 'unreadable-answer', message: response.statusText },
    envelope?.message ?? response.statusText,
    response.headers.get('x-request-id'),
  )

async function fetchApi(
  method: Method,
  path: string,
  { query, body, signal, accountId, idempotencyKey, contentType }: SentOptions,
): Promise<Response> {
  const isFile = body instanceof Blob
  try {
    const response = await fetch(address(path, query), {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': session.language,
        ...(accountId !== null && { 'guiche-account': accountId }),
        ...(body !== undefined && {
          'content-type': isFile ? (contentType ?? body.type) : 'application/json',
        }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        ...(method === 'GET' && isAutomatic() && { 'guiche-automatic': '1' }),
      },
      body: body === undefined ? null : isFile ? body : JSON.stringify(body),
      signal: signal ?? null,
    })
    followGateway(response)
    return response
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ConnectionError(cause)
  }
}

function parse<Data>(text: string): Envelope<Data> | undefined {
  try {
    return JSON.parse(text) as Envelope<Data>
  } catch {
    return undefined
  }
}
