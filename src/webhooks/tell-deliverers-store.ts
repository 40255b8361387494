import type { Sql } from '../db/pool.ts'
import { deliveriesChannel } from './deliver.ts'

/**
 * What a process that delivers nothing itself does after each commit: tells those that do, at most one message under
 * way at a time. Their poll is the net under a message that gets lost.
 */
export function tellDeliverers(sql: Sql): () => void {
  let telling: Promise<unknown> | undefined
  let again = false
  const tell = () => {
    if (telling) {
      again = true
      return
    }
    again = false
    telling = sql`select pg_notify(${deliveriesChannel}, '')`
      .catch(() => {})
      .finally(() => {
        telling = undefined
        if (again) tell()
      })
  }
  return tell
}
