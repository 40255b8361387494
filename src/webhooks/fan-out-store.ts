import { isPublicEvent } from '../../contract/events.ts'
import { columnar } from '../db/columnar.ts'
import type { JournalEvent, RowWriter } from '../journal/change.ts'

/**
 * Gives every public event to its account's endpoints that want it, in the event's own commit: an
 * endpoint gets exactly the events after its creation. Nothing is cached, so nothing is stale: the
 * event holds its account's row in `event_feeds`, which a change of an endpoint holds too, so this
 * statement sees the endpoints as they are at the commit. Never loses a row: a delivery that is
 * there already is this one.
 */
export const fanOutWriter: RowWriter<JournalEvent> = {
  name: 'webhook-endpoints',
  async write(tx, events) {
    const told = events.filter(({ type }) => isPublicEvent(type))
    if (told.length > 0) {
      const { columns, arrays } = columnar(told, {
        account_id: 'uuid',
        id: 'uuid',
        object_id: 'uuid',
        version: 'int',
        type: 'text',
        occurred_at: 'timestamptz',
      })
      await tx`
        insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint,
          webhook_endpoint_id, state, due_at, created_at)
        select e.account_id, webhook_delivery_id(e.id, w.id), e.id, e.object_id, e.version, w.url,
          w.origin, w.id,
          case w.status when 'paused' then 'held' else 'waiting' end, e.occurred_at, e.occurred_at
        from unnest(${arrays}) as e (${columns})
        join webhook_endpoints w on w.account_id = e.account_id and w.status <> 'deleted'
          and lets_event(w.event_types, e.type)
        on conflict do nothing`
    }
    return []
  },
}
