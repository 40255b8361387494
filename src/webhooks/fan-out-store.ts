import { isPublicEvent } from '../../contract/events.ts'
import { columnar } from '../db/columnar.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import type { JournalEvent, RowWriter } from '../journal/change.ts'

/**
 * Creates a delivery of every public event for each matching endpoint of its account, in the
 * event's own commit: an endpoint gets exactly the events after its creation. No state is cached,
 * so none is stale: the event locks its account's row in `event_feeds`, which a change of an
 * endpoint locks too, so this statement sees the endpoints as they are at the commit. A row never
 * loses a race: an existing delivery with its id is the same one.
 */
export const fanOutWriter: RowWriter<JournalEvent> = {
  name: 'webhook-endpoints',
  async write(tx, events) {
    for (const each of fanOut(tx, events)) await tx`${each}`
    return []
  },
  writeAll: fanOut,
}

function fanOut(sql: Queryable, events: readonly JournalEvent[]): Fragment[] {
  const published = events.filter(({ type }) => isPublicEvent(type))
  if (published.length === 0) return []
  const { columns, arrays } = columnar(published, {
    account_id: 'uuid',
    id: 'uuid',
    object_id: 'uuid',
    version: 'int',
    type: 'text',
    occurred_at: 'timestamptz',
  })
  return [
    sql`
      insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint,
        webhook_endpoint_id, state, due_at, created_at)
      select e.account_id, webhook_delivery_id(e.id, w.id), e.id, e.object_id, e.version, w.url,
        w.origin, w.id,
        case when w.status = 'paused' then 'held' else 'waiting' end, e.occurred_at, e.occurred_at
      from unnest(${arrays}) as e (${columns})
      join webhook_endpoints w on w.account_id = e.account_id and w.status <> 'deleted'
        and lets_event(w.event_types, e.type) ${ofAccounts(sql, 'w', published)}
      on conflict do nothing`,
  ]
}
