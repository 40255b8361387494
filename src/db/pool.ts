import assert from 'node:assert/strict'
import postgres from 'postgres'

/** What our column types become: int8 a safe number, date a `YYYY-MM-DD` text, timestamptz a Date, jsonb the value itself. */
type ColumnTypes = { int8: number; calendarDate: string }
type ColumnParsers = { [Name in keyof ColumnTypes]: postgres.PostgresType<ColumnTypes[Name]> }

/** A pool of connections. */
export type Sql = postgres.Sql<ColumnTypes>

/** One open database transaction. */
export type Tx = postgres.TransactionSql<ColumnTypes>

/** Either of them: what a function takes that does not care. */
export type Queryable = postgres.ISql<ColumnTypes>

export interface PoolOptions {
  readonly url: string
  /** Most connections open at once. */
  readonly max: number
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
}

/** Opens no connection by itself: the first query does. Limits are those of reliability D4, held by the server where it can. */
export function openPool({ url, max, applicationName }: PoolOptions): Sql {
  return postgres<ColumnParsers>(url, {
    max,
    connect_timeout: connectTimeoutS,
    keep_alive: keepAliveS,
    backoff: (retries: number) => Math.min(0.01 * 2 ** retries, longestBackoffS),
    connection: {
      application_name: applicationName,
      statement_timeout: 5_000,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 10_000,
      TimeZone: 'UTC',
    },
    types: { int8, calendarDate },
    onnotice: () => {},
  })
}

const connectTimeoutS = 2
const keepAliveS = 30
const longestBackoffS = 1 // A database that comes back is noticed within a second.

const int8 = {
  to: 20,
  from: [20],
  serialize: (value: number) => String(value),
  parse: (text: string) => {
    const value = Number(text)
    assert(Number.isSafeInteger(value), `a bigint too large to be read exactly: ${text}`)
    return value
  },
}

const calendarDate = {
  to: 1082,
  from: [1082],
  serialize: (value: string) => value,
  parse: (text: string) => text,
}
