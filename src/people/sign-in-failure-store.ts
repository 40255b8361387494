import type { Queryable } from '../db/pool.ts'
import { failuresLastMs, lockMs, locksLastMs, longestLockMs, mostFailures } from './lockout.ts'

/**
 * Counts an attempt as a failure before it is checked: of attempts at the same time no more are
 * checked than a person has left. False: the person is locked. The last attempt locks the person
 * until `returnAttempt`. The work is the same for a locked person.
 */
export async function admitAttempt(db: Queryable, bucket: string): Promise<boolean> {
  const [row] = await db<{ isAdmitted: boolean }[]>`
    insert into people.sign_in_failures as f (bucket, failures, last_failed_at)
    values (${bucket}, 1, now())
    on conflict (bucket) do update set
      failures = case
        when ${isLockedNow(db)} then ${refused}::int
        when ${startsAnew(db)} then 1
        else f.failures + 1
      end,
      locks = case when ${locksNow(db)} then ${recentLocks(db)} + 1 else f.locks end,
      locked_until = case
        when ${locksNow(db)} then now() + least(
          ${seconds(lockMs)}::int * power(2, least(${recentLocks(db)}, 20)),
          ${seconds(longestLockMs)}::int) * interval '1 second'
        else f.locked_until
      end,
      last_failed_at = now()
    returning failures < ${refused}::int as "isAdmitted"`
  return row?.isAdmitted === true
}

/** The attempt was right, or was not checked. If it locked the person, the lock ends. */
export const returnAttempt = (db: Queryable, bucket: string) => db`
  update people.sign_in_failures as f set
    failures = greatest(least(failures, ${mostFailures}::int) - 1, 0),
    locks = case when ${isLockedNow(db)} then greatest(locks - 1, 0) else locks end,
    locked_until = case when ${isLockedNow(db)} then now() else locked_until end
  where bucket = ${bucket}`

/** After a complete sign-in. A lock stays, and so does its effect on the next one. */
export const forgetFailures = (db: Queryable, bucket: string) => db`
  update people.sign_in_failures as f set failures = 0
  where bucket = ${bucket} and not ${isLockedNow(db)}`

const isLockedNow = (db: Queryable) => db`coalesce(f.locked_until > now(), false)`

/** The lock is over, or the last failure is too old to count. */
const startsAnew = (db: Queryable) => db`(
  f.failures >= ${mostFailures}::int
  or f.last_failed_at < now() - ${seconds(failuresLastMs)}::int * interval '1 second')`

const locksNow = (db: Queryable) => db`(
  not ${isLockedNow(db)}
  and not ${startsAnew(db)}
  and f.failures + 1 >= ${mostFailures}::int)`

const recentLocks = (db: Queryable) => db`case
  when f.locked_until > now() - ${seconds(locksLastMs)}::int * interval '1 second' then f.locks
  else 0
end`

/** What `failures` holds once an attempt of a locked person was refused. */
const refused = mostFailures + 1
const seconds = (ms: number): number => ms / 1_000
