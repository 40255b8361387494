import type { Sql } from '../db/pool.ts'
import { write } from '../journal/change.ts'
import { type Journal, WriteConflict } from '../journal/journal.ts'
import type { Clock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import { type FailingAddress, toldAddressesWriter, untoldAddresses } from './failing-address-store.ts'
import { webhookBody } from './webhook-body.ts'

interface Ground {
  readonly sql: Sql
  readonly clock: Clock
  readonly journal: Pick<Journal, 'record'>
}

/**
 * Tells merchants of addresses that have failed for five days (docs/design/rules.md#w9), by an
 * event in the feed and at their other endpoints. Once for each time an address stops working.
 * Returns how many were told.
 */
export async function alertFailingEndpoints(app: Ground): Promise<number> {
  const now = app.clock.now()
  const failing = await untoldAddresses(app.sql, new Date(now.getTime() - patienceMs), 20)
  await Promise.all(failing.map((address) => tell(app, address, now)))
  return failing.length
}

const patienceMs = 5 * 24 * 3_600_000

async function tell(app: Ground, address: FailingAddress, now: Date): Promise<void> {
  const { accountId, id, endpoint, since } = address
  const event = 'webhook_endpoint.failing'
  const data = { address: endpoint, failingSince: since.toISOString() }
  try {
    await app.journal.record({
      writes: [write(toldAddressesWriter, { accountId, id, endpoint, toldAt: now })],
      event: {
        id: newId(now.getTime()),
        accountId,
        objectType: 'webhook_endpoint',
        objectId: id,
        version: 1,
        type: event,
        payload: webhookBody({ type: 'webhook_endpoint', event, objectId: id, url: null, sequence: 1, data }),
        occurredAt: now,
      },
    })
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause // It recovered, or another worker told.
  }
}
