import { type Config, ConfigError } from '../config.ts'
import { claimDatabase } from './claim-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'

/**
 * The database of this gateway, migrated and known to be its own: the one at DATABASE_URL, or the embedded one inside
 * GUICHE_HOME. @throws ConfigError when it belongs to another installation
 */
export async function openDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  const { databaseUrl, home } = config
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ home }) : undefined
  const url = databaseUrl ?? embedded?.databaseUrl ?? ''
  try {
    await migrate(url)
    await claimDatabase(url, config)
  } catch (cause) {
    await embedded?.stop()
    throw isUnreachable(cause)
      ? new ConfigError(`nenhum PostgreSQL responde em ${hostOf(url)}: inicie-o ou corrija DATABASE_URL`, { cause })
      : cause
  }
  return { url, close: async () => embedded?.stop() }
}

const isUnreachable = (cause: unknown): boolean => (cause as { code?: unknown } | null)?.code === 'CONNECTION_LOST'

const hostOf = (url: string): string => URL.parse(url)?.host ?? 'DATABASE_URL'
