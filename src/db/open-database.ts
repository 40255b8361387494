import type { Config } from '../config.ts'
import { ConfigError } from '../primitives/config-error.ts'
import { inOneLine } from '../primitives/in-one-line.ts'
import type { PlacedTable } from './citus-plan.ts'
import { distributeTables } from './citus-store.ts'
import { claimDatabase, identityMismatches, refuseOtherInstallation } from './claim-database.ts'
import { parseAddress } from './database-address.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { keepEmbeddedPostgres, type PostgresEvent } from './keep-postgres.ts'
import { type MigrationStatus, migrate, migrationStatus, migrationsDirectory } from './migrate.ts'
import { type PlannedMigration, planMigrations } from './migration-plan.ts'
import { openPool } from './pool.ts'
import { findLimits } from './role-store.ts'
import { missingLimits } from './session-limits.ts'

/**
 * The progress of the opening: the embedded server starts, or `done` of `total` migrations are
 * applied.
 */
export type DatabaseStep =
  | { readonly kind: 'server' }
  | { readonly kind: 'migrations'; readonly done: number; readonly total: number }

export interface OpenDatabase {
  /** That of DATABASE_URL, which may be a pooler, or of the embedded server. */
  readonly url: string
  /** Without the pooler, if there is one. */
  readonly directUrl: string
  /** The migrations applied now. */
  readonly migrated: readonly string[]
  /** Resolves when the embedded server has ended and could not be started again. */
  readonly givenUp: Promise<void>
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  readonly report?: (step: DatabaseStep) => void
  /**
   * Passed by a long-lived process: an embedded server that ends is restarted, and this function is
   * called.
   */
  readonly onPostgres?: (event: PostgresEvent) => void
}

/**
 * The database of this gateway, migrated and known to belong to it: the one at DATABASE_URL, or the
 * embedded one inside GUICHE_HOME.
 * @throws ConfigError when it cannot be used, or belongs to another installation
 */
export async function openDatabase(
  config: Config,
  { report = () => {}, onPostgres }: OpenDatabaseOptions = {},
): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, home } = config
  if (databaseUrl === undefined) report({ kind: 'server' })
  const embedded = databaseUrl === undefined ? await startEmbedded(home, onPostgres) : undefined
  const pooled = databaseUrl ?? embedded?.databaseUrl ?? ''
  const url = databaseDirectUrl ?? pooled
  try {
    await refuseOtherInstallation(url, config)
    const migrated = await migrate(url, migrationsDirectory, (done, total) =>
      report({ kind: 'migrations', done, total }),
    )
    await claimDatabase(url, config)
    return {
      url: pooled,
      directUrl: url,
      migrated,
      givenUp: embedded?.givenUp ?? never,
      close: async () => embedded?.stop(),
    }
  } catch (cause) {
    await embedded?.stop()
    throw connectionError(cause, url) ?? cause
  }
}

/**
 * Migrates the database of this gateway and distributes its tables over a cluster of Citus.
 * @throws ConfigError when it cannot be used, or is not the coordinator of a cluster
 */
export async function distributeDatabase(
  config: Config,
): Promise<Pick<OpenDatabase, 'migrated'> & { readonly placed: readonly PlacedTable[] }> {
  const { directUrl, migrated, close } = await openDatabase(config)
  try {
    return { migrated, placed: await distributeTables(directUrl) }
  } finally {
    await close()
  }
}

/**
 * Which migrations the database has and which are pending. Changes nothing.
 * @throws ConfigError when it cannot be reached
 */
export const readMigrationStatus = (config: Config): Promise<MigrationStatus> =>
  withDatabaseUrl(config, migrationStatus)

/**
 * What the pending migrations lock. The database of this gateway is only read.
 * @throws ConfigError when it cannot be reached, or `planMigrations` throws one
 */
export const readMigrationPlan = (
  config: Config,
  signal: AbortSignal,
): Promise<PlannedMigration[]> => withDatabaseUrl(config, (url) => planMigrations(url, { signal }))

async function withDatabaseUrl<Result>(
  { databaseUrl, databaseDirectUrl, home }: Config,
  read: (url: string) => Promise<Result>,
): Promise<Result> {
  const embedded = databaseUrl === undefined ? await startEmbedded(home) : undefined
  const url = databaseDirectUrl ?? databaseUrl ?? embedded?.databaseUrl ?? ''
  try {
    return await read(url)
  } catch (cause) {
    throw connectionError(cause, url) ?? cause
  } finally {
    await embedded?.stop()
  }
}

/** A database as it is, for a reader that changes nothing. */
export interface InspectedDatabase extends Pick<OpenDatabase, 'url' | 'close'> {
  /** The migrations that are not applied. */
  readonly pending: readonly string[]
  /** Why this process does not belong to it. Empty while migrations are pending. */
  readonly mismatches: readonly ConfigError[]
}

/**
 * Looks at the database of this gateway. Changes nothing: it is neither migrated nor claimed.
 * @throws ConfigError when it cannot be reached
 */
export async function inspectDatabase(config: Config): Promise<InspectedDatabase> {
  const { databaseUrl, databaseDirectUrl, home } = config
  const embedded = databaseUrl === undefined ? await startEmbedded(home) : undefined
  const pooled = databaseUrl ?? embedded?.databaseUrl ?? ''
  const url = databaseDirectUrl ?? pooled
  try {
    const { pending } = await migrationStatus(url)
    const mismatches = pending.length === 0 ? await mismatchesAt(url, config) : []
    return { url: pooled, pending, mismatches, close: async () => embedded?.stop() }
  } catch (cause) {
    await embedded?.stop()
    throw connectionError(cause, url) ?? cause
  }
}

async function mismatchesAt(url: string, config: Config): Promise<readonly ConfigError[]> {
  const sql = openPool({ url, max: 1, applicationName: 'guiche-inspect' })
  try {
    return await identityMismatches(sql, config)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * Looks at the sessions of a pooler.
 * @throws ConfigError when it cannot be reached, or its role has no limits
 */
export async function checkPooler({
  databaseUrl: url,
  databaseDirectUrl: directUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Promise<void> {
  if (url === undefined || directUrl === undefined) return
  const sql = openPool({ url, directUrl, max: 1, applicationName: 'guiche-pooler' })
  try {
    const missing = missingLimits(await findLimits(sql))
    if (missing) throw missing
  } catch (cause) {
    throw connectionError(cause, url) ?? cause
  } finally {
    await sql.end({ timeout: 5 })
  }
}

type Embedded = Omit<EmbeddedPostgres, 'pid' | 'socketUrl'> & { readonly givenUp?: Promise<void> }

async function startEmbedded(
  home: string,
  onPostgres?: (event: PostgresEvent) => void,
): Promise<Embedded> {
  try {
    return await (onPostgres
      ? keepEmbeddedPostgres({ home }, onPostgres)
      : startEmbeddedPostgres({ home }))
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    const { code, message } = cause as NodeJS.ErrnoException
    if (code !== undefined && folderTroubles.has(code))
      throw new ConfigError('home-unusable', { home, reason: code }, { cause })
    if (code !== undefined) throw cause
    throw new ConfigError('postgres-not-started', { reason: inOneLine(message) }, { cause })
  }
}

const never = new Promise<void>(() => {})

const folderTroubles: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EROFS',
  'ENOSPC',
  'EEXIST',
])

const unknownAddress = { hosts: 'DATABASE_URL', user: '', database: '' }

/** What the operator has to correct when the first connection fails. */
function connectionError(cause: unknown, url: string): ConfigError | undefined {
  const { hosts: host, user, database } = parseAddress(url) ?? unknownAddress
  const { code, cause: deeper } = cause as { readonly code?: unknown; readonly cause?: unknown }
  switch (code) {
    case 'CONNECTION_LOST': {
      const reason = tlsTrouble(deeper)
      if (reason !== undefined)
        return new ConfigError('database-tls-failed', { host, reason }, { cause })
      return new ConfigError('database-unreachable', { host }, { cause })
    }
    case '08P01':
      return refusesParameters.test((cause as Error).message)
        ? new ConfigError('database-is-pooler', { host }, { cause })
        : undefined
    case '25006':
      return new ConfigError('database-read-only', { host }, { cause })
    case '28P01':
    case '28000':
      return new ConfigError('database-refuses-login', { user, host }, { cause })
    case '3D000':
      return new ConfigError('database-missing', { database, host }, { cause })
    case '53300':
      return new ConfigError('database-full', { host }, { cause })
    case '42501':
      return new ConfigError('database-forbids', { user }, { cause })
    default:
      return undefined
  }
}

/** How PgBouncer refuses the settings of a session. */
const refusesParameters = /startup parameter/

/** Node's code of an invalid certificate, or the driver's message about a server without TLS. */
function tlsTrouble(cause: unknown): string | undefined {
  const { code, message = '' } = (cause ?? {}) as {
    readonly code?: string
    readonly message?: string
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|ALTNAME|EPROTO/.test(code ?? '')) return code
  return /does not support SSL|certificate|self-signed/i.test(message) ? message : undefined
}
