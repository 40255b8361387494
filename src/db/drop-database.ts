import type { Sql } from './pool.ts'

/**
 * Drops a database, and ends its sessions. Repeats while the server vacuums it by itself, or while
 * a terminated session is still open: both do end.
 */
export async function dropDatabase(sql: Sql, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`drop database if exists ${sql(name)} with (force)`
      return
    } catch (cause) {
      const { code } = cause as { readonly code?: unknown }
      if ((code !== '42501' && code !== '55006') || tries === mostTries) throw cause
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }
}

/** For a minute: the server may be vacuuming a large table. */
const mostTries = 600
