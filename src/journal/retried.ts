import { Rejection } from '../primitives/rejection.ts'
import { LostChange } from './journal.ts'

/**
 * Looks again when another change was faster: the rules decide anew on what is true by then. `unless`: what was lost says
 * that looking again cannot help. Throws that `LostChange`, or `database-unavailable` when it was never the first.
 */
export async function retried<Result>(
  attempt: () => Promise<Result>,
  { unless = () => false }: { readonly unless?: (lost: LostChange) => boolean } = {},
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (cause) {
      if (!(cause instanceof LostChange) || unless(cause)) throw cause
      if (tries === mostTries) throw new Rejection('database-unavailable', { retryAfterSeconds: 1 }, { cause })
    }
  }
}

const mostTries = 8
