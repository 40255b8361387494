import type { Queryable } from '../db/pool.ts'

/** Removes the codes that a person has opened or approved. */
export const removeDeviceCodes = (db: Queryable, personId: string) => db`
  delete from people.device_codes
  where person_id = ${personId}`
