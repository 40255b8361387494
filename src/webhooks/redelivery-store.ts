import type { TimedSql } from '../db/business-time.ts'
import { type DeliveryFilter, fits } from './delivery-list-store.ts'

/** The deliveries to restart. */
export interface Redelivery extends DeliveryFilter {
  /**
   * Only failed ones: those that ended, and those that failed at least once and are being retried.
   */
  readonly isFailed?: boolean
}

interface Place {
  readonly createdAt: Date
  readonly id: string
}

/**
 * Restarts deliveries, oldest first: due at once, with new attempts, at the present address of
 * their endpoint. The event, its id and its bytes stay, and the log continues. Deliveries in
 * progress and those of a deleted endpoint are left out; those of a paused endpoint are held.
 * Returns the last claimed delivery and the number: call again `after` it while the number is
 * `limit`.
 */
export async function restartDeliveries(
  { sql, clock }: TimedSql,
  accountId: string,
  given: Redelivery & { readonly limit: number; readonly after?: Place },
): Promise<{ readonly count: number; readonly last?: Place }> {
  const { limit, after, isFailed = false } = given
  const rows = await sql<Place[]>`
    with chosen as (
      select d.id, d.created_at, w.url, w.origin, coalesce(w.status, 'active') as status
      from deliveries d
        join events e on e.account_id = d.account_id and e.id = d.event_id
        left join webhook_endpoints w on w.account_id = d.account_id
          and w.id = d.webhook_endpoint_id
      where d.account_id = ${accountId} and ${fits(sql, accountId, given)}
        and ${
          isFailed
            ? sql`(
              d.state in ('exhausted', 'stopped')
              or (d.state in ('waiting', 'held') and d.attempts > d.attempts_before))`
            : sql`true`
        }
        and w.status is distinct from 'deleted'
        and (d.lease_ends_at is null or d.lease_ends_at <= now())
        and ${after ? sql`(d.created_at, d.id) > (${after.createdAt}, ${after.id})` : sql`true`}
      order by d.created_at, d.id limit ${limit} for update of d
    ), restarted as (
      update deliveries d set state = case when c.status = 'paused' then 'held' else 'waiting' end,
        url = coalesce(c.url, d.url), endpoint = coalesce(c.origin, d.endpoint),
        attempts_before = d.attempts, due_at = ${clock.now()}, lease_ends_at = null,
        delivered_at = null
      from chosen c where d.account_id = ${accountId} and d.id = c.id
      returning d.id
    )
    select c.created_at as "createdAt", c.id
    from chosen c
    join restarted using (id)
    order by c.created_at, c.id`
  const last = rows.at(-1)
  return { count: rows.length, ...(last && { last }) }
}

/**
 * Delivers an event to an endpoint that does not have it yet. Returns whether a delivery was
 * created.
 */
export async function insertDelivery(
  { sql, clock }: TimedSql,
  {
    accountId,
    eventId,
    webhookEndpointId,
  }: Readonly<Record<'accountId' | 'eventId' | 'webhookEndpointId', string>>,
): Promise<boolean> {
  const now = clock.now()
  const rows = await sql`
    insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint,
      webhook_endpoint_id, state, due_at, created_at)
    select e.account_id, webhook_delivery_id(e.id, w.id), e.id, e.object_id, e.version, w.url,
      w.origin, w.id,
      case when w.status = 'paused' then 'held' else 'waiting' end, ${now}::timestamptz,
      ${now}::timestamptz
    from events e join webhook_endpoints w on w.account_id = e.account_id and w.status <> 'deleted'
    where e.account_id = ${accountId} and e.id = ${eventId} and w.id = ${webhookEndpointId}
    on conflict do nothing
    returning id`
  return rows.length > 0
}
