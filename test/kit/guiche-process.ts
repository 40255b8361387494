import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { program } from './program.ts'
import { mostTries, unconnected } from './until-connected.ts'

/**
 * What a program needs of the machine. It loads the code that Node has compiled for the tests, and
 * what is loaded into the tests themselves, such as a clock that is set to another hour.
 */
export const programEnv: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  LD_PRELOAD: process.env.LD_PRELOAD,
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
}

/**
 * Runs `guiche` as a process of its own, while servers of the test continue. It is run again when
 * it could not open a connection to PostgreSQL.
 */
export async function runGuiche(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  for (let tries = 1; ; tries += 1) {
    const ended = await runOnce(args, env)
    if (ended.status === 0 || !unconnected.test(ended.stderr) || tries === mostTries) return ended
  }
}

async function runOnce(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...programEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { stdout, stderr, status }
}
