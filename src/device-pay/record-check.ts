import type { App } from '../app.ts'
import { WriteConflict } from '../journal/journal.ts'
import type { Domain, RegisteredDomain } from './domain.ts'
import { type CheckPurpose, stepTo } from './domain-change.ts'
import { domainById } from './domain-store.ts'

/**
 * Records the result of a check of a domain's file. Of two concurrent checks the second continues
 * from the state that the first one recorded, because both checks were real. `undefined`: the
 * domain was removed meanwhile.
 */
export async function recordCheck(
  app: Pick<App, 'sql' | 'journal'>,
  before: Domain,
  step: (domain: Domain) => RegisteredDomain,
  purpose?: CheckPurpose,
): Promise<RegisteredDomain | undefined> {
  let current: Domain | undefined = before
  for (let tries = 1; current; tries += 1) {
    const after = step(current)
    try {
      await app.journal.record(stepTo(current, after, purpose))
      return after
    } catch (cause) {
      if (!(cause instanceof WriteConflict) || tries === maxTries) throw cause
      current = await domainById(
        app.sql,
        before.accountId,
        before.id,
        after.registration.providerId,
      )
    }
  }
  return undefined
}

const maxTries = 5
