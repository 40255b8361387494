import { type Config, terminalLanguage } from '../config.ts'
import { randomId } from '../primitives/id.ts'
import { note } from './output.ts'
import { type SavedLogin, savedLogin } from './saved-login.ts'

/** The API as a person uses it: permissions, proof and approvals hold as in the browser. */
export interface PersonClient {
  readonly login: Pick<SavedLogin, 'url'> & { readonly token?: string }
  /**
   * Returns `data` of the response. A change that waits for a second person returns its approval.
   * @throws GatewayRefusal
   */
  call(method: string, path: string, sent?: SentBody): Promise<unknown>
  /** The same, with everything that is in the response beside `data`. @throws GatewayRefusal */
  ask(method: string, path: string, sent?: SentBody): Promise<ResponseBody>
}

export type ResponseBody = Readonly<Record<string, unknown>>

export interface SentBody {
  readonly body?: unknown
  /** The account of routes under /api/user. */
  readonly accountId?: string | undefined
  /** Default: a new one for each call. */
  readonly idempotencyKey?: string
  /** Ends the wait for the response. */
  readonly signal?: AbortSignal
}

/** The gateway refused, or did not answer. The message is for the person. */
export class GatewayRefusal extends Error {
  readonly code: string | undefined
  /** Whether the same call may succeed later. */
  readonly isTemporary: boolean
  constructor(
    message: string,
    {
      code,
      isTemporary = false,
      cause,
    }: { code?: string; isTemporary?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.isTemporary = isTemporary
  }
}

/** A client with the login of this home. Undefined: there is none. */
export function openPersonClient(config: Pick<Config, 'home'>): PersonClient | undefined {
  const login = savedLogin(config)
  return login && clientOf(login)
}

/** Without a token the client calls as a person who is not signed in yet. */
export function clientOf(login: PersonClient['login']): PersonClient {
  const ask: PersonClient['ask'] = async (method, path, sent = {}) => {
    const response = await send(login, method, path, sent)
    const read: unknown = await response.json().catch(() => undefined)
    // Cut short, or written by another program: what the request did is not known.
    if (response.ok && read === undefined)
      throw new GatewayRefusal(`a resposta do gateway em ${login.url} não chegou inteira`, {
        isTemporary: true,
      })
    const body = fieldsOf(read)
    const { message, error } = body
    if (!response.ok) {
      const code = String(fieldsOf(error).code ?? response.status)
      const isTemporary = response.status >= 500 || response.status === 429
      const text = `${message ?? 'o gateway recusou'} (${code})${hintOf(code)}`
      throw new GatewayRefusal(text, { code, isTemporary })
    }
    if (response.status === 202) note(String(message))
    return body
  }
  return { login, ask, call: async (...args) => (await ask(...args)).data }
}

async function send(
  { url, token }: PersonClient['login'],
  method: string,
  path: string,
  { body, accountId, idempotencyKey = randomId(), signal }: SentBody,
): Promise<Response> {
  const timeout = AbortSignal.timeout(waitMs)
  return fetch(new URL(path, url), {
    method,
    headers: {
      'accept-language': terminalLanguage(),
      'user-agent': 'guiche',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(accountId !== undefined && { 'guiche-account': accountId }),
      ...(method === 'POST' && token !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((cause: unknown) => {
    throw new GatewayRefusal(`o gateway em ${url} não responde`, { isTemporary: true, cause })
  })
}

const hintOf = (code: string): string => hints[code] ?? ''

const signInAgain =
  '\nentre de novo com guiche login, ou saia com guiche logout para agir como usuário da máquina'
const hints: Readonly<Record<string, string>> = {
  'login-required': signInAgain,
  'admin-unauthenticated': signInAgain,
  unauthenticated: signInAgain,
  'proof-required': '\nmostre o segundo fator com guiche prove, e repita o comando',
  'second-factor-required': '\ncadastre o segundo fator no navegador',
}

const waitMs = 30_000

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
