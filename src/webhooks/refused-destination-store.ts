import type { Queryable } from '../db/pool.ts'

/** The text of an attempt at an address that is not allowed. Nothing was sent. */
export const destinationRefused = 'destination not allowed'

/**
 * A question of the operator: addresses whose waiting deliveries are refused here, at most `limit`,
 * and how many accounts use each. At most 10,000 deliveries are read.
 */
export const refusedDestinations = (db: Queryable, limit: number) => db<
  { endpoint: string; accounts: number }[]
>`
  select endpoint, count(distinct account_id)::int as accounts
  from (
    select account_id, endpoint
    from deliveries
    where state = 'waiting' and last_error = ${destinationRefused}
    limit 10000) refused
  group by endpoint
  order by endpoint
  limit ${limit}`
