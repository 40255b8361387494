import type { App } from '../app.ts'
import { type DueRows, isAny } from '../db/due-rows.ts'
import { joined } from '../db/joined.ts'
import type { Fragment } from '../db/statement.ts'
import type { Job } from './jobs.ts'

/** Which of these jobs have due work. A job without a condition may have some at any time. */
export async function dueJobs(app: App, kinds: readonly Job[]): Promise<readonly boolean[]> {
  const { sql } = app
  const all = kinds.map((job) => job.due?.(app) ?? sql`true`)
  if (sql.shards === undefined)
    return whichHold(
      app,
      all.map((due) => (isRows(due) ? isAny(sql, due) : due)),
    )
  const [queued, others] = await Promise.all([
    whichHaveRows(app, all),
    whichHold(
      app,
      all.map((due) => (isRows(due) ? sql`false` : due)),
    ),
  ])
  return others.map((isDue, index) => isDue || queued.has(index))
}

const isRows = (due: DueRows | Fragment): due is DueRows => 'rows' in due

/** Reads all conditions by one statement. */
async function whichHold({ sql }: App, conditions: readonly Fragment[]): Promise<boolean[]> {
  const [row] = await sql<{ due: boolean[] }[]>`
    select array[${joined(sql, conditions, sql`, `)}] as due`
  if (!row) throw new Error('a query without a row')
  return row.due
}

/**
 * Which of these have rows, by one statement for each shard. Citus would send the answer of each
 * subquery of a condition to all servers, before it reads the condition.
 */
async function whichHaveRows(
  { sql }: App,
  all: readonly (DueRows | Fragment)[],
): Promise<ReadonlySet<number>> {
  const queues = all.flatMap((due, index) =>
    isRows(due) ? [sql`select account_id, ${index}::int as number from ${due.rows}`] : [],
  )
  if (queues.length === 0) return new Set()
  const found = await sql<{ number: number }[]>`
    select distinct number from (${joined(sql, queues, sql` union all `)}) as due`
  return new Set(found.map(({ number }) => number))
}
