import assert from 'node:assert/strict'
import pg from 'pg'
import { monotonicMs } from '../primitives/clock.ts'
import {
  asDatabaseError,
  type Connection,
  type ConnectionOptions,
  connectionOf,
} from './connection.ts'
import { parseAddress, splitOptions } from './database-address.ts'
import { codeOf, connectionLost, endsSession } from './database-error.ts'
import { type Heartbeat, openListener } from './listen.ts'
import { chooseServer, type ServerChoice } from './server-choice.ts'
import { compile, type Fragment, type Statement, statement } from './statement.ts'

/**
 * Sends SQL that is written as SQL: sql`select … where id = ${id}`. Values become parameters,
 * statements inside statements become part of them, and every text is prepared once for each
 * connection. A statement is sent only when it is awaited.
 */
export interface Queryable {
  <Rows extends readonly object[] = Record<string, unknown>[]>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Statement<Rows>
  /** A name quoted as an identifier. */
  (name: string): Identifier
  /**
   * Sends the text of one or several statements unchanged. For migrations. Returns the rows of a
   * single one.
   */
  unsafe(text: string): Promise<Record<string, unknown>[]>
  /** Sends one statement that a library wrote, with `$1`, `$2` … for its values. */
  execute(text: string, values: readonly unknown[]): Promise<Executed>
  /** Of the pool. */
  readonly shards?: number | undefined
}

export interface Executed {
  readonly rows: Record<string, unknown>[]
  /** The first word of the statement, in capitals. */
  readonly command: string
  readonly rowCount: number
}

export interface Identifier {
  readonly identifier: string
}

/** One open database transaction. Statements that are not awaited one by one are sent together. */
export type Tx = Queryable

/** A pool of connections. */
export interface Sql extends Queryable {
  /**
   * Commits when `work` returns, rolls back when it throws. Throws the first error of its
   * statements, never the "transaction is aborted" of the statements that were sent after it.
   */
  begin<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /**
   * Commits these statements together, or none of them, in one round trip. Their rows are not read,
   * so a statement has to raise an error where it must not be committed. If it throws a
   * `LostBatch`, the server may still execute them. Only if `sendsAtOnce`.
   */
  atOnce(statements: readonly Fragment[]): Promise<void>
  /**
   * Ends the session of a `LostBatch`, or waits for its end while it commits. When this returns,
   * its statements are committed or never will be.
   * @throws `CONNECTION_LOST` when the session has not ended after three seconds
   */
  endLost(batch: LostBatch): Promise<void>
  /**
   * False on Citus, which commits each of these statements by itself, and behind a pooler, which
   * hides the session of a lost one.
   */
  readonly sendsAtOnce: boolean
  /**
   * Calls `onNotification` for each notification, and `listening` after each connection.
   * Notifications in between were missed. All channels share one connection beside the pool.
   */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    listening?: () => void,
  ): Promise<{ unlisten(): Promise<void> }>
  connections(): PoolConnections
  /**
   * Waits for the statements in progress and closes every connection; after `timeout` seconds they
   * are cut.
   */
  end(options?: { readonly timeout?: number }): Promise<void>
}

/** The response to statements that were sent at once never arrived. */
export class LostBatch extends Error {
  /** That of `connectionLost`. */
  readonly code: string
  readonly backendPid: number
  constructor(backendPid: number, options: { readonly cause: unknown }) {
    super('the outcome of a batch of statements is unknown', options)
    this.name = 'LostBatch'
    this.code = codeOf(options.cause)
    this.backendPid = backendPid
  }
}

/** The connections of a pool, and the statements and transactions that wait for one. */
export interface PoolConnections {
  readonly used: number
  readonly idle: number
  readonly waiting: number
  readonly limit: number
}

export interface TransactionOptions {
  /**
   * Instead of the pool's limit for each statement, ms. 0: none. For work that no request waits
   * for.
   */
  readonly statementMs?: number
  /**
   * As the option of the pool, for the statements of this transaction. Each of them always runs in
   * such a transaction, because a connection keeps its plan.
   */
  readonly plansOnce?: boolean
}

export interface PoolOptions {
  /**
   * With several servers, or `target_session_attrs=read-write`, each connection is to one that
   * accepts writes.
   */
  readonly url: string
  /**
   * The address without the pooler. Set if `url` is a pooler in transaction mode: it passes no
   * settings of a session, so the role has the limits, and no notifications, so the pool listens
   * here.
   */
  readonly directUrl?: string | undefined
  /** Most connections open at once. */
  readonly max: number
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
  /**
   * The server's limit for one statement (docs/design/rules.md#d4), ms. 0: none, for tools that
   * build databases.
   */
  readonly statementMs?: number
  /** The limit of opening a connection, and of waiting for one (docs/design/rules.md#d4), ms. */
  readonly connectMs?: number
  /**
   * The time that a response may take beyond the server's own limit, ms. A connection that takes
   * longer is destroyed.
   */
  readonly graceMs?: number
  readonly heartbeat?: Heartbeat
  /**
   * Whether a connection plans each prepared statement for any values, and keeps the plan for some
   * seconds. For statements that only find rows by their keys.
   */
  readonly plansOnce?: boolean
  /** As the option of a connection. */
  readonly plansMs?: number | undefined
  /** How many shards the tables of accounts have. Undefined: they are not distributed. */
  readonly shards?: number | undefined
  /** Called when a statement had to wait for a connection, and got one or gave up. */
  readonly onWait?: (seconds: number) => void
}

/**
 * Opens no connection by itself: the first query does. Server and client both enforce the limits
 * (docs/design/rules.md#d4).
 */
export function openPool({
  url,
  directUrl,
  max,
  applicationName,
  statementMs: ownStatementMs = 5_000,
  connectMs = 2_000,
  graceMs = 1_000,
  heartbeat = { everyMs: 3_000, limitMs: 2_000 },
  plansOnce = false,
  plansMs,
  shards,
  onWait = ignore,
}: PoolOptions): Sql {
  const ownOptions = optionsText([...serverOptions, ...(plansOnce ? plannedOnce : [])])
  const sessionAt = (text: string) => {
    const { url: connectionString, options } = splitOptions(text)
    return {
      connectionString,
      statement_timeout: ownStatementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleInTransactionMs(ownStatementMs),
      options: `${options} ${ownOptions}`, // The last one counts.
    }
  }
  const isDirect = directUrl === undefined
  const common: pg.PoolConfig = {
    application_name: applicationName,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types: { getTypeParser: parserFor },
  }
  const settings = {
    ...{ ...common, pipeline: true },
    ...(isDirect ? sessionAt(url) : { connectionString: url }),
  }
  const limitMs = answerLimitMs(ownStatementMs, graceMs)
  const choice = choiceAt(settings, connectMs)
  const pool = new pg.Pool({
    ...{ ...settings, max, idleTimeoutMillis: 60_000 },
    ...(choice && { Client: choice.Client, onConnect: choice.check }),
  })
  const connections = openConnections(pool, { limitMs, namesStatements: isDirect, plansMs })
  const listening = {
    ...{ ...common, ...sessionAt(directUrl ?? url) },
    application_name: `${applicationName}-listen`,
  }
  const listener = openListener(
    listening,
    heartbeat,
    isDirect ? choice : choiceAt(listening, connectMs),
  )

  /** Only a wait is timed: most statements find a free connection. */
  function connect(): Promise<pg.PoolClient> {
    const open = choice ? () => connectTo(choice) : () => pool.connect()
    if (pool.idleCount > 0 || pool.totalCount < max) return open()
    const startedMs = monotonicMs()
    return open().finally(() => onWait((monotonicMs() - startedMs) / 1_000))
  }

  /** The chosen server may be down or read-only: the one that has taken over is tried once. */
  async function connectTo({ ready, forget }: ServerChoice): Promise<pg.PoolClient> {
    const startedMs = monotonicMs()
    if (pool.idleCount === 0 && pool.totalCount < max) await ready()
    return pool.connect().catch(async (cause: Error) => {
      if (cause.message === poolIsFull) throw cause
      forget()
      if (monotonicMs() - startedMs >= connectMs) throw cause
      await ready()
      return pool.connect()
    })
  }

  async function withConnection<Result>(
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    const client = await connect().catch(rethrow)
    const connection = connections.of(client)
    connection.renewPlans()
    try {
      return await work(connection)
    } finally {
      client.release(connection.isSpent())
    }
  }

  const sql = queryable((query) => withConnection((connection) => connection.query(query)), shards)
  return Object.assign(sql, {
    sendsAtOnce: isDirect && shards === undefined,
    atOnce: (statements: readonly Fragment[]) =>
      withConnection(async (connection) => {
        try {
          await connection.queryAtOnce(statements.map(compile))
        } catch (cause) {
          throw endsSession(cause) ? new LostBatch(connection.backendPid(), { cause }) : cause
        }
      }),
    async endLost({ backendPid }: LostBatch) {
      const startedMs = monotonicMs()
      while (await endOrFind(sql, backendPid)) {
        if (monotonicMs() - startedMs >= endMs)
          throw Object.assign(new Error('a lost session has not ended'), { code: connectionLost })
        await new Promise((wake) => setTimeout(wake, 50))
      }
    },
    begin: <Result>(
      work: (tx: Tx) => Promise<Result>,
      { statementMs, plansOnce: isPlannedOnce = false }: TransactionOptions = {},
    ): Promise<Result> =>
      withConnection(async (connection) => {
        const begin = [
          'begin',
          ...(statementMs === undefined ? [] : [`set local statement_timeout = ${statementMs}`]),
          // A plan for any values does not prune the shards of a distributed table.
          ...(isPlannedOnce && shards === undefined
            ? plannedOnce.map((setting) => `set local ${setting}`)
            : []),
        ].join('; ')
        if (statementMs === undefined) return inTransaction(connection, { work, shards, begin })
        connection.setLimit(answerLimitMs(statementMs, graceMs))
        try {
          return await inTransaction(connection, { work, shards, begin })
        } finally {
          connection.setLimit(limitMs)
        }
      }),
    listen: (
      channel: string,
      onNotification: (payload: string) => void,
      listening: () => void = ignore,
    ) => listener.listen({ channel, onNotification, listening }),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      limit: max,
    }),
    async end({ timeout = 5 }: { readonly timeout?: number } = {}) {
      await listener.close()
      const closed = Promise.all([pool.end(), connections.closed()])
      const timer = setTimeout(() => connections.destroyAll('the pool is closed'), timeout * 1_000)
      await closed
      clearTimeout(timer)
    },
  })
}

/**
 * Whether a session of this pool is still there, after ending it if it waits for its client or for
 * a lock. A COMMIT that has begun cannot be undone: a session that is ended in it only stops
 * waiting for the standby, and shows what no standby has. So other sessions end by themselves,
 * within the limit of a statement or when a standby has confirmed.
 */
async function endOrFind(sql: Queryable, backendPid: number): Promise<boolean> {
  const found = await sql`
    select case when wait_event_type in ('Client', 'Lock') then pg_terminate_backend(pid) end
    from pg_stat_activity
    where pid = ${backendPid} and usename = current_user
      and application_name = current_setting('application_name')`
  return found.length > 0
}

function choiceAt(
  settings: pg.PoolConfig & { readonly connectionString: string },
  connectMs: number,
): ServerChoice | undefined {
  const address = parseAddress(settings.connectionString)
  return address?.needsWrites ? chooseServer(address, settings, connectMs) : undefined
}

/** The driver's message of a statement that found no free connection in time. */
const poolIsFull = 'timeout exceeded when trying to connect'

/**
 * Sent at the start of each session. The keep-alives are the server's: it ends the session of a
 * vanished client, and releases its locks, within about ten seconds instead of two hours.
 */
const serverOptions = [
  'TimeZone=UTC',
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
]

/**
 * One plan for all values of a prepared statement. It is made when the table may still be empty, so
 * it has to use indexes. Before PostgreSQL 18 a scan of a table without an index then has so high a
 * cost that the statement would be compiled at each execution.
 */
const plannedOnce = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'jit=off']

/** Settings in the form of the startup parameter `options`. */
const optionsText = (settings: readonly string[]): string =>
  settings.map((setting) => `-c ${setting}`).join(' ')

/** The server's limit for the wait for a lock (docs/design/rules.md#d4), ms. */
const lockMs = 3_000

/** How long the end of a lost session is waited for, ms. */
const endMs = 3_000

/**
 * How long a session may keep its locks between two statements, ms. A session that fell silent
 * before its COMMIT must end before the retries of its change do: they are six, each up to the
 * limit of a statement.
 */
const idleInTransactionMs = (statementMs: number): number =>
  statementMs > 0 ? 2 * statementMs : 10_000

/** Without a limit at the server there is none on our side. */
const answerLimitMs = (statementMs: number, graceMs: number): number =>
  statementMs > 0 ? statementMs + graceMs : 0

interface Connections {
  of(client: pg.PoolClient): Connection
  /** Resolves when no connection is open. */
  closed(): Promise<void>
  destroyAll(why: string): void
}

/** Watches every connection of the pool from its start to its end. */
function openConnections(
  pool: pg.Pool,
  options: Pick<ConnectionOptions, 'limitMs' | 'namesStatements' | 'plansMs'>,
): Connections {
  const known = new WeakMap<pg.PoolClient, Connection>()
  const open = new Set<Connection>()
  const idle = new Set<Connection>()
  let whenClosed: (() => void)[] = []

  // Connections opened at the same time mostly die at the same time. An idle connection that has
  // not responded since then is destroyed too: each would cost another statement its whole time
  // limit.
  const onSilence = (sinceMs: number) => {
    for (const connection of idle)
      if (connection.answeredAtMs() <= sinceMs) connection.destroy('silent like another')
  }
  // A query replaces a connection that died while idle. Its error is reported to no caller.
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    client.on('error', ignore)
    const connection = connectionOf(client, { ...options, onSilence })
    known.set(client, connection)
    open.add(connection)
    client.once('end', () => {
      idle.delete(connection)
      open.delete(connection)
      if (open.size > 0) return
      for (const wake of whenClosed) wake()
      whenClosed = []
    })
  })
  const of = (client: pg.PoolClient): Connection => {
    const connection = known.get(client)
    assert(connection, 'every connection of the pool is watched from its start')
    return connection
  }
  pool.on('acquire', (client) => idle.delete(of(client)))
  pool.on('release', (_cause, client) => idle.add(of(client)))

  return {
    of,
    closed: () =>
      open.size === 0 ? Promise.resolve() : new Promise((wake) => whenClosed.push(wake)),
    destroyAll: (why) => {
      for (const connection of open) connection.destroy(why)
    },
  }
}

async function inTransaction<Result>(
  connection: Connection,
  {
    work,
    shards,
    begin,
  }: {
    readonly work: (tx: Tx) => Promise<Result>
    readonly shards: number | undefined
    readonly begin: string
  },
): Promise<Result> {
  const failures: unknown[] = []
  let isOver = false
  const ask = async (query: pg.QueryConfig) => {
    assert(!isOver, 'a statement was sent after its transaction had ended')
    try {
      return await connection.query(query)
    } catch (cause) {
      // In the order of the server's responses, at any depth of the calls that wait for them.
      failures.push(cause)
      throw cause
    }
  }
  connection.cork()
  // Not awaited: it is sent with the first statements. If it fails, they fail too.
  const begun = ask({ text: begin })
  begun.catch(ignore)
  let result: Result
  try {
    result = await work(queryable(ask, shards))
    await begun
  } catch (cause) {
    isOver = true
    // A connection that cannot roll back is not used again; its uncommitted statements are void.
    if (!connection.isSpent())
      await connection
        .query({ text: 'rollback' })
        .catch(() => connection.destroy('the rollback failed'))
    throw failures.includes(cause) ? failures[0] : cause
  }
  isOver = true
  const ended = await connection.query({ text: 'commit' })
  if (ended.command !== 'COMMIT' && failures.length > 0) throw failures[0]
  assert(
    ended.command === 'COMMIT',
    'a transaction in which a statement failed cannot be committed',
  )
  return result
}

function queryable(
  run: (query: pg.QueryConfig) => Promise<pg.QueryResult>,
  shards: number | undefined,
): Queryable {
  const tag = (text: TemplateStringsArray | string, ...values: readonly unknown[]) =>
    typeof text === 'string'
      ? { identifier: text }
      : statement(text, values, (query) => run(query).then(({ rows }) => rows))
  const unsafe = (text: string) => run({ text }).then(({ rows }) => rows)
  const execute = async (text: string, values: readonly unknown[]): Promise<Executed> => {
    const { rows, command, rowCount } = await run({ text, values: [...values] })
    return { rows, command, rowCount: rowCount ?? 0 }
  }
  return Object.assign(tag, { unsafe, execute, shards }) as Queryable
}

/**
 * int8 becomes a safe number and date a `YYYY-MM-DD` text. Other types are as the driver reads
 * them: timestamptz a Date, json the value.
 */
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

const textArray = pg.types.getTypeParser(
  1009 as Parameters<typeof pg.types.getTypeParser>[0],
) as unknown as (text: string) => (string | null)[] // text[]

const parsers = new Map<number, (text: string) => unknown>([
  [20, int8],
  [1016, each(int8)],
  [1082, (text) => text],
  [1182, each((text) => text)],
])

function rethrow(cause: unknown): never {
  throw asDatabaseError(cause)
}

const ignore = (): void => {}
