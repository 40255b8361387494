import type { App } from '../app.ts'
import { LostChange } from '../journal/journal.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Domain } from './domain.ts'
import { removalOf } from './domain-change.ts'
import { domainById, type SeenBy } from './domain-store.ts'

/** Takes a domain away: from this commit on it opens no session. A worker tells the acquirers. Throws `not-found`. */
export async function removeDomain(app: App, accountId: string, id: string, seenBy: SeenBy): Promise<Domain> {
  for (let tries = 1; ; tries += 1) {
    const domain = await domainById(app.sql, accountId, id, seenBy)
    if (!domain) throw new Rejection('not-found')
    try {
      await app.journal.record(removalOf(domain, app.clock.now()))
      return domain
    } catch (cause) {
      if (!(cause instanceof LostChange) || tries === maxTries) throw cause
    }
  }
}

const maxTries = 5
