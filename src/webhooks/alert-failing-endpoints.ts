import type { Sql } from '../db/pool.ts'
import { write } from '../journal/change.ts'
import { type Journal, WriteConflict } from '../journal/journal.ts'
import { objectChange } from '../journal/object-change.ts'
import type { Clock } from '../primitives/clock.ts'
import { dayMs } from '../primitives/durations.ts'
import {
  type FailingAddress,
  notifiedAddressesWriter,
  unnotifiedAddresses,
} from './failing-address-store.ts'

interface Deps {
  readonly sql: Sql
  readonly clock: Clock
  readonly journal: Pick<Journal, 'record'>
}

/**
 * Notifies merchants of addresses that have failed for five days (docs/design/rules.md#w9), by an
 * event in the feed and at their other endpoints. Once for each time an address stops working.
 * Returns the number of notified merchants.
 */
export async function alertFailingEndpoints(app: Deps): Promise<number> {
  const now = app.clock.now()
  const failing = await unnotifiedAddresses(app.sql, new Date(now.getTime() - alertAfterMs), 20)
  await Promise.all(failing.map((address) => alert(app, address, now)))
  return failing.length
}

const alertAfterMs = 5 * dayMs

async function alert(app: Deps, address: FailingAddress, now: Date): Promise<void> {
  const { accountId, id, endpoint, since } = address
  const data = { address: endpoint, failingSince: since.toISOString() }
  try {
    await app.journal.record(
      objectChange({
        accountId,
        at: now,
        writes: [write(notifiedAddressesWriter, { accountId, id, endpoint, toldAt: now })],
        notice: {
          type: 'webhook_endpoint',
          event: 'webhook_endpoint.failing',
          objectId: id,
          url: null,
          sequence: 1,
          data,
        },
      }),
    )
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause // It recovered, or another worker was first.
  }
}
