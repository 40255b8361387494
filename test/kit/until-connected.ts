import { codeOf, connectionLost } from '../../src/db/database-error.ts'
import { ConfigError } from '../../src/primitives/config-error.ts'

/**
 * Begins `work` again when it could not open a connection to PostgreSQL. On a busy machine one may
 * take longer than the gateway waits for it.
 */
export async function untilConnected<T>(work: () => PromiseLike<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (cause) {
      if (!isUnconnected(cause) || tries === mostTries) throw cause
    }
}

/** A process that ends for the same reason says so in one of these sentences. */
export const unconnected = /nenhum PostgreSQL responde|no PostgreSQL responds|CONNECTION_LOST/

export const mostTries = 5

const isUnconnected = (cause: unknown): boolean =>
  cause instanceof ConfigError
    ? cause.problem === 'database-unreachable'
    : codeOf(cause) === connectionLost
