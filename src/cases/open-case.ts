import type { App } from '../app.ts'
import type { Difference } from './case.ts'
import { openCases } from './case-store.ts'
import { planRecheck } from './recheck-store.ts'

/**
 * Opens a case for a provider's report outside its files that a person must check, and writes a log
 * line. A repeated report of one subject is one case. Never throws, because the caller must finish
 * its own work.
 */
export async function openCase(
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  providerId: string,
  difference: Omit<Difference, 'sequence' | 'line'>,
): Promise<void> {
  const { kind, subject, accountId, objectType, objectId } = difference
  app.log.error(
    { providerId, kind, subject, accountId, objectType, objectId },
    'a case for a person',
  )
  try {
    const at = app.clock.now()
    const opened = await openCases(app.sql, providerId, { differences: [difference], at })
    if (opened.length > 0) await planRecheck(app.sql, providerId, at)
  } catch (cause) {
    app.log.error({ providerId, kind, subject, err: String(cause) }, 'a case could not be opened')
  }
}
