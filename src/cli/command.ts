import type { Command } from 'commander'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { DatabaseStep } from '../db/open-database.ts'
import { machineActor } from './machine-actor.ts'
import { show } from './output.ts'
import { openPersonClient, type PersonClient } from './person-client.ts'
import { withProgress } from './progress.ts'

/** A command of the command line. */
export interface CliCommand {
  /** Adds the arguments, the options and the action to the command, and the commands below it. */
  addTo(command: Command, run: Runner): void
}

/**
 * Makes the action of a command from a function that returns the exit code. The configuration is
 * read first.
 */
export type WithConfig = <Args extends unknown[]>(
  work: (config: Config, ...args: Args) => Promise<number>,
  options?: RunOptions,
) => (...args: Args) => Promise<void>

export interface Runner extends WithConfig {
  /** The same for a command that needs no configuration, or reads it itself. */
  plain<Args extends unknown[]>(
    work: (...args: Args) => Promise<number>,
  ): (...args: Args) => Promise<void>
  /** The program with every command, for readers of its tree. */
  wholeProgram(): Promise<Command>
}

export interface RunOptions {
  /** False: a home that does not exist is an error, and is not created. Default: true. */
  readonly makesHome?: boolean
}

export { UsageError } from './usage-error.ts'

/**
 * Builds the gateway's parts, runs `work` with them and closes them. The parts are loaded here: the
 * help and the completion do not need them.
 */
export async function withApp(config: Config, work: (app: App) => Promise<void>): Promise<number> {
  const [{ openDatabase }, { buildApp }, { actAs }] = await Promise.all([
    import('../db/open-database.ts'),
    import('../build-app.ts'),
    import('../app.ts'),
  ])
  const database = await withProgress('abrindo o banco de dados', (update) =>
    openDatabase(config, { report: (step) => update(describeStep(step)) }),
  )
  const app = await buildApp({
    config: { ...config, logLevel: 'error' },
    databaseUrl: database.url,
    baseUrl: config.baseUrl ?? `http://${config.host}:${config.port}`,
    works: false,
  })
  try {
    await work(actAs(app, machineActor()))
    return 0
  } finally {
    await app.close()
    await database.close()
  }
}

/** The progress of the opening of a database, for people. */
export const describeStep = (step: DatabaseStep): string =>
  step.kind === 'server' ? 'inicia o PostgreSQL' : `${step.done} de ${step.total} migrações`

/** A change that a command makes, in one of two ways. */
interface Change {
  /** With the login of this home, through the API. */
  viaApi(client: PersonClient): Promise<unknown>
  /** On the database, as the user of the machine. */
  direct(app: App): Promise<unknown>
}

/**
 * After `guiche login` a change goes through the API as that person. Without a login it is made on
 * the database by the one who has its address (docs/decisions/command-line.md).
 */
export async function change(config: Config, { viaApi, direct }: Change): Promise<number> {
  const client = openPersonClient(config)
  const showIfAny = (result: unknown) => {
    if (result !== undefined) show(result)
  }
  if (!client) return withApp(config, async (app) => showIfAny(await direct(app)))
  showIfAny(await viaApi(client))
  return 0
}
