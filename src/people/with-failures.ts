import type { Queryable } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { PeopleContext } from './people.ts'
import { admitAttempt, returnAttempt } from './sign-in-failure-store.ts'

/**
 * Runs a check of a code for a person who is not locked. Its failure, undefined, counts towards the
 * same lock as a wrong password.
 * @throws Rejection `second-factor-refused`, or the given one
 */
export async function withFailures<Result>(
  { sql }: Pick<PeopleContext, 'sql'>,
  personId: string,
  check: () => Promise<Result | undefined>,
  code: 'second-factor-refused' | 'link-not-valid' = 'second-factor-refused',
): Promise<Result> {
  const result = await countAttempt(sql, personId, async (isAdmitted) =>
    isAdmitted ? check() : undefined,
  )
  if (result === undefined) throw new Rejection(code)
  return result
}

/**
 * Counts an attempt as a failure while it is checked, and afterwards if it was one. Returns
 * undefined for a failure, and while the bucket is locked.
 */
export async function countAttempt<Result>(
  db: Queryable,
  bucket: string,
  check: (isAdmitted: boolean) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const isAdmitted = await admitAttempt(db, bucket)
  let isFailure = !isAdmitted
  try {
    const result = await check(isAdmitted)
    isFailure ||= result === undefined
    return isAdmitted ? result : undefined
  } finally {
    // Also when the check could not be made.
    if (!isFailure) await returnAttempt(db, bucket)
  }
}
