import type { Queryable } from '../db/pool.ts'

/** Removes some codes that no person approved in time. Each new code removes more than one. */
export const removeExpiredDeviceCodes = (db: Queryable) => db`
  delete from people.device_codes
  where id in (
    select id from people.device_codes
    where expires_at < now()
    order by expires_at
    limit 100
    for update skip locked)`

/** Removes the codes that a person has opened or approved. */
export const removeDeviceCodes = (db: Queryable, personId: string) => db`
  delete from people.device_codes
  where person_id = ${personId}`
