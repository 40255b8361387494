import type { LoggedRequestWire } from '../../contract/request-log.ts'
import type { Config } from '../config.ts'
import { CommandFailure } from './command-failure.ts'
import { type MerchantOptions, openMerchantClient } from './merchant-client.ts'
import { GatewayRefusal, openPersonClient, type PersonClient } from './person-client.ts'
import { UsageError } from './usage-error.ts'

/** The request log of one account, read with a key or as a person. */
export interface RequestSource {
  readonly url: string
  /** The credential and the account. No two readers have the same one. */
  readonly reader: string
  /**
   * One page, the newest request first.
   * @throws SilentGateway when the same call may succeed later
   */
  read(query: Readonly<Record<string, string>>): Promise<LogPage>
  /** Ends a call under way. */
  close(): Promise<void>
}

export interface LogPage {
  readonly rows: readonly LoggedRequestWire[]
  /** Null: there are no older requests in the range. */
  readonly nextCursor: string | null
}

export interface SourceOptions extends MerchantOptions {
  /** For a person of several accounts. */
  readonly account?: string
}

/** The gateway did not respond, or cannot respond now. */
export class SilentGateway extends Error {}

/**
 * A key that is named wins, then the login of this home, then the key of `npm start`.
 * @throws UsageError, ConfigError
 */
export async function openRequestSource(
  config: Config,
  { account, ...merchant }: SourceOptions,
): Promise<RequestSource> {
  const isKeyNamed = merchant.keyFile !== undefined || merchant.baseUrl !== undefined
  if (isKeyNamed && account !== undefined)
    throw new UsageError('--account é de um login: uma chave já tem a sua conta')
  const person = isKeyNamed ? undefined : openPersonClient(config)
  if (person) return personSource(person, account)
  if (account !== undefined) throw new UsageError('--account precisa de um login: guiche login')
  return keySource(config, merchant)
}

async function keySource(config: Config, options: MerchantOptions): Promise<RequestSource> {
  const { merchant, call, close } = await openMerchantClient(config, options)
  return {
    url: merchant.baseUrl,
    reader: merchant.secretKey,
    close,
    async read(query) {
      const answer = await call('GET', pathOf(query))
      if (answer.kind === 'unreachable') throw new SilentGateway(answer.reason)
      const body = answer.body as ListBody
      if (answer.status === 200) return pageOf(body)
      const { message = 'o gateway recusou', error } = body
      if (answer.status >= 500 || answer.status === 429) throw new SilentGateway(message)
      throw new CommandFailure(error?.code ?? String(answer.status), message)
    },
  }
}

function personSource({ login, ask }: PersonClient, account: string | undefined): RequestSource {
  const closing = new AbortController()
  return {
    url: login.url,
    reader: `${login.token} ${account ?? ''}`,
    close: async () => closing.abort(),
    async read(query) {
      const sent = { signal: closing.signal, accountId: account }
      return pageOf((await ask('GET', pathOf(query), sent).catch(asSilence)) as unknown as ListBody)
    },
  }
}

function asSilence(cause: unknown): never {
  if (cause instanceof GatewayRefusal && cause.isTemporary)
    throw new SilentGateway(cause.message, { cause })
  throw cause
}

const pathOf = (query: Readonly<Record<string, string>>): string =>
  `/api/user/requests?${new URLSearchParams(query)}`

interface ListBody {
  readonly data: readonly LoggedRequestWire[]
  readonly pagination: { readonly nextCursor: string | null }
  readonly message?: string
  readonly error?: { readonly code: string } | null
}

const pageOf = ({ data, pagination }: ListBody): LogPage => ({
  rows: data,
  nextCursor: pagination.nextCursor,
})
