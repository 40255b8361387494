import { type ActorKind, actorKinds } from '../../contract/audit.ts'
import { lookedPage, mostLookedAt } from '../db/looked-page.ts'
import type { Queryable } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import { defined } from '../primitives/defined.ts'
import { lowestId } from '../primitives/id.ts'
import type { AuditContent } from './audit-entry.ts'
import { eventFacts, shownObjects } from './event-line.ts'

/** A line of the audit log: an event with its actor, or an entry of changes that are no events. */
export interface AuditLine {
  readonly accountId: string
  readonly id: string
  readonly at: Date
  /** The type of the event, or the action of the entry. */
  readonly action: string
  /** Null: the content was removed when its retention ended. */
  readonly actor: AuditContent['actor'] | null
  readonly object: AuditContent['object']
  readonly before?: AuditContent['before']
  readonly after?: AuditContent['after']
}

export interface AuditFilter {
  readonly by?: readonly ActorKind[]
  readonly from?: Date
  readonly to?: Date
  /** The lines before this one. */
  readonly after?: string
  readonly limit: number
}

/** Actors whose events have an index of their own. */
const people: readonly ActorKind[] = ['person', 'operator-token', 'cli']

/** A page of the log, the newest first. */
export interface AuditPage {
  readonly lines: readonly AuditLine[]
  /** The id where the search ended before the page was full, and the log goes on. */
  readonly end?: string
}

/** The audit log of an account. Ids order both sources by time. */
export async function accountAudit(
  sql: Queryable,
  accountId: string,
  filter: AuditFilter,
): Promise<AuditPage> {
  const [entries, events] = await Promise.all([
    entryRows(sql, filter, sql`and account_id = ${accountId}`),
    eventRows(sql, accountId, filter),
  ])
  return merged([entries, events], filter)
}

/** The entries of all accounts and of the operator. Events are not part of it. */
export const operatorAudit = async (sql: Queryable, filter: AuditFilter): Promise<AuditPage> =>
  merged([await entryRows(sql, filter, sql``)], filter)

const entryRows = (
  sql: Queryable,
  filter: AuditFilter,
  ofAccount: Fragment,
): Promise<readonly Row[]> => sql<Row[]>`
  select account_id as "accountId", id, at, content, fits, turn = ${looksAt(filter)} as "isEnd",
    null as type, null as "objectType", null as "objectId", null::jsonb as actor, null as body,
    null as "earlierBody"
  from (
    select account_id, id, at, content, row_number() over (order by id desc) as turn,
      ${isByOneOf(sql, filter)} as fits
    from (
      select account_id, id, at, content from audit_entries
      where true ${ofAccount} ${inPlace(sql, filter)}
      order by id desc
      limit ${looksAt(filter)}) as looked) as entries
  where fits or turn = ${looksAt(filter)}
  order by id desc
  limit ${filter.limit}`

const eventRows = (
  sql: Queryable,
  accountId: string,
  filter: AuditFilter,
): Promise<readonly Row[]> => sql<Row[]>`
  select account_id as "accountId", id, at, null as content, fits,
    turn = ${looksAt(filter)} as "isEnd", type, object_type as "objectType",
    object_id::text as "objectId", actor,
    case when object_type = any(${shownObjects}) then payload end as body,
    case
      when object_type = any(${shownObjects}) then (
        select payload
        from events
        where account_id = ${accountId} and object_id = e.object_id and version = e.version - 1
      )
    end as "earlierBody"
  from (
    select *, row_number() over (order by id desc) as turn,
      coalesce(actor ->> 'kind' = any(${filter.by ?? actorKinds}), false) as fits
    from (
      select account_id, id, occurred_at as at, type, object_type, object_id, version, payload,
        actor
      from events
      where account_id = ${accountId} ${inPlace(sql, filter)}
        ${isOfPeople(filter) ? byPeople(sql) : sql``}
      order by id desc
      limit ${looksAt(filter)}) as looked) as e
  where fits or turn = ${looksAt(filter)}
  order by id desc
  limit ${filter.limit}`

/** The kind of an actor is in no index, except that of people. */
const looksAt = ({ by, limit }: AuditFilter): number => (by ? mostLookedAt : limit)

const isOfPeople = ({ by }: AuditFilter): boolean =>
  by?.every((kind) => people.includes(kind)) ?? false

/** An entry whose content was removed has no actor any more, and fits. */
const isByOneOf = (sql: Queryable, { by }: AuditFilter): Fragment =>
  by ? sql`coalesce(content::jsonb -> 'actor' ->> 'kind' = any(${by}), true)` : sql`true`

/** The condition of the index of their events. */
const byPeople = (sql: Queryable): Fragment =>
  sql`and actor ->> 'kind' in ('person', 'operator-token', 'cli')`

/** Every id begins with the instant of its line, so a period is a range of ids. */
const inPlace = (sql: Queryable, { from, to, after }: AuditFilter): Fragment => sql`
  ${from ? sql`and id >= ${lowestId(from.getTime())}` : sql``}
  ${to ? sql`and id < ${lowestId(to.getTime() + 1)}` : sql``}
  ${after === undefined ? sql`` : sql`and id < ${after}`}`

/** Above the place where one source ended, the lines of the others are complete too. */
function merged(sources: readonly (readonly Row[])[], { limit }: AuditFilter): AuditPage {
  const pages = sources.map((rows) => lookedPage(rows, limit))
  const end = pages
    .flatMap((page) => (page.end ? [page.end.id] : []))
    .toSorted()
    .at(-1)
  const rows = pages
    .flatMap(({ fitting }) => fitting)
    .filter(({ id }) => end === undefined || id >= end)
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
  const isShort = end !== undefined && rows.length < limit
  return { lines: rows.map(lineFrom), ...(isShort && { end }) }
}

interface Row {
  readonly accountId: string
  readonly id: string
  readonly at: Date
  readonly content: string | null
  readonly type: string | null
  readonly objectType: string | null
  readonly objectId: string | null
  readonly actor: AuditContent['actor'] | null
  readonly body: string | null
  readonly earlierBody: string | null
  readonly fits: boolean
  readonly isEnd: boolean
}

function lineFrom({ accountId, id, at, content, ...event }: Row): AuditLine {
  const line = { accountId, id, at }
  if (event.type !== null) {
    const { type: action, actor, objectType, objectId, body, earlierBody } = event
    const { name, ...fields } = eventFacts(objectType ?? '', body, earlierBody)
    const object = { type: objectType ?? '', id: objectId ?? '', ...defined({ name }) }
    return { ...line, action, actor, object, ...fields }
  }
  if (content === null)
    return { ...line, action: 'removed', actor: null, object: { type: 'entry', id } }
  const { action, actor, object, before, after } = JSON.parse(content) as AuditContent
  return { ...line, action, actor, object, ...defined({ before, after }) }
}
