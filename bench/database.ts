import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { watchCpu } from './cpu-times.ts'

/**
 * A durable PostgreSQL of its own, with the settings of production: fsync on, synchronous commit
 * on. A bench that only reads may leave that out.
 */
export async function openBenchDatabase({
  isDurable = true,
}: {
  readonly isDurable?: boolean
} = {}): Promise<{ url: string; close(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-bench-'))
  const server = await startEmbeddedPostgres({ home, isDurable })
  await migrate(server.databaseUrl)
  const unwatch = watchCpu('PostgreSQL', server.pid)
  return {
    url: server.databaseUrl,
    async close() {
      unwatch()
      await server.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
