import { eventTypes, lets } from '../../contract/events.ts'
import type { Sql } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import { unionAll } from '../db/union-all.ts'

/** A public event, at its position in its account's feed. */
export interface FeedEvent {
  readonly id: string
  readonly position: number
  readonly type: string
  readonly objectId: string
  readonly version: number
  readonly payload: string
  readonly occurredAt: Date
}

export interface FeedQuery {
  readonly accountId: string
  /** Positions above it. */
  readonly after: number
  /** Filters: `*`, `transaction.*`, `transaction.paid`. */
  readonly types: readonly string[]
  readonly limit: number
}

/** The next events of an account, and the position of its newest one, both at the same instant. */
export async function feedPage(
  sql: Sql,
  { accountId, after, types, limit }: FeedQuery,
): Promise<{ readonly events: readonly FeedEvent[]; readonly last: number }> {
  const those = (narrowed: Statement<object[]>) => sql`
    select id, position, type, object_id as "objectId", version, payload,
      occurred_at as "occurredAt"
    from events
    where account_id = ${accountId} and position > ${after} ${narrowed}
    order by position limit ${limit}`
  // Each type is a range of one index, and the events between are not read.
  const matching = types.includes('*')
    ? those(sql``)
    : unionAll(
        sql,
        eventTypesOf(types).map((type) => those(sql`and type = ${type}`)),
      )
  const rows = await sql<(FeedEvent & { last: number })[]>`
    with feed as (
      select coalesce(max(last_position), 0) as last
      from event_feeds
      where account_id = ${accountId}
    ), page as (
      select * from (${matching}) as e order by position limit ${limit}
    )
    select page.*, feed.last from feed left join page on true order by page.position`
  return { events: rows.filter(({ id }) => id !== null), last: rows[0]?.last ?? 0 }
}

/**
 * A filter of `*` or `transaction.*` stands for the types of the catalogue; a complete type stands
 * for itself.
 */
export const eventTypesOf = (filters: readonly string[]): readonly string[] => [
  ...new Set(
    filters.flatMap((filter) =>
      Object.keys(eventTypes)
        .filter((type) => lets(filter, type))
        .concat(exact(filter)),
    ),
  ),
]
const exact = (filter: string): readonly string[] => (filter.endsWith('*') ? [] : [filter])

/** The time of the event at a position. */
export async function instantAt(
  sql: Sql,
  accountId: string,
  position: number,
): Promise<Date | undefined> {
  const [row] = await sql<{ occurredAt: Date }[]>`
    select occurred_at as "occurredAt"
    from events
    where account_id = ${accountId} and position = ${position}`
  return row?.occurredAt
}

/** The newest position of each of these accounts. */
export const lastPositions = (sql: Sql, accountIds: readonly string[]) => sql<
  { accountId: string; last: number }[]
>`
  select account_id as "accountId", last_position as last
  from event_feeds
  where account_id = any(${accountIds}::uuid[])`

export async function feedEventById(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<FeedEvent | undefined> {
  const [row] = await sql<FeedEvent[]>`
    select id, position, type, object_id as "objectId", version, payload,
      occurred_at as "occurredAt"
    from events
    where account_id = ${accountId} and id = ${id} and position is not null`
  return row
}
