import type { Queryable } from '../db/pool.ts'
import { lockMs, mostFailures } from './lockout.ts'

/** Whether the person is locked now. */
export async function isLocked(db: Queryable, bucket: string): Promise<boolean> {
  const [row] = await db<{ isLocked: boolean }[]>`
    select locked_until > now() as "isLocked"
    from people.sign_in_failures
    where bucket = ${bucket}`
  return row?.isLocked === true
}

/**
 * Counts a wrong password or code. Failures while the person is locked count nothing, so a lock
 * ends by itself. Failures that are older than a lock are forgotten.
 */
export const recordFailure = (db: Queryable, bucket: string) => db`
  insert into people.sign_in_failures as f (bucket, failures, last_failed_at)
  values (${bucket}, 1, now())
  on conflict (bucket) do update set
    failures = case
      when f.locked_until > now() then f.failures
      when f.locked_until is not null or f.last_failed_at < now() - ${seconds} * interval '1 second'
        then 1
      else f.failures + 1
    end,
    locked_until = case
      when f.locked_until > now() then f.locked_until
      when f.locked_until is null
        and f.last_failed_at >= now() - ${seconds} * interval '1 second'
        and f.failures + 1 >= ${mostFailures}
        then now() + ${seconds} * interval '1 second'
      else null
    end,
    last_failed_at = now()`

/** After a complete sign-in. */
export const forgetFailures = (db: Queryable, bucket: string) => db`
  delete from people.sign_in_failures
  where bucket = ${bucket} and (locked_until is null or locked_until <= now())`

const seconds = lockMs / 1_000
