import { type Config, terminalLanguage } from '../config.ts'
import { randomId } from '../primitives/id.ts'
import { note } from './output.ts'
import { type SavedLogin, savedLogin } from './saved-login.ts'

/** The API as a person uses it: permissions, proof and approvals hold as in the browser. */
export interface PersonClient {
  /**
   * Returns `data` of the response. A change that waits for a second person returns its approval.
   * @throws GatewayRefusal
   */
  call(method: string, path: string, sent?: SentBody): Promise<unknown>
}

export interface SentBody {
  readonly body?: unknown
  /** The account of routes under /api/user. */
  readonly accountId?: string | undefined
  /** Default: a new one for each call. */
  readonly idempotencyKey?: string
}

/** The gateway refused, or did not answer. The message is for the person. */
export class GatewayRefusal extends Error {
  readonly code: string | undefined
  constructor(message: string, code?: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** A client with the login of this home. Undefined: there is none. */
export function openPersonClient(config: Pick<Config, 'home'>): PersonClient | undefined {
  const login = savedLogin(config)
  return login && clientOf(login)
}

/** Without a token the client calls as a person who is not signed in yet. */
export function clientOf({
  url,
  token,
}: Pick<SavedLogin, 'url'> & { token?: string }): PersonClient {
  return {
    async call(method, path, { body, accountId, idempotencyKey = randomId() } = {}) {
      const response = await fetch(new URL(path, url), {
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
        signal: AbortSignal.timeout(waitMs),
      }).catch((cause: unknown) => {
        throw new GatewayRefusal(`o gateway em ${url} não responde`, undefined, cause)
      })
      const { data, message, error } = fieldsOf(await response.json().catch(() => null))
      if (response.ok) {
        if (response.status === 202) note(String(message))
        return data
      }
      const code = String(fieldsOf(error).code ?? response.status)
      throw new GatewayRefusal(`${message ?? 'o gateway recusou'} (${code})${hintOf(code)}`, code)
    },
  }
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
