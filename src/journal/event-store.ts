import type { Sql } from '../db/pool.ts'
import type { JournalEvent, RowWriter } from './change.ts'

/** One event per (object, version): a second writer of the same version loses here if nowhere else (reliability L4). */
export const eventsWriter: RowWriter<JournalEvent> = {
  name: 'events',
  async write(tx, rows) {
    const written = await tx<{ id: string }[]>`
      insert into events (account_id, id, object_type, object_id, version, type, payload, occurred_at)
      select * from unnest(
        ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => row.objectType)}::text[], ${rows.map((row) => row.objectId)}::uuid[],
        ${rows.map((row) => row.version)}::int[], ${rows.map((row) => row.type)}::text[],
        ${rows.map((row) => row.payload)}::text[], ${rows.map((row) => row.occurredAt.toISOString())}::timestamptz[])
      on conflict do nothing
      returning id`
    return indexesMissing(rows, new Set(written.map(({ id }) => id)), (row) => row.id)
  },
}

/** The indexes of rows whose key is not among those written. */
export function indexesMissing<Row>(
  rows: readonly Row[],
  written: ReadonlySet<string>,
  keyOf: (row: Row) => string,
): number[] {
  if (written.size === rows.length) return []
  return rows.flatMap((row, index) => (written.has(keyOf(row)) ? [] : [index]))
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
