import type { App } from '../../src/app.ts'
import { cashoutStop } from '../../src/books-audit/cashout-stop-store.ts'
import { resumeCashouts } from '../../src/books-audit/resume-cashouts.ts'

/** A person reads the stop of cashouts and ends it. Returns what the API does. */
export async function resumeStoppedCashouts(
  app: Pick<App, 'sql' | 'vault' | 'clock' | 'actor'>,
  { resumedBy = 'Maria', note = 'seen' } = {},
) {
  const stop = await cashoutStop(app.sql)
  return resumeCashouts(app, { resumedBy, note, seen: stop?.digest ?? 'none' })
}
