import { Rejection } from '../primitives/rejection.ts'
import type { PeopleContext } from './people.ts'
import { isLocked, recordFailure } from './sign-in-failure-store.ts'

/**
 * Runs a check of a second factor for a person who is not locked. Its failure counts towards the
 * same lock as a wrong password.
 * @throws Rejection `second-factor-refused`
 */
export async function withFailures<Result>(
  app: Pick<PeopleContext, 'sql'>,
  personId: string,
  check: () => Promise<Result | undefined>,
): Promise<Result> {
  const result = (await isLocked(app.sql, personId)) ? undefined : await check()
  if (result !== undefined) return result
  await recordFailure(app.sql, personId)
  throw new Rejection('second-factor-refused')
}
