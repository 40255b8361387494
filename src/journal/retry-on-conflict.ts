import { Rejection } from '../primitives/rejection.ts'
import { WriteConflict } from './journal.ts'

/**
 * Retries when another change was faster: `attempt` decides again on the new state. `stopWhen`
 * selects conflicts for which a retry cannot help. Throws such a `WriteConflict`, or
 * `database-unavailable` when every attempt lost.
 */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result>,
  { stopWhen = () => false }: { readonly stopWhen?: (lost: WriteConflict) => boolean } = {},
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (cause) {
      if (!(cause instanceof WriteConflict) || stopWhen(cause)) throw cause
      if (tries === mostTries)
        throw new Rejection('database-unavailable', { retryAfterSeconds: 1 }, { cause })
    }
  }
}

const mostTries = 8
