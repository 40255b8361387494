import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { type App, actAs } from '../app.ts'
import { buildApp } from '../build-app.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Actor } from '../primitives/actor.ts'
import { savedLogin } from './saved-login.ts'

/** A command of the command line. */
export interface CliCommand {
  /** Adds the command, and the commands below it, to the program. */
  addTo(program: Command, run: Runner): void
}

/**
 * Makes the action of a command from a function that returns the exit code. The configuration is
 * read first.
 */
export type Runner = <Args extends unknown[]>(
  work: (config: Config, ...args: Args) => Promise<number>,
  options?: RunOptions,
) => (...args: Args) => Promise<void>

export interface RunOptions {
  /** False: a home that does not exist is an error, and is not created. Default: true. */
  readonly makesHome?: boolean
}

/** The command was not understood. */
export class UsageError extends Error {}

/** Builds the gateway's parts, runs `work` with them and closes them. */
export async function withApp(config: Config, work: (app: App) => Promise<void>): Promise<number> {
  const database = await openDatabase(config)
  const app = await buildApp({
    config: { ...config, logLevel: 'error' },
    databaseUrl: database.url,
    baseUrl: config.baseUrl ?? `http://${config.host}:${config.port}`,
    works: false,
  })
  try {
    await work(actAs(app, (await personActor(app, config)) ?? machineActor()))
    return 0
  } finally {
    await app.close()
    await database.close()
  }
}

/** After `guiche login` a command acts as the person, while the login is open. */
async function personActor(app: App, config: Config): Promise<Actor | undefined> {
  const person = (await savedLogin(app, config))?.person
  return person && { kind: 'person', id: person.id, name: person.name }
}

/** Otherwise a command acts as the user of the machine. */
function machineActor(): Actor {
  const { username } = userInfo()
  return { kind: 'cli', id: username, name: username }
}

export const show = (value: unknown): void => console.log(JSON.stringify(value, null, 2))
