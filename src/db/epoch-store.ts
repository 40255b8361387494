import type { Queryable, Sql } from './pool.ts'
import type { Fragment } from './statement.ts'

/**
 * A history of the database: a cluster of PostgreSQL and its timeline. A restore and a failover
 * begin a new one (docs/decisions/restore.md).
 */
export interface DatabaseEpoch {
  readonly timeline: number
  readonly noticedAt: Date
  /** The recovery target that the server was started with. Empty: none. */
  readonly target: string
  /** What was committed after this instant may be lost. Null: nothing, or not known. */
  readonly lostSince: Date | null
  /** Since then money may leave. Null: the sweep has not ended. */
  readonly settledAt: Date | null
}

/** The history of the server now. The name of the current WAL file begins with its timeline. */
const current = (sql: Queryable) => sql`
  select (select system_identifier from pg_control_system()) as system_id,
    ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline,
    concat_ws(' ', nullif(current_setting('recovery_target'), ''),
      nullif(current_setting('recovery_target_time'), ''),
      nullif(current_setting('recovery_target_xid'), ''),
      nullif(current_setting('recovery_target_name'), ''),
      nullif(current_setting('recovery_target_lsn'), '')) as target`

const columns = (sql: Queryable) => sql`
  e.timeline, e.noticed_at as "noticedAt", e.target, e.lost_since as "lostSince",
  e.settled_at as "settledAt"`

/** The present history. `undefined`: no process has noticed it. */
export async function currentEpoch(sql: Queryable): Promise<DatabaseEpoch | undefined> {
  const [row] = await sql<DatabaseEpoch[]>`
    select ${columns(sql)} from (${current(sql)}) as c
    join database_epochs e using (system_id, timeline)`
  return row
}

/**
 * Records the present history. With `isLossless` a failover is settled at once: the cluster is the
 * same, its last history was settled, and the recovery target, if there is one, is that of a
 * history that was settled too. A loss that waits for its sweep is taken over from that history.
 */
export async function noticeEpoch(
  sql: Queryable,
  { isLossless }: { readonly isLossless: boolean },
): Promise<void> {
  await sql`
    with found as (
      select c.*, case when last.settled_at is null then last.lost_since end as lost_since,
        ${isLossless} and last.settled_at is not null and (c.target = '' or exists (
          select from database_epochs e
          where e.system_id = c.system_id and e.settled_at is not null and e.target = c.target
        )) as is_failover
      from (${current(sql)}) as c
      left join lateral (
        select e.settled_at, e.lost_since from database_epochs e
        where e.system_id = c.system_id
        order by e.noticed_at desc
        limit 1
      ) as last on true
    )
    insert into database_epochs (system_id, timeline, target, lost_since, settled_at, settled_by)
    select system_id, timeline, target, lost_since, case when is_failover then now() end,
      case when is_failover then 'failover' end
    from found
    on conflict do nothing`
}

/**
 * Records since when the commits of the present history are lost. Of several instants the earliest
 * one is kept, until the history is settled.
 */
export async function recordLoss(sql: Queryable, lostSince: Date): Promise<void> {
  await sql`
    update database_epochs e
    set settled_at = null, settled_by = null, lost_since = case
      when e.settled_at is null then least(e.lost_since, ${lostSince}) else ${lostSince} end
    from (${current(sql)}) as c
    where e.system_id = c.system_id and e.timeline = c.timeline`
}

/** SQL that is true once the commits of a history may be lost. */
export const mayHaveLostCommits = (sql: Queryable): Fragment => sql`
  exists (
    select from database_epochs
    where settled_by is null or settled_by not in ('first', 'failover'))`

/**
 * Lets money leave again. `sweptSince`: only if no earlier loss was declared since. Returns false
 * when nothing changed.
 */
export async function settleEpoch(
  sql: Sql,
  settledBy: string,
  { sweptSince }: { readonly sweptSince?: Date } = {},
): Promise<boolean> {
  const rows = await sql`
    update database_epochs e set settled_at = now(), settled_by = ${settledBy}
    from (${current(sql)}) as c
    where e.system_id = c.system_id and e.timeline = c.timeline and e.settled_at is null
      and coalesce(e.lost_since >= ${sweptSince ?? null}::timestamptz, true)
    returning 1`
  return rows.length === 1
}

/** What each process follows of the histories of its database. */
export interface HistoryState {
  /** Whether a process has recorded the present history. */
  readonly isHistoryKnown: boolean
  /**
   * Whether a request may repeat one whose commits are lost: until the present history is settled,
   * and for a week after one that lost commits was.
   */
  readonly isRestored: boolean
}

export async function readHistoryState(sql: Queryable): Promise<HistoryState> {
  const [row] = await sql<HistoryState[]>`
    select e.timeline is not null as "isHistoryKnown",
      e.settled_at is null or exists (
        select from database_epochs
        where (lost_since is not null or settled_at is null)
          and greatest(noticed_at, settled_at) > now() - interval '7 days'
      ) as "isRestored"
    from (${current(sql)}) as c
    left join database_epochs e using (system_id, timeline)`
  if (!row) throw new Error('the history of the database could not be read')
  return row
}
