import type { DeliveryState } from '../../contract/webhook-delivery.ts'
import { instantAfter, type TimedSql } from '../db/business-time.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql, Tx } from '../db/pool.ts'
import { mostCounted, mostSearched, type QueueLoad } from '../db/queue-load.ts'
import type { Fragment } from '../db/statement.ts'
import type { NewDelivery } from '../journal/postback-store.ts'

/** A claimed delivery. Its worker may attempt it until its lease ends. */
export interface TakenDelivery extends Omit<NewDelivery, 'createdAt'> {
  /** Null: to a transaction's postbackUrl. */
  readonly webhookEndpointId: string | null
  /** The number of finished attempts since it was created, or since its last redelivery request. */
  readonly attempts: number
  /** The instant since which it could be attempted. */
  readonly dueAt: Date
  readonly leaseEndsAt: Date
  /** The event's bytes. */
  readonly payload: string
  /** The span that made the event. Null or absent: it was not recorded, or traces are off. */
  readonly traceparent?: string | null
}

/** The result of one attempt. */
export interface DeliveryResult {
  readonly accountId: string
  readonly id: string
  /** The end of the lease under which it was attempted. */
  readonly leaseEndsAt: Date
  readonly state: Exclude<DeliveryState, 'held'>
  /** The wait until the next attempt, ms; only with `waiting`. */
  readonly waitMs: number
  readonly at: Date
  readonly status: number | null
  readonly durationMs: number
  readonly error: string | null
  readonly excerpt: string | null
}

/** Work of one account at one endpoint (docs/design/rules.md#w8). */
export interface DueQueue {
  readonly accountId: string
  readonly endpoint: string
}

/** What one look at the queues of all accounts found. */
export interface FoundQueues {
  readonly due: readonly DueQueue[]
  /** Where it ended. The next one begins after it. Absent: there are no more queues. */
  readonly last?: DueQueue
}

/**
 * The queues with deliveries that are due and not leased. It looks at `limit` queues, those `after`
 * the last one. That last one counts as due. The claim is a second step within one account, because
 * a claim with SKIP LOCKED that names its account also works on a database distributed by account.
 */
export async function dueQueues(
  { sql, clock }: TimedSql,
  { limit, after }: { readonly limit: number; readonly after?: DueQueue | undefined },
): Promise<FoundQueues> {
  const now = clock.now()
  if (sql.shards !== undefined) return { due: await queuesOnShards(sql, now) }
  const rows = await plannedOnce(
    sql,
    // Skips from queue to queue, however many deliveries wait in each.
    (tx) => tx<(DueQueue & { readonly number: number })[]>`
      with recursive hop as (${waitingQueues(tx, { limit, after })})
      select account_id as "accountId", endpoint, number from hop where number = ${limit} or (
        select true from deliveries d
        where d.account_id = hop.account_id and d.endpoint = hop.endpoint and d.state = 'waiting'
          and d.due_at <= ${now} and (d.lease_ends_at is null or d.lease_ends_at <= now())
        order by d.due_at limit 1)`,
  )
  const last = rows.find(({ number }) => number === limit)
  return { due: rows, ...(last && { last }) }
}

/** A recursive query cannot span servers, so each shard reads all of its ready deliveries. */
const queuesOnShards = (sql: Sql, now: Date) =>
  plannedOnce(
    sql,
    (tx) => tx<DueQueue[]>`
      select distinct account_id as "accountId", endpoint from deliveries
      where state = 'waiting'
        and due_at <= ${now}
        and (lease_ends_at is null or lease_ends_at <= now())`,
  )

/**
 * The recursive part of a table `hop`: each account and endpoint at which deliveries wait, in order
 * and numbered from 1. At most `limit` of them, those `after` one.
 */
const waitingQueues = (
  sql: Queryable,
  { limit, after }: { readonly limit: number; readonly after?: DueQueue | undefined },
): Fragment => sql`
  (
    select account_id, endpoint, 1 as number
    from deliveries
    where state = 'waiting'
      ${after ? sql`and (account_id, endpoint) > (${after.accountId}, ${after.endpoint})` : sql``}
    order by account_id, endpoint
    limit 1)
  union all
  select next.account_id, next.endpoint, hop.number + 1
  from hop, lateral (
    select d.account_id, d.endpoint
    from deliveries d
    where d.state = 'waiting' and (d.account_id, d.endpoint) > (hop.account_id, hop.endpoint)
    order by d.account_id, d.endpoint
    limit 1) as next
  where hop.number < ${limit}`

/**
 * The endpoints of one account with work that is due and not leased, among the first 1,000 at which
 * deliveries wait: it is read after each commit of the account, and `dueQueues` finds the others.
 * It skips from endpoint to endpoint, however many deliveries wait at each.
 */
export async function dueEndpoints({ sql, clock }: TimedSql, accountId: string): Promise<string[]> {
  const rows = await plannedOnce(
    sql,
    (tx) => tx<{ endpoint: string }[]>`
    with recursive hop as (
      select min(endpoint) as endpoint, 1 as number
      from deliveries
      where account_id = ${accountId} and state = 'waiting'
      union all
      select (select min(d.endpoint) from deliveries d
              where d.account_id = ${accountId}
                and d.state = 'waiting'
                and d.endpoint > hop.endpoint), hop.number + 1
      from hop where hop.endpoint is not null and hop.number < 1000
    )
    select endpoint from hop where (
      select true from deliveries d
      where d.account_id = ${accountId} and d.endpoint = hop.endpoint and d.state = 'waiting'
        and d.due_at <= ${clock.now()} and (d.lease_ends_at is null or d.lease_ends_at <= now())
      order by d.due_at limit 1)`,
  )
  return rows.map(({ endpoint }) => endpoint)
}

/**
 * What waits to be delivered, over all accounts. There is no index of all instants, so it is read
 * from a part of the queue when more than `mostSearched` wait: then all counts are at their limit.
 */
export async function deliveryLoad({ sql, clock }: TimedSql): Promise<QueueLoad> {
  const [row] = await sql<QueueLoad[]>`
    with waiting as materialized (
      select account_id, id, due_at, coalesce(lease_ends_at > now(), false) as is_leased
      from deliveries
      where state = 'waiting'
      order by account_id, endpoint, due_at
      limit ${mostSearched})
    select
      least(count(*) filter (where due_at <= ${clock.now()} and not is_leased),
        ${mostCounted}::int)::int as due,
      min(due_at) filter (where due_at <= ${clock.now()} and not is_leased) as "oldestDueAt",
      (
        select json_build_object('accountId', account_id, 'id', id, 'transactionId', null,
          'providerId', null)
        from waiting
        where due_at <= ${clock.now()} and not is_leased
        order by due_at
        limit 1
      ) as oldest,
      least(count(*) filter (where is_leased), ${mostCounted}::int)::int as "inHand",
      min(due_at) filter (where due_at > ${clock.now()}) as "nextDueAt"
    from waiting`
  if (!row) throw new Error('a query without a row')
  return row
}

/**
 * SQL of one row, as `readyWork`: deliveries that may be attempted now. Those to an address at
 * which every attempt fails, and those behind one of their object that is retried, are left out:
 * they wait for their merchant, and not for a worker.
 */
export const readyDeliveries = (db: TimedSql): Fragment =>
  db.sql.shards === undefined ? readyByEndpoint(db) : readyOnShards(db)

/** A recursive query cannot span servers, so each shard reads all of its ready deliveries. */
function readyOnShards({ sql, clock }: TimedSql): Fragment {
  const now = clock.now()
  return sql`
    select count(*)::int as due,
      extract(epoch from ${now}::timestamptz - min(due_at))::float8 as seconds
    from (
      select d.due_at from deliveries d
      where d.state = 'waiting' and d.due_at <= ${now}
        and (d.lease_ends_at is null or d.lease_ends_at <= now())
        and not exists (
          select from failing_webhook_addresses f
          where f.account_id = d.account_id and f.endpoint = d.endpoint)
        and not exists (
          select from deliveries p
          where p.account_id = d.account_id
            and p.object_id = d.object_id
            and p.target = d.target
            and p.sequence < d.sequence
            and p.state = 'waiting')
      order by d.due_at
      limit ${mostCounted}) as n`
}

/**
 * Skips from endpoint to endpoint, however many deliveries wait at each, and reads `mostCounted` of
 * them, beside those that a predecessor holds back. The minimum includes the row itself. It is
 * written so that it is looked up for each row (`takeDueDeliveries`).
 */
function readyByEndpoint({ sql, clock }: TimedSql): Fragment {
  const now = clock.now()
  const isReady = sql`
    d.account_id = h.account_id and d.endpoint = h.endpoint and d.state = 'waiting'
      and d.due_at <= ${now} and (d.lease_ends_at is null or d.lease_ends_at <= now())
      and d.sequence = (
        select min(first.sequence) from deliveries first
        where first.account_id = d.account_id
          and first.object_id = d.object_id
          and first.target = d.target
          and first.state || '' = 'waiting')`
  return sql`
    with recursive hop as (${waitingQueues(sql, { limit: mostCounted })}), healthy as (
      select account_id, endpoint from hop
      where not exists (
        select from failing_webhook_addresses f
        where f.account_id = hop.account_id and f.endpoint = hop.endpoint)
    )
    select
      (
        select count(*)::int
        from (select from healthy h join deliveries d on ${isReady} limit ${mostCounted}) as n
      ) as due,
      (
        select extract(epoch from ${now}::timestamptz - min(first.due_at))::float8
        from healthy h, lateral (
          select d.due_at from deliveries d where ${isReady} order by d.due_at limit 1) as first
      ) as seconds`
}

/**
 * Leases due deliveries of one queue, oldest first, and none whose predecessor still waits, or is
 * still held although its endpoint is active again (docs/design/rules.md#w6). When the lease ends,
 * another worker can claim them, so the work of a dead worker is not lost.
 *
 * Plans are made with statistics of a quiet hour, also during a flood. The statement is
 * written so that the planner prefers the way that reads no more rows than it claims:
 * - `deliveries_due` in its order. The planner does not see the limit (`select`). Of an empty queue
 * in several months it expects that reading and sorting all of it costs the same, so sorting is off
 * while the plan is made. A predecessor is `<=`, as the minimum includes the row itself.
 * - `deliveries_of_object` for the predecessor. No index holds `state || ''`, neither as a column
 * nor in its condition.
 * - The primary key for the update. With a constant account, any other index of the account would
 * be eligible.
 */
export const takeDueDeliveries = (
  { sql, clock }: TimedSql,
  {
    accountId,
    endpoint,
    limit,
    leaseMs,
    isTraced = false,
  }: DueQueue & {
    readonly limit: number
    readonly leaseMs: number
    readonly isTraced?: boolean
  },
): Promise<TakenDelivery[]> =>
  plannedOnce(sql, async (tx) => {
    const [, taken] = await Promise.all([
      tx`set local enable_sort = off`,
      tx<TakenDelivery[]>`
  with due as (
    select d.account_id, d.id from deliveries d
    where d.account_id = ${accountId} and d.endpoint = ${endpoint} and d.state = 'waiting'
      and d.due_at <= ${clock.now()} and (d.lease_ends_at is null or d.lease_ends_at <= now())
      and d.sequence <= (
        select min(first.sequence) from deliveries first
        where first.account_id = ${accountId}
          and first.object_id = d.object_id
          and first.target = d.target
          and first.state || '' = 'waiting')
      and (d.webhook_endpoint_id is null or exists (
        select from webhook_endpoints w
        where w.account_id = ${accountId} and w.id = d.webhook_endpoint_id and w.status = 'active'
          and not (w.is_unsettled and exists (
            select from deliveries held
            where held.account_id = ${accountId}
              and held.object_id = d.object_id
              and held.target = d.target
              and held.sequence < d.sequence
              and held.state || '' = 'held'))))
    order by d.due_at limit (select ${limit}::int) for update of d skip locked
  ), taken as (
    update deliveries d
    set lease_ends_at = date_trunc('milliseconds', now() + ${leaseMs} * interval '1 millisecond')
    from unnest(array(select account_id from due), array(select id from due))
      as mine (account_id, id)
    where d.account_id = mine.account_id and d.id = mine.id
      ${ofAccounts(sql, 'd', [{ accountId }])}
    returning d.*
  )
  select t.account_id as "accountId", t.id, t.event_id as "eventId", t.object_id as "objectId",
    t.sequence, t.url, t.webhook_endpoint_id as "webhookEndpointId",
    t.attempts - t.attempts_before as attempts, t.due_at as "dueAt",
    t.lease_ends_at as "leaseEndsAt",
    (
      select e.payload
      from events e
      where e.account_id = ${accountId} and e.id = t.event_id) as payload
    ${
      isTraced
        ? sql`, (
      select e.actor ->> 'traceparent'
      from events e
      where e.account_id = ${accountId} and e.id = t.event_id) as traceparent`
        : sql``
    }
  from taken t order by t.due_at, t.id`,
    ])
    return taken
  })

/** Releases claimed deliveries that were not attempted. */
export async function giveBackDeliveries(sql: Sql, taken: readonly TakenDelivery[]): Promise<void> {
  if (taken.length === 0) return
  await sql`
    update deliveries d set lease_ends_at = null
    from unnest(
      ${taken.map((each) => each.accountId)}::uuid[], ${taken.map((each) => each.id)}::uuid[],
      ${taken.map((each) => each.leaseEndsAt)}::timestamptz[])
      as mine (account_id, id, lease_ends_at)
    where d.account_id = mine.account_id ${ofAccounts(sql, 'd', taken)}
      and d.id = mine.id
      and d.lease_ends_at = mine.lease_ends_at`
}

/**
 * Writes the results of attempts, and returns the queues in which later events became due. A result
 * that arrives after its lease counts only when it is a success. An event behind a failed one waits
 * at least as long, so that a search for due work never reads it. Behind one that is over, it
 * becomes due now, so that its delay does not count that wait. A stopped one, after a 410 of an
 * endpoint, stops every delivery that waits for the endpoint and pauses it
 * (docs/design/rules.md#w5). If the endpoint has another address by then, the delivery is retried
 * there at once instead. A delivery that is retried follows the state of its endpoint.
 *
 * `(select …)` hides the number of results from the planner: with many of them it would read the
 * whole table instead of its primary key. `state || ''` is as in `takeDueDeliveries`.
 */
export async function recordResults(
  db: TimedSql,
  results: readonly DeliveryResult[],
): Promise<readonly DueQueue[]> {
  if (db.sql.shards === undefined) return recordTogether(db, results)
  // On a database that is distributed by account, a statement that names its account runs on one
  // server.
  const due: DueQueue[] = []
  for (const [accountId, own] of Map.groupBy(results, (each) => each.accountId))
    due.push(...(await recordTogether(db, own, accountId)))
  return due
}

/** `accountId`: the account of all results. Absent: they are of several. */
async function recordTogether(
  { sql, clock }: TimedSql,
  results: readonly DeliveryResult[],
  accountId?: string,
): Promise<readonly DueQueue[]> {
  const now = clock.now()
  const own = (table: string) =>
    accountId === undefined ? sql`` : sql`and ${sql(table)}.account_id = ${accountId}`
  // A 410 of an earlier address says nothing about the present one.
  const isRetried = sql`(r.state = 'waiting' or (r.state = 'stopped' and w.url <> tried.url))`
  return plannedOnce(
    sql,
    (tx) => tx<DueQueue[]>`
    with result as (
      select * from unnest(
        (select ${results.map((each) => each.accountId)}::uuid[]),
        (select ${results.map((each) => each.id)}::uuid[]),
        (select ${results.map((each) => each.leaseEndsAt)}::timestamptz[]),
        (select ${results.map((each) => each.state)}::text[]),
        (select ${results.map(({ waitMs }) => instantAfter(now, waitMs))}::timestamptz[]),
        (select ${results.map((each) => each.at)}::timestamptz[]),
        (select ${results.map((each) => each.status)}::int[]),
        (select ${results.map((each) => each.durationMs)}::int[]),
        (select ${results.map((each) => each.error)}::text[]),
        (select ${results.map((each) => each.excerpt)}::text[]))
      as r (account_id, id, lease_ends_at, state, due_at, at, status, duration_ms, error, excerpt)
    ), settled as (
      update deliveries d set
        state = case when ${isRetried}
          then case w.status
            when 'paused' then 'held' when 'deleted' then 'stopped' else 'waiting' end
          else r.state end,
        url = coalesce(w.url, d.url), endpoint = coalesce(w.origin, d.endpoint),
        attempts = d.attempts + 1, lease_ends_at = null,
        due_at = case when ${isRetried} then r.due_at else d.due_at end,
        delivered_at = case when r.state = 'delivered' then ${now}::timestamptz end,
        last_status = r.status, last_error = r.error
      from result r
        join deliveries tried on tried.account_id = r.account_id and tried.id = r.id
        left join webhook_endpoints w on w.account_id = tried.account_id
          and w.id = tried.webhook_endpoint_id ${own('w')}
      where d.account_id = r.account_id and d.id = r.id ${own('d')} ${own('tried')}
        and (d.lease_ends_at = r.lease_ends_at
          or (r.state = 'delivered' and d.delivered_at is null))
      returning d.account_id, d.id, d.object_id, d.webhook_endpoint_id, d.target,
        tried.url as tried_url, tried.endpoint, d.sequence, d.attempts, d.state, d.due_at, r.at,
        r.status, r.duration_ms, r.error, r.excerpt,
        -- Whether its endpoint still has the address.
        d.endpoint = tried.endpoint and w.status is distinct from 'deleted' as is_current
    ), logged as (
      insert into delivery_attempts (account_id, delivery_id, number, at, status, duration_ms,
        error, excerpt)
      select account_id, id, attempts, at, status, duration_ms, error, excerpt from settled
    ), stopped as (
      update deliveries d set state = 'stopped', lease_ends_at = null
      from settled s, lateral (
        select other.id from deliveries other
        where other.account_id = s.account_id
          and other.endpoint = s.endpoint
          and other.target = s.target
          and other.state = 'waiting' ${own('other')}
        offset 0 -- Else it is planned as one scan of all that waits, even when nothing stopped.
      ) as waits
      where s.state = 'stopped' and d.account_id = s.account_id and d.id = waits.id ${own('d')}
        and d.state || '' = 'waiting' and d.id not in (select id from result)
    ), gone as (
      -- Unsettled: what is put back beside this commit is held afterwards.
      update webhook_endpoints w set status = 'paused', paused_reason = 'gone',
        is_unsettled = true, version = version + 1, updated_at = ${now}
      from settled s
      where s.status = 410
        and w.account_id = s.account_id
        and w.id = s.webhook_endpoint_id
        and w.url = s.tried_url
        and w.status = 'active' ${own('w')}
    ), recovered as (
      delete from failing_webhook_addresses f using settled s
      where s.state = 'delivered' and f.account_id = s.account_id and f.endpoint = s.endpoint
        ${own('f')}
    ), failing as (
      insert into failing_webhook_addresses (account_id, endpoint, id, since)
      select account_id, endpoint, gen_random_uuid(), min(at) from settled
      group by account_id, endpoint
      having bool_and(state <> 'delivered') and bool_or(is_current)
      on conflict do nothing
    ), behind as (
      update deliveries d set
        due_at = case
          when s.state = 'waiting' then greatest(d.due_at, s.due_at)
          else ${now} end
      from settled s
      where s.state in ('waiting', 'delivered', 'exhausted') and d.account_id = s.account_id
        and d.object_id = s.object_id and d.target = s.target ${own('d')}
        and d.sequence > s.sequence and d.state || '' = 'waiting'
        and d.id not in (select id from result) -- Restarted while a later one was in progress.
      returning d.account_id, d.endpoint, s.state
    )
    select distinct account_id as "accountId", endpoint from behind where state <> 'waiting'`,
  )
}

/**
 * `deliveries` has a table for each month, so a plan costs more than what it finds: each connection
 * keeps it for some seconds.
 */
const plannedOnce = <Result>(sql: Sql, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  sql.begin(work, { plansOnce: true })
