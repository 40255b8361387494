import { isPublicEvent } from '../../contract/events.ts'
import type { Sql } from '../db/pool.ts'
import type { JournalEvent, RowWriter } from './change.ts'

/**
 * One event per (object, version): a second writer of the same version loses here at the latest
 * (docs/design/rules.md#l4). An event that merchants are told takes the next position of its
 * account's feed, whose row stays locked until the commit. So positions become visible in order and
 * without gaps, with any number of writers (docs/decisions/pull-feed.md).
 */
export const eventsWriter: RowWriter<JournalEvent> = {
  name: 'events',
  async write(tx, rows) {
    const written = await tx<{ id: string }[]>`
      with recorded as (
        select * from unnest(
          ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
          ${rows.map((row) => row.objectType)}::text[], ${rows.map((row) => row.objectId)}::uuid[],
          ${rows.map((row) => row.version)}::int[], ${rows.map((row) => row.type)}::text[],
          ${rows.map((row) => row.payload)}::text[], ${rows.map((row) => row.occurredAt.toISOString())}::timestamptz[],
          ${rows.map((row) => isPublicEvent(row.type))}::bool[]) with ordinality
        as r (account_id, id, object_type, object_id, version, type, payload, occurred_at, is_told, n)
      ), feeds as (
        insert into event_feeds as feed (account_id, last_position)
        select account_id, count(*) from recorded where is_told group by account_id order by account_id
        on conflict (account_id) do update set last_position = feed.last_position + excluded.last_position
        returning account_id, last_position
      )
      insert into events (account_id, id, object_type, object_id, version, type, payload, occurred_at, position)
      select r.account_id, r.id, r.object_type, r.object_id, r.version, r.type, r.payload, r.occurred_at,
        case when r.is_told then
          f.last_position + 1 - row_number() over (partition by r.account_id, r.is_told order by r.n desc) end
      from recorded r left join feeds f on f.account_id = r.account_id
      on conflict do nothing
      returning id`
    return indexesMissing(rows, new Set(written.map(({ id }) => id)), (row) => row.id)
  },
}

/**
 * The indexes of rows that were not written, by the keys that were. Of several rows with one key a statement writes the
 * first, so the others were not.
 */
export function indexesMissing<Row>(
  rows: readonly Row[],
  written: ReadonlySet<string>,
  keyOf: (row: Row) => string,
): number[] {
  if (written.size === rows.length) return []
  const left = new Set(written)
  return rows.flatMap((row, index) => (left.delete(keyOf(row)) ? [] : [index]))
}

/** Which of these events are recorded already, by id. */
export async function recordedEvents(sql: Sql, events: readonly JournalEvent[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select id from events
    where (account_id, id) in (
      select * from unnest(${events.map((event) => event.accountId)}::uuid[], ${events.map((event) => event.id)}::uuid[]))`
  return new Set(rows.map(({ id }) => id))
}

/** An object's events, oldest first. */
export const eventsOf = (sql: Sql, accountId: string, objectId: string) => sql<
  { id: string; version: number; type: string; payload: string; occurredAt: Date }[]
>`
  select id, version, type, payload, occurred_at as "occurredAt" from events
  where account_id = ${accountId} and object_id = ${objectId} order by version`
