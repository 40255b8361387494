import type { Sql } from '../db/pool.ts'

/** Filters of a list under a name. */
export interface SavedView {
  readonly id: string
  readonly page: string
  readonly name: string
  readonly query: string
  readonly createdAt: Date
}

/** The person, or the key, that saves views of an account. */
export interface ViewOwner {
  readonly accountId: string
  readonly ownerId: string
}

export const mostViews = 50

export const savedViews = (sql: Sql, { accountId, ownerId }: ViewOwner) => sql<SavedView[]>`
  select id, page, name, query, created_at as "createdAt"
  from saved_views
  where account_id = ${accountId} and owner_id = ${ownerId}
  order by page, name
  limit ${mostViews}`

/**
 * Saves a view. One with the same page and name gets the new filters and keeps its id. Undefined:
 * the owner has the most views already.
 */
export const saveView = (
  sql: Sql,
  { accountId, ownerId }: ViewOwner,
  { id, page, name, query, createdAt }: SavedView,
): Promise<SavedView | undefined> =>
  sql.begin(async (tx) => {
    // Two saves at once would both find room.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`views ${ownerId}`}, 0))`
    const [saved] = await tx<SavedView[]>`
      insert into saved_views as v (account_id, owner_id, id, page, name, query, created_at)
      select ${accountId}::uuid, ${ownerId}::uuid, ${id}::uuid, ${page}::text, ${name}::text,
        ${query}::text, ${createdAt}::timestamptz
      where exists (
          select from saved_views
          where account_id = ${accountId} and owner_id = ${ownerId}
            and page = ${page} and name = ${name})
        or (
          select count(*)
          from saved_views
          where account_id = ${accountId} and owner_id = ${ownerId}) < ${mostViews}
      on conflict (account_id, owner_id, page, name) do update set query = excluded.query
      returning id, page, name, query, created_at as "createdAt"`
    return saved
  })

/** False: there is none with this id. */
export async function removeView(
  sql: Sql,
  { accountId, ownerId }: ViewOwner,
  id: string,
): Promise<boolean> {
  const removed = await sql`
    delete from saved_views
    where account_id = ${accountId} and owner_id = ${ownerId} and id = ${id}
    returning id`
  return removed.length > 0
}
