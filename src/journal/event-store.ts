import { isPublicEvent } from '../../contract/events.ts'
import { columnar, columnsOf } from '../db/columnar.ts'
import type { Sql, Tx } from '../db/pool.ts'
import { storableJson } from '../db/storable-text.ts'
import type { Actor } from '../primitives/actor.ts'
import type { JournalEvent, RowWriter } from './change.ts'
import { lostById } from './lost-rows.ts'
import { writtenAsGiven } from './written-rows.ts'

/**
 * One event per (object, version): a second writer of the same version loses here at the latest
 * (docs/design/rules.md#l4). Events are partitioned by month, so `object_versions` decides that. A
 * public event takes the next position of its account's feed, whose row stays locked until the
 * commit. So positions become visible in order and without gaps, with any number of writers
 * (docs/decisions/pull-feed.md).
 */
export const eventsWriter: RowWriter<JournalEvent> = {
  name: 'events',
  write: (tx, rows) => (tx.shards === undefined ? together.write(tx, rows) : writeApart(tx, rows)),
  writeAll: (sql, rows) => together.writeAll?.(sql, rows),
}

const eventColumns = columnsOf<JournalEvent>()({
  account_id: 'uuid',
  id: 'uuid',
  object_type: 'text',
  object_id: 'uuid',
  version: 'int',
  type: 'text',
  payload: ['text', ({ payload }) => storableJson(payload)],
  occurred_at: 'timestamptz',
  actor: ['jsonb', ({ actor }) => actor && JSON.stringify(actor)],
})

// Of an account, the earlier event of the batch has the earlier position.
const together = writtenAsGiven<JournalEvent>(
  (sql, rows) => {
    const event = columnar(rows, eventColumns)
    const isPublic = columnar(rows, { is_told: ['boolean', ({ type }) => isPublicEvent(type)] })
    return sql`
    recorded as (
      select * from unnest(${event.arrays}, ${isPublic.arrays}) with ordinality
        as r (${event.columns}, ${isPublic.columns}, n)
    ), raised as (
      insert into object_versions as newest (account_id, object_id, version)
      select account_id, object_id, version
      from recorded
      order by account_id, object_id
      on conflict (account_id, object_id) do update
      set version = excluded.version
      where newest.version < excluded.version
      returning account_id, object_id
    ), fresh as (
      select r.* from recorded r join raised using (account_id, object_id)
    ), feeds as (
      insert into event_feeds as feed (account_id, last_position)
      select account_id, count(*)
      from fresh
      where is_told
      group by account_id
      order by account_id
      on conflict (account_id) do update
      set last_position = feed.last_position + excluded.last_position
      returning account_id, last_position
    ), placed as (
      select r.*, case when r.is_told then
        f.last_position + 1 - row_number() over (
          partition by r.account_id, r.is_told
          order by r.n desc) end as position
      from fresh r left join feeds f on f.account_id = r.account_id
    ), written as (
      insert into events (${event.columns}, position)
      select ${event.columns}, position from placed
      on conflict do nothing
      returning id as key)`
  },
  ({ id }) => id,
)

/**
 * The same for a distributed database, one statement for each table: Citus copies the rows of a
 * clause from which another one inserts to every server, and then each of these takes part in the
 * commit.
 */
async function writeApart(tx: Tx, rows: readonly JournalEvent[]): Promise<readonly number[]> {
  const versions = columnar(rows, { account_id: 'uuid', object_id: 'uuid', version: 'int' })
  const raised = await tx<{ key: string }[]>`
    insert into object_versions as newest (${versions.columns})
    select * from unnest(${versions.arrays}) as r (${versions.columns})
    order by account_id, object_id
    on conflict (account_id, object_id) do update
    set version = excluded.version
    where newest.version < excluded.version
    returning account_id || ' ' || object_id as key`
  const keys = new Set(raised.map(({ key }) => key))
  const fresh = rows.filter(({ accountId, objectId }) => keys.has(`${accountId} ${objectId}`))
  const placed = await takePositions(tx, fresh)
  const event = columnar(placed, { ...eventColumns, position: 'bigint' })
  const written = await tx<{ id: string }[]>`
    insert into events (${event.columns})
    select * from unnest(${event.arrays})
    on conflict do nothing
    returning id`
  return lostById(rows, written)
}

type PlacedEvent = JournalEvent & { readonly position: number | null }

/** The next positions of their feeds for the public events. */
async function takePositions(
  tx: Tx,
  events: readonly JournalEvent[],
): Promise<readonly PlacedEvent[]> {
  const published = Map.groupBy(
    events.filter(({ type }) => isPublicEvent(type)),
    ({ accountId }) => accountId,
  )
  if (published.size === 0) return events.map((event) => ({ ...event, position: null }))
  const counts = columnar([...published], {
    account_id: ['uuid', ([accountId]) => accountId],
    last_position: ['bigint', ([, own]) => own.length],
  })
  const feeds = await tx<{ accountId: string; lastPosition: number }[]>`
    insert into event_feeds as feed (${counts.columns})
    select * from unnest(${counts.arrays}) as r (${counts.columns})
    order by account_id
    on conflict (account_id) do update
    set last_position = feed.last_position + excluded.last_position
    returning account_id as "accountId", last_position as "lastPosition"`
  const positions = new Map<JournalEvent, number>()
  for (const { accountId, lastPosition } of feeds) {
    const own = published.get(accountId) ?? []
    for (const [index, event] of own.entries())
      positions.set(event, lastPosition + 1 - own.length + index)
  }
  return events.map((event) => ({ ...event, position: positions.get(event) ?? null }))
}

/**
 * Which of these events are recorded already, by id. Returns only when a standby has them too, if
 * commits wait for one: a commit whose wait was broken off is visible without it. The message of
 * each event that is found makes this a commit of its own, which waits for all before it. For
 * other events nothing is written.
 */
export async function recordedEvents(
  sql: Sql,
  events: readonly JournalEvent[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select id, pg_logical_emit_message(true, 'guiche', ''::text) from events
    where (account_id, id) in (
      select *
      from unnest(
        ${events.map((event) => event.accountId)}::uuid[],
        ${events.map((event) => event.id)}::uuid[]))`
  return new Set(rows.map(({ id }) => id))
}

/** An object's events, oldest first. */
export const eventsOf = (sql: Sql, accountId: string, objectId: string) => sql<
  {
    id: string
    version: number
    type: string
    payload: string
    occurredAt: Date
    actor: Actor | null
  }[]
>`
  select id, version, type, payload, occurred_at as "occurredAt", actor from events
  where account_id = ${accountId} and object_id = ${objectId} order by version`
