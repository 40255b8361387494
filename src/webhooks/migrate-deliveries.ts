import type { TimedSql } from '../db/business-time.ts'
import { markSettled, settleDeliveries, unsettledEndpoints } from './webhook-endpoint-store.ts'

/**
 * Makes the waiting deliveries of a changed endpoint follow it, in batches: however many wait, no
 * statement is long.
 */
export async function settleEndpoint(
  app: TimedSql,
  endpoint: { readonly accountId: string; readonly id: string },
): Promise<void> {
  for (let moved = share; moved === share; ) moved = await settleDeliveries(app, endpoint, share)
}

/**
 * Continues changes whose process died, or that met running attempts. Returns the number of
 * migrated deliveries.
 */
export async function migrateDeliveries(app: TimedSql): Promise<number> {
  let moved = 0
  for (const endpoint of await unsettledEndpoints(app.sql, 50)) {
    moved += await settleDeliveries(app, endpoint, share)
    await markSettled(app.sql, endpoint)
  }
  return moved
}

const share = 2_000
