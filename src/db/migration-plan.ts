import { ConfigError } from '../primitives/config-error.ts'
import { randomBase62 } from '../primitives/id.ts'
import { parseAddress, withDatabase } from './database-address.ts'
import { dropDatabase } from './drop-database.ts'
import {
  createMigrationsTable,
  type Migration,
  migrationStatus,
  readMigrations,
} from './migrate.ts'
import { openPool, type Sql, type Tx } from './pool.ts'

/** What a pending migration does to the tables that exist before it. */
export interface PlannedMigration {
  readonly name: string
  readonly tables: readonly TouchedTable[]
}

export interface TouchedTable {
  readonly table: string
  readonly blocks: Blocks
  /**
   * Every row is read: the larger the table, the longer. For a change of rows, this is PostgreSQL's
   * plan for an empty table.
   */
  readonly isReadWhole: boolean
  /** Every row is written again, with its indexes. */
  readonly isRewritten: boolean
  /** As PostgreSQL estimates them. */
  readonly rows: number
  /** With its indexes. */
  readonly bytes: number
}

/** What waits until the migration is committed. `changed-rows`: changes of the same rows. */
export type Blocks = 'reads-and-writes' | 'writes' | 'changed-rows'

/** The strongest of these lock modes decides. Undefined: nothing waits. */
export function blocksOf(modes: readonly string[]): Blocks | undefined {
  const has = (...names: string[]) => names.some((name) => modes.includes(`${name}Lock`))
  if (has('AccessExclusive')) return 'reads-and-writes'
  if (has('Exclusive', 'ShareRowExclusive', 'Share')) return 'writes'
  if (has('RowExclusive')) return 'changed-rows'
  return undefined
}

/**
 * Runs the pending migrations in an empty database of the same server, and returns what each locks
 * there with the sizes of the tables here. The database itself is only read. What a migration does
 * only when it finds certain rows is not seen. When `signal` aborts, the empty database is dropped.
 * @throws ConfigError when the role may not create a database, or a file fails
 */
export async function planMigrations(
  databaseUrl: string,
  { directory, signal }: { readonly directory?: string; readonly signal?: AbortSignal } = {},
): Promise<PlannedMigration[]> {
  const { pending } = await migrationStatus(databaseUrl, directory)
  if (pending.length === 0) return []
  const migrations = await readMigrations(directory)
  const sql = openPlanPool(databaseUrl)
  try {
    const sizes = await readSizes(sql)
    signal?.throwIfAborted()
    return await withScratch(
      sql,
      databaseUrl,
      (scratch) => runAll(scratch, migrations, new Set(pending), sizes),
      signal,
    )
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const openPlanPool = (url: string): Sql =>
  openPool({ url, max: 1, applicationName: 'guiche-migrate', statementMs: 0 })

async function withScratch<Result>(
  sql: Sql,
  databaseUrl: string,
  work: (scratch: Sql) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const name = scratchName(parseAddress(databaseUrl)?.database ?? '')
  // Making a database waits for the disk, and for other sessions that copy the same template.
  await sql`set lock_timeout = 0`
  try {
    await sql`create database ${sql(name)} template template0`
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code !== '42501') throw cause
    throw new ConfigError('plan-needs-createdb', {}, { cause })
  }
  const scratch = openPlanPool(withDatabase(databaseUrl, name))
  try {
    return await Promise.race([work(scratch), rejectedAt(signal)])
  } finally {
    // After an abort the statement in progress is cut.
    await scratch.end({ timeout: signal?.aborted ? 0 : 5 })
    await dropDatabase(sql, name)
  }
}

const rejectedAt = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

/** Names the database that is planned, within the 63 bytes that PostgreSQL allows. */
const scratchName = (database: string): string =>
  `${database.replace(/[^a-z0-9_]/gi, '_').slice(0, 45)}_plan_${randomBase62(8).toLowerCase()}`

type Sizes = ReadonlyMap<string, Pick<TouchedTable, 'rows' | 'bytes'>>

async function readSizes(sql: Sql): Promise<Sizes> {
  const tables = await sql<{ table: string; rows: number; bytes: number }[]>`
    select oid::regclass::text as table, greatest(reltuples, 0)::int8 as rows,
      pg_total_relation_size(oid) as bytes
    from pg_class
    where relkind in ('r', 'p')`
  return new Map(tables.map(({ table, rows, bytes }) => [table, { rows, bytes }]))
}

async function runAll(
  scratch: Sql,
  migrations: readonly Migration[],
  pending: ReadonlySet<string>,
  sizes: Sizes,
): Promise<PlannedMigration[]> {
  const planned: PlannedMigration[] = []
  await scratch.begin((tx) => createMigrationsTable(tx))
  for (const { name, text } of migrations) {
    const tables = await scratch.begin((tx) => runOne(tx, { name, text }, sizes))
    if (pending.has(name)) planned.push({ name, tables })
  }
  return planned
}

async function runOne(
  tx: Tx,
  { name, text }: Pick<Migration, 'name' | 'text'>,
  sizes: Sizes,
): Promise<TouchedTable[]> {
  const before = await readTables(tx)
  try {
    await tx.unsafe(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError('migration-failed', { name, reason }, { cause })
  }
  const after = new Map((await readTables(tx)).map((table) => [table.oid, table]))
  const locks = await readLocks(tx)
  return before.flatMap(({ oid, table, file, scans }) => {
    const blocks = blocksOf(locks.get(oid) ?? [])
    if (!blocks) return []
    const now = after.get(oid)
    return {
      ...{ table, blocks },
      isReadWhole: now !== undefined && now.scans > scans,
      isRewritten: now !== undefined && now.file !== file,
      ...(sizes.get(table) ?? { rows: 0, bytes: 0 }),
    }
  })
}

interface Table {
  readonly oid: number
  readonly table: string
  /** Another number after the table was written again. */
  readonly file: number
  /** How often this session has read the whole table. */
  readonly scans: number
}

const readTables = (tx: Tx) => tx<Table[]>`
  select oid::int8 as oid, oid::regclass::text as table, relfilenode::int8 as file,
    coalesce(pg_stat_get_xact_numscans(oid), 0) as scans
  from pg_class
  where relkind in ('r', 'p')
    and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    and relpersistence = 'p'
  order by 2`

/** A transaction keeps its locks to its end, so the last look shows all of them. */
async function readLocks(tx: Tx): Promise<ReadonlyMap<number, string[]>> {
  const locks = await tx<{ oid: number; modes: string[] }[]>`
    select relation::int8 as oid, array_agg(mode) as modes
    from pg_locks
    where pid = pg_backend_pid() and locktype = 'relation'
    group by relation`
  return new Map(locks.map(({ oid, modes }) => [oid, modes]))
}
