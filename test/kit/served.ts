import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from '../../src/config.ts'
import type { Sql } from '../../src/db/pool.ts'
import { type Gateway, type Role, serve } from '../../src/serve.ts'
import { program as usualProgram } from './program.ts'
import { until } from './time-limit.ts'
import { mostTries, unconnected, untilConnected } from './until-connected.ts'

/** A gateway in this process, with open connections: its first requests wait for none. */
export async function served(config: Config, roles: readonly Role[]): Promise<Gateway> {
  const gateway = await untilConnected(() => serve(config, roles))
  await openConnections(gateway.app.sql)
  return gateway
}

const openConnections = (sql: Sql): Promise<void> =>
  until('the gateway has connections', () =>
    Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.01)`)).then(
      () => true,
      () => false,
    ),
  )

/**
 * `guiche serve` in a process of its own, once it is ready. It is started again when it could not
 * open a connection to PostgreSQL.
 */
export async function startServer({
  args = [],
  env,
  log = 'inherit',
  program = usualProgram,
}: {
  readonly args?: readonly string[]
  /** Beside the environment of this process. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** `pipe`: the test reads what the process writes. */
  readonly log?: 'inherit' | 'pipe'
  /** The main file. Default: that of this repository. */
  readonly program?: string | undefined
}): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  for (let tries = 1; ; tries += 1) {
    const child = spawn(process.execPath, [program, 'serve', ...args], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, ...env },
      stdio: ['ignore', log, 'pipe', 'ipc'],
    })
    let errors = ''
    child.stderr?.on('data', (bytes) => {
      errors += String(bytes)
      if (log === 'inherit') process.stderr.write(bytes)
    })
    const [message] = await Promise.race([
      once(child, 'message'),
      once(child, 'close').then(() => []),
    ])
    if (message) return { child, url: (message as { ready: { url: string } }).ready.url }
    if (!unconnected.test(errors) || tries === mostTries)
      throw new Error(`"guiche serve ${args.join(' ')}" ended with ${child.exitCode}: ${errors}`)
  }
}
