import { readdir } from 'node:fs/promises'
import { migrationsDirectory } from '../../db/migrate.ts'
import type { Sql } from '../../db/pool.ts'

/**
 * Migrations that this program has and the database does not. Throws when the database does not
 * respond.
 */
export async function missingMigrations(sql: Sql): Promise<string[]> {
  const [names, rows] = await Promise.all([
    readdir(migrationsDirectory),
    sql<{ name: string }[]>`select name from migrations`,
  ])
  const applied = new Set(rows.map(({ name }) => name))
  return names.filter((name) => name.endsWith('.sql') && !applied.has(name)).sort()
}
