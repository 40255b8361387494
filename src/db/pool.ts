import assert from 'node:assert/strict'
import pg from 'pg'
import { type Statement, statement } from './statement.ts'

/**
 * Asks the database in SQL written as SQL: sql`select … where id = ${id}`. Values become parameters, statements inside
 * statements become part of them, and every text is prepared once a connection. Nothing is sent before it is awaited.
 */
export interface Queryable {
  <Rows extends readonly object[] = Record<string, unknown>[]>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Statement<Rows>
  /** A name quoted as an identifier. */
  (name: string): Identifier
  /** Text of one or several statements, sent as it is. For migrations. Answers the rows of a single one. */
  unsafe(text: string): Promise<Record<string, unknown>[]>
}

export interface Identifier {
  readonly identifier: string
}

/** One open database transaction. Statements that are not awaited one by one are sent together. */
export type Tx = Queryable

/** A pool of connections. */
export interface Sql extends Queryable {
  /** Commits when `work` returns, rolls back when it throws. */
  begin<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Calls `heard` at each notice, and `listening` each time it hears again: whatever came between was missed. */
  listen(
    channel: string,
    heard: (payload: string) => void,
    listening?: () => void,
  ): Promise<{ unlisten(): Promise<void> }>
  end(options?: { readonly timeout?: number }): Promise<void>
}

export interface PoolOptions {
  readonly url: string
  /** Most connections open at once. */
  readonly max: number
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
}

/** The code of an error that says the connection, not the statement, failed. What it did is then unknown. */
export const connectionLost = 'CONNECTION_LOST'

/** Opens no connection by itself: the first query does. Limits are those of reliability D4, held by the server where it can. */
export function openPool({ url, max, applicationName }: PoolOptions): Sql {
  const settings: pg.PoolConfig = {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    statement_timeout: 5_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    options: '-c TimeZone=UTC',
    pipeline: true,
    types: { getTypeParser: parserFor },
  }
  const pool = new pg.Pool({ ...settings, max, idleTimeoutMillis: 60_000 })
  // A connection that dies while nobody uses it is replaced by the next query; its error is nobody's answer.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  const listeners = new Set<{ unlisten(): Promise<void> }>()

  return Object.assign(
    queryable((query) => pool.query(query)),
    {
      async begin<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
        const client = await pool.connect().catch(rethrow)
        try {
          const result = await inTransaction(client, work)
          client.release()
          return result
        } catch (cause) {
          client.release(codeOf(cause) === connectionLost)
          throw cause
        }
      },
      async listen(channel: string, heard: (payload: string) => void, listening: () => void = ignore) {
        const listener = await listen(
          { ...settings, pipeline: false, application_name: `${applicationName}-listen` },
          { channel, heard, listening },
        )
        listeners.add(listener)
        return listener
      },
      async end() {
        await Promise.all([...listeners].map((listener) => listener.unlisten()))
        await pool.end()
      },
    },
  )
}

async function inTransaction<Result>(client: pg.PoolClient, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  sendTogether(client)
  // Not awaited: it travels with the first statements. Should it fail, so do they.
  const begun = client.query('begin').catch(rethrow)
  begun.catch(ignore)
  let result: Result
  try {
    result = await work(queryable((query) => client.query(query)))
    await begun
  } catch (cause) {
    if (codeOf(cause) !== connectionLost) await client.query('rollback').catch(rethrow)
    throw cause
  }
  const ended = await client.query('commit').catch(rethrow)
  assert(ended.command === 'COMMIT', 'a transaction in which a statement failed cannot be committed')
  return result
}

/** What is sent before anything else happens goes out in one write: each costs a system call and wakes the server. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  // A microtask, then a tick: after every statement that waits for nothing but promises kept by now.
  queueMicrotask(() => process.nextTick(() => stream.uncork()))
}

function queryable(run: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Queryable {
  const tag = (text: TemplateStringsArray | string, ...values: readonly unknown[]) =>
    typeof text === 'string'
      ? { identifier: text }
      : statement(text, values, (query) => run(query).then(({ rows }) => rows, rethrow))
  const unsafe = (text: string) => run({ text }).then(({ rows }) => rows, rethrow)
  return Object.assign(tag, { unsafe }) as Queryable
}

interface Listening {
  readonly channel: string
  heard(payload: string): void
  listening(): void
}

/** A connection of its own that comes back whenever it is lost. */
async function listen(
  settings: pg.ClientConfig,
  { channel, heard, listening }: Listening,
): Promise<{ unlisten(): Promise<void> }> {
  let isOver = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client(settings)
    client = next
    next.on('notification', ({ payload = '' }) => heard(payload))
    next.on('error', ignore)
    next.on('end', () => {
      if (!isOver) retry = setTimeout(again, retryMs)
    })
    await next.connect()
    await next.query(`listen ${next.escapeIdentifier(channel)}`)
    listening()
  }
  const again = () => {
    connect().catch(ignore) // Its end brings us back here.
  }
  await connect().catch(rethrow)

  return {
    async unlisten() {
      if (isOver) return
      isOver = true
      clearTimeout(retry)
      await client?.end().catch(ignore)
    },
  }
}

const retryMs = 500

/** int8 becomes a safe number, date a `YYYY-MM-DD` text; the rest as the driver reads it: timestamptz a Date, json the value. */
function parserFor(oid: number, format?: 'text' | 'binary') {
  return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
}

const int8 = (text: string): number => {
  const value = Number(text)
  assert(Number.isSafeInteger(value), `a bigint too large to be read exactly: ${text}`)
  return value
}

const each =
  <Value>(parse: (text: string) => Value) =>
  (text: string): (Value | null)[] =>
    textArray(text).map((item) => (item === null ? null : parse(item)))

const textArray = pg.types.getTypeParser(1009 as Parameters<typeof pg.types.getTypeParser>[0]) as unknown as (
  text: string,
) => (string | null)[] // text[]

const parsers = new Map<number, (text: string) => unknown>([
  [20, int8],
  [1016, each(int8)],
  [1082, (text) => text],
  [1182, each((text) => text)],
])

/** Errors of the connection carry no code in the driver; ours do, so that callers tell them from the database's words. */
function rethrow(cause: unknown): never {
  if (cause instanceof Error && !(cause instanceof pg.DatabaseError) && !(cause instanceof assert.AssertionError)) {
    throw Object.assign(new Error(cause.message, { cause }), { code: connectionLost })
  }
  throw cause
}

const codeOf = (cause: unknown): unknown => (cause as { code?: unknown } | null)?.code
const ignore = (): void => {}
