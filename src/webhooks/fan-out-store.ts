import { isPublicEvent } from '../../contract/events.ts'
import type { JournalEvent, RowWriter } from '../journal/change.ts'

/**
 * Gives every told event to its account's endpoints that want it, in the event's own commit: an endpoint gets exactly
 * the events after its creation. Nothing is cached, so nothing is stale: the event holds its account's row in
 * `event_feeds`, which whoever changes an endpoint holds too, so this statement sees the endpoints as they are at the
 * commit. Never loses a row: a delivery that is there already is this one.
 */
export const fanOutWriter: RowWriter<JournalEvent> = {
  name: 'webhook-endpoints',
  async write(tx, events) {
    const told = events.filter(({ type }) => isPublicEvent(type))
    if (told.length > 0) {
      await tx`
        insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, webhook_endpoint_id, state,
          due_at, created_at)
        select e.account_id, webhook_delivery_id(e.id, w.id), e.id, e.object_id, e.version, w.url, w.origin, w.id,
          case w.status when 'paused' then 'held' else 'waiting' end, e.occurred_at, e.occurred_at
        from unnest(
          ${told.map((event) => event.accountId)}::uuid[], ${told.map((event) => event.id)}::uuid[],
          ${told.map((event) => event.objectId)}::uuid[], ${told.map((event) => event.version)}::int[],
          ${told.map((event) => event.type)}::text[], ${told.map((event) => event.occurredAt.toISOString())}::timestamptz[])
          as e (account_id, id, object_id, version, type, occurred_at)
        join webhook_endpoints w on w.account_id = e.account_id and w.status <> 'deleted'
          and lets_event(w.event_types, e.type)
        on conflict do nothing`
    }
    return []
  },
}
