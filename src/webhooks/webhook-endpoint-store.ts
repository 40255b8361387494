import type { TimedSql } from '../db/business-time.ts'
import type { DueRows } from '../db/due-rows.ts'
import type { Queryable, Sql, Tx } from '../db/pool.ts'
import type { EndpointChoices, WebhookEndpoint } from './webhook-endpoint.ts'

/** All but the deleted ones. */
export const endpointsOf = (sql: Queryable, accountId: string) => sql<WebhookEndpoint[]>`
  select w.account_id as "accountId", w.id, w.url, w.description, w.event_types as "eventTypes",
    w.status, w.paused_reason as "pausedReason", w.created_at as "createdAt",
    w.updated_at as "updatedAt", f.since as "failingSince"
  from webhook_endpoints w
    left join failing_webhook_addresses f on f.account_id = w.account_id and f.endpoint = w.origin
  where w.account_id = ${accountId} and w.status <> 'deleted'
  order by w.created_at, w.id`

export async function endpointById(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  return (await endpointsOf(sql, accountId)).find((endpoint) => endpoint.id === id)
}

/**
 * Holds back the events of an account until `tx` ends: none is committed meanwhile, and the next
 * one sees the change.
 */
export async function holdFeed(tx: Tx, accountId: string): Promise<void> {
  await tx`
    insert into event_feeds as feed (account_id, last_position) values (${accountId}, 0)
    on conflict (account_id) do update set last_position = feed.last_position`
}

export interface NewEndpoint {
  readonly accountId: string
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly eventTypes: readonly string[]
  readonly createdAt: Date
}

/** Adds one unless there are `most` already. The feed of its account is locked. */
export async function insertEndpoint(
  tx: Tx,
  endpoint: NewEndpoint,
  most: number,
): Promise<boolean> {
  const { accountId, id, url, description, eventTypes, createdAt } = endpoint
  const rows = await tx`
    insert into webhook_endpoints (account_id, id, url, origin, description, event_types,
      created_at, updated_at)
    select ${accountId}, ${id}, ${url}, ${new URL(url).origin}, ${description},
      ${eventTypes}::text[], ${createdAt}::timestamptz, ${createdAt}::timestamptz
    where (
      select count(*)
      from webhook_endpoints
      where account_id = ${accountId} and status <> 'deleted') < ${most}
    returning id`
  return rows.length > 0
}

/**
 * Changes the given fields. Waiting deliveries follow by `settleEndpoint`. The feed of its account
 * is locked.
 */
export async function updateEndpoint(
  tx: Tx,
  { accountId, id }: Pick<WebhookEndpoint, 'accountId' | 'id'>,
  { url, description, eventTypes, status, at }: EndpointChoices & { readonly at: Date },
): Promise<boolean> {
  const rows = await tx`
    update webhook_endpoints set
      url = coalesce(${url ?? null}, url),
      origin = coalesce(${url === undefined ? null : new URL(url).origin}, origin),
      description = case
        when ${description === undefined} then description
        else ${description ?? null} end,
      event_types = coalesce(${eventTypes ?? null}::text[], event_types),
      status = coalesce(${status ?? null}, status),
      paused_reason = case
        when coalesce(${status ?? null}, status) = 'paused'
        then coalesce(paused_reason, 'requested') end,
      is_unsettled = is_unsettled or ${url !== undefined || status !== undefined},
      version = version + 1, updated_at = ${at}
    where account_id = ${accountId} and id = ${id} and status <> 'deleted'
    returning id`
  return rows.length > 0
}

/**
 * Its secrets are deleted with it; the log of its deliveries stays. The feed of its account is
 * locked.
 */
export async function markEndpointDeleted(
  tx: Tx,
  { accountId, id }: Pick<WebhookEndpoint, 'accountId' | 'id'>,
  at: Date,
): Promise<boolean> {
  const [rows] = await Promise.all([
    tx`
      update webhook_endpoints set status = 'deleted', paused_reason = null, is_unsettled = true,
        version = version + 1, updated_at = ${at}
      where account_id = ${accountId} and id = ${id} and status <> 'deleted' returning id`,
    tx`delete from webhook_secrets where account_id = ${accountId} and webhook_endpoint_id = ${id}`,
  ])
  return rows.length > 0
}

/** The endpoints that have deliveries which do not follow them yet. */
export const unsettledRows = ({ sql }: { readonly sql: Sql }): DueRows => ({
  rows: sql`webhook_endpoints where is_unsettled`,
})

/** The endpoints whose waiting deliveries do not follow them yet. */
export const unsettledEndpoints = (sql: Sql, limit: number) => sql<
  { accountId: string; id: string; version: number }[]
>`
  select account_id as "accountId", id, version
  from webhook_endpoints
  where is_unsettled
  order by account_id, id
  limit ${limit}`

/**
 * Makes up to `limit` open deliveries of an endpoint follow its address and status, and returns
 * their number. Held ones first, and of each state the oldest. A delivery in progress follows with
 * its result. May run twice.
 */
export async function settleDeliveries(
  db: TimedSql,
  endpoint: Pick<WebhookEndpoint, 'accountId' | 'id'>,
  limit: number,
): Promise<number> {
  const held = await settleState(db, endpoint, { state: 'held', limit })
  return held + (await settleState(db, endpoint, { state: 'waiting', limit: limit - held }))
}

/** The index has the deliveries of one state in this order, so it reads no more than the limit. */
async function settleState(
  { sql, clock }: TimedSql,
  { accountId, id }: Pick<WebhookEndpoint, 'accountId' | 'id'>,
  { state, limit }: { readonly state: 'held' | 'waiting'; readonly limit: number },
): Promise<number> {
  const rows = await sql`
    with wanted as (
      select url, origin, case
        when status = 'active' then 'waiting'
        when status = 'paused' then 'held'
        else 'stopped' end as state
      from webhook_endpoints
      where account_id = ${accountId} and id = ${id}
    ), behind as (
      select d.id from deliveries d
      where d.account_id = ${accountId} and d.webhook_endpoint_id = ${id} and d.state = ${state}
        and (d.state <> (select w.state from wanted w) or d.url <> (select w.url from wanted w))
        and (d.lease_ends_at is null or d.lease_ends_at <= now())
      order by d.created_at, d.id
      limit ${limit} for update of d skip locked
    )
    update deliveries d set url = w.url, endpoint = w.origin, state = w.state, lease_ends_at = null,
      due_at = case when w.state = 'waiting' then ${clock.now()} else d.due_at end
    from behind b cross join wanted w
    where d.account_id = ${accountId} and d.id = b.id
    returning d.id`
  return rows.length
}

/**
 * Unless the endpoint was changed again since `version`, or a delivery in progress may still have
 * to follow.
 */
export async function markSettled(
  sql: Sql,
  {
    accountId,
    id,
    version,
  }: { readonly accountId: string; readonly id: string; readonly version: number },
): Promise<void> {
  await sql`
    update webhook_endpoints w set is_unsettled = false
    where w.account_id = ${accountId} and w.id = ${id} and w.is_unsettled and w.version = ${version}
      and not exists (
        select from deliveries d
        where d.account_id = w.account_id
          and d.webhook_endpoint_id = w.id
          and d.state in ('waiting', 'held')
          and (d.url <> w.url
            or d.state <> case
              when w.status = 'active' then 'waiting'
              when w.status = 'paused' then 'held'
              else '' end))`
}
