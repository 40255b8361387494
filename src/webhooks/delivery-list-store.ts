import { type DeliveryState, deliveryStates } from '../../contract/webhook-delivery.ts'
import { lookedPage, mostLookedAt } from '../db/looked-page.ts'
import type { Sql } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import { unionAll } from '../db/union-all.ts'
import { eventTypesOf } from './event-feed-store.ts'

/** A delivery as its merchant inspects it. */
export interface DeliverySeen {
  readonly id: string
  readonly eventId: string
  readonly type: string
  readonly objectId: string
  readonly sequence: number
  readonly webhookEndpointId: string | null
  readonly url: string
  readonly state: DeliveryState
  /** The number of all attempts. */
  readonly attempts: number
  readonly dueAt: Date
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly createdAt: Date
  readonly deliveredAt: Date | null
}

export interface DeliveryFilter {
  readonly id?: string
  readonly states?: readonly DeliveryState[]
  readonly types?: readonly string[]
  readonly objectId?: string
  readonly eventId?: string
  readonly webhookEndpointId?: string
  readonly from?: Date
  readonly to?: Date
}

const columns = (sql: Sql) => sql`
  d.id, d.event_id as "eventId", e.type, d.object_id as "objectId", d.sequence,
  d.webhook_endpoint_id as "webhookEndpointId", d.url, d.state, d.attempts, d.due_at as "dueAt",
  d.last_status as "lastStatus", d.last_error as "lastError", d.created_at as "createdAt",
  d.delivered_at as "deliveredAt"`

/** The place of a delivery in the list. */
interface DeliveryPlace {
  readonly createdAt: Date
  readonly id: string
}

export interface DeliveryPage {
  readonly rows: readonly DeliverySeen[]
  /** Where the search for types ended before the page was full, and the list goes on. */
  readonly end?: DeliveryPlace
}

/**
 * Newest first. Each state is a range of one index, and the rows between the ranges are not read.
 * The type belongs to the event: for a filter of types a page looks at a bounded number of rows.
 */
export async function deliveryPage(
  sql: Sql,
  accountId: string,
  {
    limit,
    after,
    states,
    types,
    ...filter
  }: DeliveryFilter & { readonly limit: number; readonly after?: DeliveryPlace },
): Promise<DeliveryPage> {
  const looksAt = namesTypes(types) ? mostLookedAt : limit
  const those = (narrowed: Statement<object[]>) => sql`
    select * from deliveries d
    where account_id = ${accountId} and ${fits(sql, accountId, filter)} ${narrowed}
      and ${after ? sql`(d.created_at, d.id) < (${after.createdAt}, ${after.id})` : sql`true`}
    order by created_at desc, id desc
    limit ${looksAt}`
  // One delivery, object or event has few of them.
  const isNarrow =
    filter.id !== undefined || filter.objectId !== undefined || filter.eventId !== undefined
  const matching =
    isNarrow || (!states && filter.webhookEndpointId === undefined)
      ? those(states ? sql`and d.state = any(${[...states]}::text[])` : sql``)
      : unionAll(
          sql,
          [...new Set(states ?? deliveryStates)].map((state) => those(sql`and d.state = ${state}`)),
        )
  // The offset makes every plan look up one event at a time: an account may have millions.
  const rows = await sql<(DeliverySeen & { readonly fits: boolean; readonly isEnd: boolean })[]>`
    select * from (
      select ${columns(sql)}, turn = ${looksAt} as "isEnd",
        ${hasType(sql, types)} as fits
      from (
        select *, row_number() over (order by created_at desc, id desc) as turn
        from (${matching}) as m
        order by created_at desc, id desc
        limit ${looksAt}) as d
      cross join lateral (
        select type from events where account_id = ${accountId} and id = d.event_id
        offset 0) as e) as looked
    where fits or "isEnd"
    order by "createdAt" desc, id desc
    limit ${limit}`
  const { fitting, end } = lookedPage(rows, limit)
  return {
    rows: fitting.map(({ fits: _, isEnd: __, ...seen }) => seen),
    ...(namesTypes(types) && end && { end }),
  }
}

/**
 * The conditions that a filter names, over `d`; with types, over its event `e` too. The deliveries
 * of an event are found by its object, which has an index.
 */
export const fits = (
  sql: Sql,
  accountId: string,
  { id, states, types, objectId, eventId, webhookEndpointId, from, to }: DeliveryFilter,
) => sql`
  ${id ? sql`d.id = ${id}` : sql`true`}
  and ${states ? sql`d.state = any(${states}::text[])` : sql`true`}
  and ${hasType(sql, types)}
  and ${objectId ? sql`d.object_id = ${objectId}` : sql`true`}
  and ${
    eventId
      ? sql`d.event_id = ${eventId} and d.object_id = (
        select object_id from events where account_id = ${accountId} and id = ${eventId})`
      : sql`true`
  }
  and ${webhookEndpointId ? sql`d.webhook_endpoint_id = ${webhookEndpointId}` : sql`true`}
  and ${from ? sql`d.created_at >= ${from}` : sql`true`}
  and ${to ? sql`d.created_at <= ${to}` : sql`true`}`

const hasType = (sql: Sql, types: DeliveryFilter['types']) =>
  namesTypes(types) ? sql`e.type = any(${eventTypesOf(types)}::text[])` : sql`true`

const namesTypes = (types: DeliveryFilter['types']): types is readonly string[] =>
  types !== undefined && !types.includes('*')

export interface DeliveryTry {
  readonly number: number
  readonly at: Date
  readonly status: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly excerpt: string | null
}

/** One delivery, its attempts, and the body that was sent. */
export async function deliveryDetail(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<
  (DeliverySeen & { readonly payload: string; readonly tries: readonly DeliveryTry[] }) | undefined
> {
  const [[seen], tries] = await Promise.all([
    sql<(DeliverySeen & { payload: string })[]>`
      select ${columns(sql)}, e.payload
      from deliveries d
      join events e on e.account_id = d.account_id and e.id = d.event_id
      where d.account_id = ${accountId} and d.id = ${id}`,
    sql<DeliveryTry[]>`
      select number, at, status, duration_ms as "durationMs", error, excerpt from delivery_attempts
      where account_id = ${accountId} and delivery_id = ${id} order by number`,
  ])
  return seen && { ...seen, tries }
}
