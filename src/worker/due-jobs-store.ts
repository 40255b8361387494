import type { App } from '../app.ts'
import { joined } from '../db/joined.ts'
import type { Job } from './jobs.ts'

/**
 * Which of these jobs have due work, by one statement. A job without a condition may have some at
 * any time.
 */
export async function dueJobs(app: App, kinds: readonly Job[]): Promise<readonly boolean[]> {
  const { sql } = app
  const conditions = kinds.map((job) => job.isDue?.(app) ?? sql`true`)
  const [row] = await sql<{ due: boolean[] }[]>`
    select array[${joined(sql, conditions, sql`, `)}] as due`
  if (!row) throw new Error('a query without a row')
  return row.due
}
