import type { App } from '../app.ts'
import { dayMs } from '../primitives/durations.ts'
import { deleteUnpaidSessions } from './checkout-session-store.ts'

/**
 * Deletes a batch of the sessions in which no payment was tried, some days after their end: a shop
 * opens many that no buyer uses, with data of the buyer. Returns how many it looked at.
 */
export const cleanSessions = (
  { sql, clock, config }: Pick<App, 'sql' | 'clock' | 'config'>,
  limit: number,
): Promise<number> =>
  deleteUnpaidSessions(sql, {
    endedBefore: new Date(clock.now().getTime() - config.checkoutSessionDays * dayMs),
    limit,
  })
