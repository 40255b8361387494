import assert from 'node:assert/strict'
import pg from 'pg'
import type { DatabaseAddress } from './database-address.ts'
import { codeOf, readOnly } from './database-error.ts'

/**
 * Leads new connections to the server that accepts writes, among the servers of an address. The
 * driver itself knows one server.
 */
export interface ServerChoice {
  /** Opens connections to the server of `ready`. */
  readonly Client: new (
    settings?: pg.ClientConfig,
  ) => pg.Client
  /**
   * Resolves when a server is chosen: the last one that accepted writes, or the first that does
   * now. Undefined: one is chosen already.
   * @throws what the servers responded, or `25006` when each is read-only
   */
  ready(): Promise<void> | undefined
  /**
   * Called with each new connection: its server may have become a standby since it was chosen.
   * @throws `25006` when it accepts no writes
   */
  check(client: pg.ClientBase): Promise<void>
  /** Called when a connection could not be opened: the next one chooses again. */
  forget(): void
}

/** `limitMs`: for the connection to one server and its response. */
export function chooseServer(
  { urls }: Pick<DatabaseAddress, 'urls'>,
  settings: pg.ClientConfig,
  limitMs: number,
): ServerChoice {
  let chosen: string | undefined
  let choosing: Promise<void> | undefined

  // All servers are asked at once: one that is silent, as a machine without power is, delays
  // nothing.
  const choose = async (): Promise<void> => {
    const attempts = urls.map(async (url) => {
      const client = new pg.Client({ ...settings, pipeline: false, connectionString: url })
      client.on('error', ignore)
      try {
        await within(limitMs, client, client.connect())
        await assertWrites(client)
        chosen = url
      } finally {
        client.end().catch(ignore)
      }
    })
    await Promise.any(attempts).catch(({ errors }: AggregateError) => {
      throw mostSpecific(errors)
    })
  }
  const assertWrites = async (client: pg.Client): Promise<void> => {
    const query = 'show transaction_read_only'
    const { rows } = await within(limitMs, client, client.query<Setting>(query))
    if (rows[0]?.transaction_read_only === 'on') throw readOnlyError()
  }

  class Client extends pg.Client {
    constructor(own?: pg.ClientConfig) {
      super({ ...own, connectionString: chosen ?? urls[0] })
    }
  }

  return {
    Client,
    ready() {
      if (chosen !== undefined) return undefined
      choosing ??= choose().finally(() => {
        choosing = undefined
      })
      return choosing
    },
    check: (client) => {
      assert(client instanceof Client, 'the choice opened this connection')
      return assertWrites(client)
    },
    forget() {
      chosen = undefined
    },
  }
}

interface Setting {
  readonly transaction_read_only: 'on' | 'off'
}

/** Ends the connection when the work takes longer: the work then fails. */
async function within<Result>(
  ms: number,
  client: pg.Client,
  work: Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(
    () => client.connection.stream.destroy(new Error(`no response within ${ms} ms`)),
    ms,
  )
  return work.finally(() => clearTimeout(timer))
}

function readOnlyError(): pg.DatabaseError {
  const error = new pg.DatabaseError('the server accepts no writes', 0, 'error')
  error.code = readOnly
  return error
}

/** A server that refuses the login says more than one that is read-only, or down. */
const mostSpecific = (errors: readonly unknown[]): unknown =>
  errors.find((each) => each instanceof pg.DatabaseError && codeOf(each) !== readOnly) ??
  errors.find((each) => codeOf(each) === readOnly) ??
  errors[0]

const ignore = (): void => {}
