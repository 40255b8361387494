import type { App } from '../app.ts'
import { buildApp } from '../build-app.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'

/** One thing the command line can do. */
export interface Command {
  readonly summary: string
  readonly usage: string
  /** It looks at what there is: a home that does not exist is said, and not made. */
  readonly looksOnly?: boolean
  /** Answers the exit code. */
  run(args: readonly string[], config: Config): Promise<number>
}

/** The command was not understood. */
export class UsageError extends Error {}

/** Does one thing with the gateway's parts and puts them away. */
export async function withApp(config: Config, work: (app: App) => Promise<void>): Promise<number> {
  const database = await openDatabase(config)
  const app = await buildApp({
    config: { ...config, logLevel: 'error' },
    databaseUrl: database.url,
    baseUrl: config.baseUrl ?? `http://${config.host}:${config.port}`,
    works: false,
  })
  try {
    await work(app)
    return 0
  } finally {
    await app.close()
    await database.close()
  }
}

export const show = (value: unknown): void => console.log(JSON.stringify(value, null, 2))
