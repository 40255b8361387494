import { codeOf, connectionLost } from '../../src/db/database-error.ts'
import { ConfigError } from '../../src/primitives/config-error.ts'
import { Rejection } from '../../src/primitives/rejection.ts'

/**
 * Begins `work` again when it could not open a connection to PostgreSQL. On a busy machine one may
 * take longer than the gateway waits for it.
 */
export const untilConnected = <T>(work: () => PromiseLike<T>): Promise<T> =>
  untilPossible(work, isUnconnected)

/**
 * The same when it got no connection, or no lock, within the limits of the gateway: many at once
 * wait for each other.
 */
export const untilServed = <T>(work: () => PromiseLike<T>): Promise<T> =>
  untilPossible(work, (cause) => busy.has(codeOf(cause instanceof Rejection ? cause.cause : cause)))

const busy: ReadonlySet<string> = new Set([connectionLost, '55P03'])

async function untilPossible<T>(
  work: () => PromiseLike<T>,
  mayBeginAgain: (cause: unknown) => boolean,
): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (cause) {
      if (!mayBeginAgain(cause) || tries === mostTries) throw cause
    }
}

/**
 * Runs a command again when it could not open a connection to PostgreSQL. `complaintOf` returns
 * what it wrote about its failure: '' if it did not fail, or failed as the test expects.
 */
export async function untilRun<Ended>(
  run: () => Promise<Ended>,
  complaintOf: (ended: Ended) => string,
): Promise<Ended> {
  for (let tries = 1; ; tries += 1) {
    const ended = await run()
    if (!unconnected.test(complaintOf(ended)) || tries === mostTries) return ended
  }
}

/** A process that ends for the same reason says so in one of these sentences. */
export const unconnected = /nenhum PostgreSQL responde|no PostgreSQL responds|CONNECTION_LOST/

export const mostTries = 5

const isUnconnected = (cause: unknown): boolean =>
  cause instanceof ConfigError
    ? cause.problem === 'database-unreachable'
    : codeOf(cause) === connectionLost
