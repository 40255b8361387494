import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '../config/package.ts'
import { ConfigError } from '../primitives/config-error.ts'
import { codeOf } from './database-error.ts'
import { openPool, type Sql, type Tx } from './pool.ts'

export const migrationsDirectory = join(import.meta.dirname, 'migrations')

/**
 * Brings a database up to these files, in order, each in a transaction of its own. Safe to call
 * from several processes at once. A database that is ahead of the files is left unchanged: the
 * version before continues beside the next one, until a migration removes what that version uses.
 * @returns the names of the files applied now
 * @throws ConfigError when an applied file has changed, a file comes too late, a file fails, or the
 *   database needs a newer version of this program
 */
export async function migrate(
  databaseUrl: string,
  directory = migrationsDirectory,
  report: (done: number, total: number) => void = () => {},
  program = version(),
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-migrate' })
  try {
    await sql.begin((tx) => createMigrationsTable(tx), { statementMs: 0 })
    await assertNewEnough(sql, program)
    const before = await checksums(sql)
    const applied: string[] = []
    for (const [index, migration] of migrations.entries()) {
      report(index, migrations.length)
      // Most starts find every file applied.
      if (before.get(migration.name) === migration.checksum) continue
      if (await applyAgain(sql, migration)) applied.push(migration.name)
    }
    return applied
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The state of a database with respect to these files. */
export interface MigrationStatus {
  readonly applied: readonly { readonly name: string; readonly appliedAt: Date }[]
  readonly pending: readonly string[]
}

/** Changes nothing: a database that was never migrated has every file pending. */
export async function migrationStatus(
  databaseUrl: string,
  directory = migrationsDirectory,
): Promise<MigrationStatus> {
  const migrations = await readMigrations(directory)
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-migrate' })
  try {
    const [found] = await sql<
      { isThere: boolean }[]
    >`select to_regclass('migrations') is not null as "isThere"`
    const applied = found?.isThere
      ? await sql<{ name: string; appliedAt: Date }[]>`
          select name, applied_at as "appliedAt" from migrations order by name`
      : []
    const names = new Set(applied.map(({ name }) => name))
    return {
      applied,
      pending: migrations.map(({ name }) => name).filter((name) => !names.has(name)),
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** One text for the whole set: two directories with the same digest make the same schema. */
export async function migrationsDigest(directory = migrationsDirectory): Promise<string> {
  const migrations = await readMigrations(directory)
  return sha256(migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''))
}

export interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** The files of a directory, in the order in which they are applied. */
export async function readMigrations(directory = migrationsDirectory): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const numbers = new Map<string, string>()
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
    if (number === undefined) throw new ConfigError('migration-name', { name })
    const twin = numbers.get(number)
    if (twin !== undefined) throw new ConfigError('migration-number-twice', { name, other: twin })
    numbers.set(number, name)
  }
  return Promise.all(names.map((name) => readMigration(directory, name)))
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  // The line endings of a checkout on Windows are not a change.
  const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, text, checksum: sha256(text) }
}

/** Migrations may name the table that lists them. */
export async function createMigrationsTable(tx: Tx): Promise<void> {
  await lock(tx)
  // The gateway may run with a role that may not create tables: PostgreSQL would reject the
  // statement even for a table that exists.
  const [found] = await tx<
    { isThere: boolean }[]
  >`select to_regclass('migrations') is not null as "isThere"`
  if (found?.isThere) return
  await tx`
    create table if not exists migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now(),
      needed_version text -- An older program does not run on the schema. Null: the file expands.
    )`
}

/** Of the applied files, by name. */
async function checksums(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<
    { name: string; checksum: string }[]
  >`select name, checksum from migrations`
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** A migration that removes something names the version that stopped using it. */
async function assertNewEnough(sql: Sql, program: string): Promise<void> {
  const rows = await sql<{ name: string; needed: string }[]>`
    select name, to_jsonb(m) ->> 'needed_version' as needed
    from migrations m
    where to_jsonb(m) ->> 'needed_version' is not null
    order by name`
  for (const { name, needed } of rows)
    if (isOlder(program, needed))
      throw new ConfigError('program-too-old', { name, needed, program })
}

const isOlder = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0

/**
 * A file is one transaction, so it has no effect when it loses a deadlock with a statement of the
 * gateway, which holds one of its tables and waits for another. That statement then ends.
 */
async function applyAgain(sql: Sql, migration: Migration): Promise<boolean> {
  for (let left = mostDeadlocks; ; left -= 1)
    try {
      return await sql.begin((tx) => apply(tx, migration), { statementMs: 0 })
    } catch (cause) {
      if (left === 0 || !(cause instanceof ConfigError) || codeOf(cause.cause) !== deadlock)
        throw cause
    }
}

const mostDeadlocks = 4
const deadlock = '40P01'

async function apply(tx: Tx, { name, text, checksum }: Migration): Promise<boolean> {
  await lock(tx)
  const [before] = await tx<
    { checksum: string }[]
  >`select checksum from migrations where name = ${name}`
  if (before) {
    if (before.checksum === checksum) return false
    throw new ConfigError('migration-changed', { name })
  }
  const [later] = await tx<
    { name: string }[]
  >`select name from migrations where name > ${name} order by name limit 1`
  if (later) throw new ConfigError('migration-late', { name, later: later.name })

  // It is better to fail and run again than to make every query wait for our lock.
  await tx`set local lock_timeout = '10s'`
  try {
    await tx.unsafe(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError('migration-failed', { name, reason }, { cause })
  }
  await tx`insert into migrations (name, checksum) values (${name}, ${checksum})`
  const needed = contractLine.exec(text)?.[1]
  if (needed !== undefined)
    await tx`update migrations set needed_version = ${needed} where name = ${name}`
  return true
}

/** A concurrent second process waits for the first, at any duration of its migrations. */
async function lock(tx: Tx): Promise<void> {
  await tx`set local lock_timeout = 0`
  await tx`select pg_advisory_xact_lock(${advisoryLockKey})`
}

/** The line with which a migration may remove what the named version stopped using. */
export const contractLine = /^-- Contract: unused since (\d+\.\d+\.\d+)\.$/m

const advisoryLockKey = 7_205_118 // Any number that never changes.

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
