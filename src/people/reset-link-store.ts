import type { Queryable } from '../db/pool.ts'

/** Voids the links for a new password that were mailed to a person. Each has the person's id. */
export const removeResetLinks = (db: Queryable, personId: string) => db`
  delete from people.verifications
  where value = ${personId}`
