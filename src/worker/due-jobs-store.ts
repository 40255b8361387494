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
  // Planning it takes longer than executing it, and most of the time nothing is due.
  const [row] = await sql.begin(
    (tx) => tx<{ due: boolean[] }[]>`
      select array[${joined(tx, conditions, tx`, `)}] as due`,
    { plansOnce: true },
  )
  if (!row) throw new Error('a query without a row')
  return row.due
}
