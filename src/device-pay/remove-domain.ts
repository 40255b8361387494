import type { App } from '../app.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Domain } from './domain.ts'
import { removalOf } from './domain-change.ts'
import { domainById, type SeenBy } from './domain-store.ts'

/**
 * Removes a domain. From this commit on it opens no session. A worker deregisters it with the
 * acquirers. Throws `not-found`.
 */
export const removeDomain = (
  app: Pick<App, 'sql' | 'clock' | 'journal'>,
  accountId: string,
  id: string,
  seenBy: SeenBy,
): Promise<Domain> =>
  retryOnConflict(async () => {
    const domain = await domainById(app.sql, accountId, id, seenBy)
    if (!domain) throw new Rejection('not-found')
    await app.journal.record(removalOf(domain, app.clock.now()))
    return domain
  })
