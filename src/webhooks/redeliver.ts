import type { Account } from '../accounts/account.ts'
import { type AuditDeps, audited, recordAudit } from '../audit-log/record-audit.ts'
import type { Sql } from '../db/pool.ts'
import { dayMs } from '../primitives/durations.ts'
import { Rejection } from '../primitives/rejection.ts'
import { deliveryDetail } from './delivery-list-store.ts'
import { feedEventById } from './event-feed-store.ts'
import { notifyDueDeliveries } from './notify-delivery-workers-store.ts'
import { endpointOrNotFound } from './open-endpoint.ts'
import { insertDelivery, type Redelivery, restartDeliveries } from './redelivery-store.ts'

interface Deps extends AuditDeps {
  readonly sql: Sql
}

/** The age in days up to which events can be redelivered (docs/design/rules.md#w5). */
export const redeliveryDays = 30

/**
 * Redelivers one delivery. Throws `not-found`, also for one of a deleted endpoint, and
 * `redelivery-expired`.
 */
export async function redeliverOne(app: Deps, accountId: string, id: string): Promise<void> {
  const delivery = await deliveryDetail(app.sql, accountId, id)
  if (!delivery) throw new Rejection('not-found')
  refuseOld(app, delivery.createdAt)
  await audited(
    app,
    async (sql) => {
      const count = await restartAll({ ...app, sql }, accountId, { id })
      const endpointId = delivery.webhookEndpointId
      // An attempt that runs is left alone. It is the redelivery.
      if (count === 0 && endpointId !== null)
        await endpointOrNotFound({ sql }, accountId, endpointId)
    },
    () => ({
      accountId,
      action: 'webhook_delivery.repeated',
      object: { type: 'webhook_delivery', id },
      after: { event: delivery.type },
    }),
  )
}

/**
 * Redelivers every matching delivery. Returns the number of restarted deliveries. They are many
 * statements, so the entry of the audit log, which has the filter, comes before them.
 */
export async function redeliverAll(
  app: Deps,
  { id: accountId, name }: Pick<Account, 'id' | 'name'>,
  given: Redelivery,
): Promise<number> {
  const earliest = oldest(app)
  const wanted = { ...given, from: given.from && given.from > earliest ? given.from : earliest }
  await app.sql.begin((tx) =>
    recordAudit(app, tx, {
      accountId,
      action: 'webhook_deliveries.repeated',
      object: { type: 'account', id: accountId, name },
      after: wanted,
    }),
  )
  return restartAll(app, accountId, wanted)
}

/**
 * Redelivers one event to each of its receivers, or to one endpoint whether it received the event
 * or not. Throws `not-found`, `redelivery-expired`.
 */
export async function resendEvent(
  app: Deps,
  accountId: string,
  { eventId, webhookEndpointId }: { readonly eventId: string; readonly webhookEndpointId?: string },
): Promise<number> {
  const event = await feedEventById(app.sql, accountId, eventId)
  if (!event) throw new Rejection('not-found')
  refuseOld(app, event.occurredAt)
  return audited(
    app,
    (sql) => sendAgain({ ...app, sql }, accountId, { eventId, webhookEndpointId }),
    (deliveries) => ({
      accountId,
      action: 'event.resent',
      object: { type: 'event', id: eventId },
      after: { event: event.type, webhookEndpointId, deliveries },
    }),
  )
}

async function sendAgain(
  app: Deps,
  accountId: string,
  {
    eventId,
    webhookEndpointId,
  }: { readonly eventId: string; readonly webhookEndpointId: string | undefined },
): Promise<number> {
  if (webhookEndpointId === undefined) return restartAll(app, accountId, { eventId })
  await endpointOrNotFound(app, accountId, webhookEndpointId)
  if (!(await insertDelivery(app, { accountId, eventId, webhookEndpointId })))
    return restartAll(app, accountId, { eventId, webhookEndpointId })
  await notifyDueDeliveries(app.sql, accountId)
  return 1
}

async function restartAll(app: Deps, accountId: string, given: Redelivery): Promise<number> {
  let total = 0
  let place: Awaited<ReturnType<typeof restartDeliveries>> | undefined
  do {
    place = await restartDeliveries(app, accountId, {
      ...given,
      limit: share,
      ...(place?.last && { after: place.last }),
    })
    total += place.count
  } while (place.count === share)
  await notifyDueDeliveries(app.sql, accountId)
  return total
}

const share = 1_000

function refuseOld(app: Deps, at: Date): void {
  if (at < oldest(app))
    throw new Rejection('redelivery-expired', { params: { days: redeliveryDays } })
}

const oldest = ({ clock }: Deps): Date => new Date(clock.now().getTime() - redeliveryDays * dayMs)
