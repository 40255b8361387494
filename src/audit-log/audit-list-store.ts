import { type ActorKind, actorKinds } from '../../contract/audit.ts'
import type { Queryable } from '../db/pool.ts'
import { defined } from '../primitives/defined.ts'
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

/** The audit log of an account, the newest first. Ids order both sources by time. */
export async function accountAudit(
  sql: Queryable,
  accountId: string,
  { by = actorKinds, from, to, after, limit }: AuditFilter,
): Promise<AuditLine[]> {
  const onlyPeople = by.every((kind) => people.includes(kind))
  const period = sql`
    and (${from ?? null}::timestamptz is null or at >= ${from ?? null})
    and (${to ?? null}::timestamptz is null or at <= ${to ?? null})
    and (${after ?? null}::uuid is null or id < ${after ?? null})`
  const rows = await sql<Row[]>`
    (
      select account_id as "accountId", id, at, content, ${noEvent(sql)}
      from audit_entries
      where account_id = ${accountId} ${period}
        and (content is null or content::jsonb -> 'actor' ->> 'kind' = any(${by}))
      order by id desc
      limit ${limit}
    )
    union all
    (
      select account_id, id, at, null, type, object_type, object_id::text, actor,
        case when object_type = any(${shownObjects}) then payload end,
        case
          when object_type = any(${shownObjects}) then (
            select payload
            from events
            where account_id = e.account_id and object_id = e.object_id
              and version = e.version - 1
          )
        end
      from (
        select account_id, id, occurred_at as at, type, object_type, object_id, version, payload,
          actor
        from events
        where actor ->> 'kind' = any(${by})
          ${onlyPeople ? sql`and actor ->> 'kind' in ('person', 'operator-token', 'cli')` : sql``}
      ) as e
      where account_id = ${accountId} ${period}
      order by id desc
      limit ${limit}
    )
    order by id desc
    limit ${limit}`
  return rows.map(lineFrom)
}

/** The entries of all accounts and of the operator, the newest first. Events are not part of it. */
export async function operatorAudit(
  sql: Queryable,
  { by = actorKinds, from, to, after, limit }: AuditFilter,
): Promise<AuditLine[]> {
  const rows = await sql<Row[]>`
    select account_id as "accountId", id, at, content, ${noEvent(sql)}
    from audit_entries
    where (content is null or content::jsonb -> 'actor' ->> 'kind' = any(${by}))
      and (${from ?? null}::timestamptz is null or at >= ${from ?? null})
      and (${to ?? null}::timestamptz is null or at <= ${to ?? null})
      and (${after ?? null}::uuid is null or id < ${after ?? null})
    order by id desc
    limit ${limit}`
  return rows.map(lineFrom)
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
}

/** The columns of an event, for an entry. */
const noEvent = (sql: Queryable) => sql`
  null as type, null as "objectType", null as "objectId", null::jsonb as actor, null as body,
  null as "earlierBody"`

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
