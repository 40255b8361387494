import { Rejection } from '../primitives/rejection.ts'
import { WriteConflict } from './journal.ts'

/**
 * Looks again when another change was faster: the rules decide anew on what is true by then. `stopWhen`: what was lost says
 * that looking again cannot help. Throws that `WriteConflict`, or `database-unavailable` when it was never the first.
 */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result>,
  { unless = () => false }: { readonly unless?: (lost: WriteConflict) => boolean } = {},
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (cause) {
      if (!(cause instanceof WriteConflict) || unless(cause)) throw cause
      if (tries === mostTries) throw new Rejection('database-unavailable', { retryAfterSeconds: 1 }, { cause })
    }
  }
}

const mostTries = 8
