import { type Config, ConfigError } from '../config.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'

/** The database of this gateway, migrated: the one at DATABASE_URL, or the embedded one inside GUICHE_HOME. */
export async function openDatabase({ databaseUrl, home }: Config): Promise<{ url: string; close(): Promise<void> }> {
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ home }) : undefined
  const url = databaseUrl ?? embedded?.databaseUrl ?? ''
  try {
    await migrate(url)
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
