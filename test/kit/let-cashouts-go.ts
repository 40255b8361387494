import { cashoutStop } from '../../src/audit/payout-freeze-store.ts'
import { resumeCashouts } from '../../src/audit/resume-cashouts.ts'
import type { Sql } from '../../src/db/pool.ts'

/** A person looks at the stop and lets money leave in spite of it. Answers what it named. */
export async function letCashoutsGo(sql: Sql, { resumedBy = 'Maria', note = 'seen' } = {}) {
  const stop = await cashoutStop(sql)
  return resumeCashouts(sql, { resumedBy, note, seen: stop?.digest ?? 'none' })
}
