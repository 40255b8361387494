import { webhookBody } from '../journal/webhook-body.ts'
import type { Clock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import type { Deliveries } from './deliver.ts'
import type { DeliveryResult } from './delivery-store.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

/**
 * Attempts an endpoint now, paused or not, with a notice about no event. It is signed, limited and
 * guarded like every other notice, but it is not recorded and never retried. Throws `overloaded`
 * while too many exchanges of the account are in progress.
 */
export function pingEndpoint(
  app: { readonly clock: Clock; readonly deliveries: Pick<Deliveries, 'tryNow'> },
  { accountId, id, url, description }: WebhookEndpoint,
): Promise<DeliveryResult> {
  const now = app.clock.now()
  const pingId = newId(now.getTime())
  return app.deliveries.tryNow({
    accountId,
    id: pingId,
    eventId: pingId,
    objectId: id,
    sequence: 1,
    url,
    webhookEndpointId: id,
    attempts: 0,
    dueAt: now,
    leaseEndsAt: now,
    payload: webhookBody({
      type: 'ping',
      event: 'ping',
      objectId: id,
      url,
      sequence: 1,
      data: { id, description },
    }),
  })
}
