import {
  type RequestActor,
  type RequestMethod,
  requestLogDays,
  requestMethods,
  type StatusClass,
  statusClasses,
} from '../../contract/request-log.ts'
import { columnar } from '../db/columnar.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import { pairsOf, unionAll } from '../db/union-all.ts'
import { dayMs } from '../primitives/durations.ts'

/** One answered request of an account, in the form in which it is stored. */
export interface LoggedRequest {
  readonly accountId: string
  /** The X-Request-Id of the response. */
  readonly id: string
  readonly at: Date
  readonly method: RequestMethod
  readonly route: string
  readonly path: string
  readonly status: number
  readonly errorCode: string | null
  readonly actorKind: RequestActor
  readonly actorId: string
  readonly actorName: string
  readonly durationMs: number
  readonly idempotencyKey: string | null
}

/** The redacted bodies, as JSON text. */
export interface LoggedBodies {
  readonly requestBody: string | null
  readonly responseBody: string | null
}

export async function addRequests(
  sql: Queryable,
  requests: readonly (LoggedRequest & LoggedBodies)[],
): Promise<void> {
  const { columns, arrays } = columnar(requests, {
    account_id: 'uuid',
    id: 'uuid',
    slot: ['smallint', ({ at }: LoggedRequest) => dayNumber(at) % slots],
    at: 'timestamptz',
    method: 'text',
    status_class: ['text', ({ status }: LoggedRequest) => `${Math.floor(status / 100)}xx`],
    status: 'smallint',
    route: 'text',
    path: 'text',
    error_code: 'text',
    actor_kind: 'text',
    actor_id: 'uuid',
    actor_name: 'text',
    tenths_of_ms: ['int', ({ durationMs }: LoggedRequest) => Math.round(durationMs * 10)],
    idempotency_key: 'text',
    request_body: 'text',
    response_body: 'text',
  })
  await sql`
    insert into api_requests (${columns}) select * from unnest(${arrays}) as n (${columns})`
}

export interface RequestFilter {
  readonly classes?: readonly StatusClass[]
  readonly methods?: readonly RequestMethod[]
  /** The start of the path. */
  readonly path?: string
  readonly errorCode?: string
  readonly actorId?: string
  readonly actorKinds?: readonly RequestActor[]
  readonly requestId?: string
  readonly from?: Date
  readonly to?: Date
}

/** A position in the list. */
export interface RequestPlace {
  readonly at: Date
  readonly id: string
}

export interface RequestPage {
  readonly rows: readonly LoggedRequest[]
  /** Where the reading ended with less than a page, and the list goes on. */
  readonly end?: RequestPlace
}

/**
 * One page of the requests of an account since an instant, the newest first. One filter is a range
 * of an index. Filters beside it are checked for 1,000 requests of that range at most, so that a
 * page costs the same in a log of any size. Such a page may be short and have an end.
 */
export async function requestPage(
  sql: Sql,
  accountId: string,
  filter: RequestFilter & { readonly since: Date },
  { limit, after }: { readonly limit: number; readonly after?: RequestPlace },
): Promise<RequestPage> {
  const { range, rest } = rangeOf(sql, filter)
  const looksAt = rest.length === 0 ? limit : mostLookedAt
  const ordered = sql`order by at desc, id desc`
  const inPlace = sql`
    account_id = ${accountId} and at >= ${latest(filter.since, filter.from)}
    ${filter.to ? sql`and at <= ${filter.to}` : sql``}
    ${after ? sql`and (at, id) < (${after.at}, ${after.id})` : sql``}`
  const looked = unionAll(
    sql,
    range.map(
      (part) => sql`
        select id, at, method, route, path, status, status_class, error_code, actor_kind, actor_id,
          actor_name, tenths_of_ms, idempotency_key
        from ${tableOf(sql, accountId, filter)}
        where ${inPlace} ${part}
        ${ordered}
        limit ${looksAt}`,
    ),
  )
  const rows = await sql<(Row & { readonly isEnd: boolean })[]>`
    with looked as materialized (select * from (${looked}) as l ${ordered} limit ${looksAt})
    (select ${listed(sql)}, false as "isEnd"
      from looked
      where true ${joined(sql, rest)}
      ${ordered}
      limit ${limit})
    union all
    (select ${listed(sql)}, true from looked ${ordered} limit 1 offset ${looksAt - 1})`
  const page = rows.filter(({ isEnd }) => !isEnd).map((row) => requestFrom(accountId, row))
  const end = rows.find(({ isEnd }) => isEnd)
  return {
    rows: page.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)),
    ...(end && rest.length > 0 && page.length < limit && { end: { at: end.at, id: end.id } }),
  }
}

/**
 * One id is looked up apart from the order by time: for an account of usual size PostgreSQL would
 * rather read the index of that order, which for a large one is long.
 */
const tableOf = (sql: Sql, accountId: string, { requestId }: RequestFilter): Part =>
  requestId === undefined
    ? sql`api_requests`
    : sql`(
        select * from api_requests where account_id = ${accountId} and id = ${requestId} offset 0
      ) as found`

/** The ranges of an index for the filter with the fewest rows, and the other filters. */
function rangeOf(
  sql: Sql,
  { classes, methods, path, errorCode, actorId, actorKinds, requestId }: RequestFilter,
): { range: readonly Part[]; rest: readonly Part[] } {
  const found: (readonly Part[])[] = []
  const rest: Part[] = []
  const add = (is: Part) => (found.length === 0 ? found.push([is]) : rest.push(is))
  if (requestId !== undefined) found.push([sql``]) // Its table has no other row.
  if (errorCode !== undefined) add(sql`and error_code = ${errorCode}`)
  if (actorId !== undefined) add(sql`and actor_id = ${actorId}`)
  if ((classes || methods) && found.length === 0)
    found.push(
      pairsOf(methods ?? requestMethods, classes ?? statusClasses).map(
        ([method, status]) => sql`and method = ${method} and status_class = ${status}`,
      ),
    )
  else {
    if (classes) rest.push(sql`and status_class = any(${classes})`)
    if (methods) rest.push(sql`and method = any(${methods})`)
  }
  if (actorKinds) rest.push(sql`and actor_kind = any(${actorKinds})`)
  if (path !== undefined) rest.push(sql`and starts_with(path, ${path})`)
  return { range: found[0] ?? [sql``], rest }
}

type Part = Statement<object[]>

const joined = (sql: Sql, parts: readonly Part[]): Part =>
  parts.reduce((all, part) => sql`${all} ${part}`, sql``)

const latest = (since: Date, from: Date | undefined): Date =>
  from !== undefined && from > since ? from : since

/** One request with its bodies. */
export async function requestById(
  sql: Queryable,
  accountId: string,
  { id, since }: { readonly id: string; readonly since: Date },
): Promise<(LoggedRequest & LoggedBodies) | undefined> {
  const [row] = await sql<(Row & LoggedBodies)[]>`
    select ${listed(sql)}, request_body as "requestBody", response_body as "responseBody"
    from api_requests
    where account_id = ${accountId} and id = ${id} and at >= ${since}`
  if (!row) return undefined
  const { requestBody, responseBody } = row
  return { ...requestFrom(accountId, row), requestBody, responseBody }
}

interface Row extends Omit<LoggedRequest, 'accountId' | 'durationMs'> {
  readonly tenthsOfMs: number
}

const listed = (sql: Queryable) => sql`
  id, at, method, route, path, status, error_code as "errorCode", actor_kind as "actorKind",
  actor_id as "actorId", actor_name as "actorName", tenths_of_ms as "tenthsOfMs",
  idempotency_key as "idempotencyKey"`

const requestFrom = (accountId: string, row: Row): LoggedRequest => ({
  accountId,
  id: row.id,
  at: row.at,
  method: row.method,
  route: row.route,
  path: row.path,
  status: row.status,
  errorCode: row.errorCode,
  actorKind: row.actorKind,
  actorId: row.actorId,
  actorName: row.actorName,
  durationMs: row.tenthsOfMs / 10,
  idempotencyKey: row.idempotencyKey,
})

/**
 * Empties each slot that does not hold the day it should, tomorrow's included. Deleting a day costs
 * no more than an empty file. Returns the number of emptied slots.
 */
export async function emptyOldDays(sql: Sql, now: Date): Promise<number> {
  const today = dayNumber(now)
  let emptied = 0
  for (let day = today - requestLogDays; day <= today + 1; day++)
    if (await emptySlot(sql, day)) emptied += 1
  return emptied
}

const emptySlot = (sql: Sql, day: number): Promise<boolean> =>
  sql.begin(async (tx) => {
    const slot = day % slots
    const date = new Date(day * dayMs).toISOString().slice(0, 10)
    const changed = await tx`
      update api_request_days set day = ${date}::date
      where slot = ${slot} and day is distinct from ${date}::date
      returning slot`
    if (changed.length > 0) await tx`truncate ${sql(`api_requests_${slot}`)}`
    return changed.length > 0
  })

/** The days that are kept, today and tomorrow. */
const slots = requestLogDays + 2
const dayNumber = (at: Date): number => Math.floor(at.getTime() / dayMs)
/** How many requests are checked for filters without an index of their own. */
const mostLookedAt = 1_000
