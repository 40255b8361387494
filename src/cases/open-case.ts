import type { App } from '../app.ts'
import type { Difference } from './case.ts'
import { openCases } from './case-store.ts'
import { planRecheck } from './recheck-store.ts'

/**
 * What a provider says outside its files and a person must look at: a case beside those of the files, and a line in the
 * log. Once for each subject, however often it is said. Never throws: whoever found it has its own work to finish.
 */
export async function openCase(
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  providerId: string,
  difference: Omit<Difference, 'sequence' | 'line'>,
): Promise<void> {
  const { kind, subject, accountId, objectType, objectId } = difference
  app.log.error({ providerId, kind, subject, accountId, objectType, objectId }, 'a case for a person')
  try {
    const at = app.clock.now()
    const opened = await openCases(app.sql, providerId, { differences: [difference], at })
    if (opened.length > 0) await planRecheck(app.sql, providerId, at)
  } catch (cause) {
    app.log.error({ providerId, kind, subject, err: String(cause) }, 'a case could not be opened')
  }
}
