import type { Queryable } from '../db/pool.ts'

/** Voids the links for a new password that were mailed to a person. Each has the person's id. */
export const removeResetLinks = (db: Queryable, personId: string) => db`
  delete from people.verifications
  where value = ${personId}`

/**
 * Removes some values that no one used in time. Each new value removes more than one, so the table
 * holds the values of the last minutes.
 */
export const removeExpiredValues = (db: Queryable) => db`
  delete from people.verifications
  where id in (
    select id from people.verifications
    where expires_at < now()
    order by expires_at
    limit 100
    for update skip locked)`
