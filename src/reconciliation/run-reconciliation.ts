import type { App } from '../app.ts'
import { claimRechecks } from '../cases/recheck-store.ts'
import type { Fragment } from '../db/statement.ts'
import type { SettlementFiles } from '../providers/ports/settlement-file.ts'
import type { SyncDeps } from '../transactions/charge/record-charge.ts'
import { filesOf } from './files-of.ts'
import { dueProviders, isAnyProviderDue } from './lease-store.ts'
import { recheckCases } from './recheck-cases.ts'
import { reconcileProvider } from './reconcile-provider.ts'

type Failing = Pick<App, 'log' | 'metrics' | 'actor'>
type Deps = SyncDeps & Failing

/**
 * Reads the files of every due provider, a bounded batch of each. Returns the number of work items
 * done.
 */
export async function runReconciliation(app: Deps): Promise<number> {
  const withFiles = providersWithFiles(app)
  if (withFiles.length === 0) return 0
  const due = new Set(
    await dueProviders(
      app,
      withFiles.map(([providerId]) => providerId),
    ),
  )
  return readProviders(
    app,
    withFiles.filter(([providerId]) => due.has(providerId)),
  )
}

/** SQL that is true while the files of a provider are due. */
export const hasDueFiles = (app: Pick<App, 'sql' | 'clock' | 'providers'>): Fragment =>
  isAnyProviderDue(
    app,
    providersWithFiles(app).map(([providerId]) => providerId),
  )

const providersWithFiles = (app: Pick<App, 'providers'>) =>
  app.providers.ids().flatMap((providerId) => {
    const files = filesOf(app, providerId)
    return files ? [[providerId, files] as const] : []
  })

/**
 * Reads the files of some providers, a bounded batch of each. Returns the number of work items
 * done.
 */
export async function readProviders(
  app: Deps,
  due: readonly (readonly [providerId: string, files: SettlementFiles])[],
): Promise<number> {
  const waiting = [...due]
  let done = 0
  const readNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [providerId, files] = next
      const run = await reconcileProvider(app, providerId, files).catch(failed(app, providerId))
      done += run ? 1 + run.files : 0
    }
  }
  await Promise.all(Array.from({ length: providersAtOnce }, readNext))
  return done
}

/**
 * A long file of one provider does not stop the others. Most connections stay free for requests.
 */
const providersAtOnce = 4

/** Checks the open cases of the due providers again. Returns the number of providers. */
export async function recheckDueProviders(
  app: Pick<App, 'sql' | 'clock'> & Failing,
): Promise<number> {
  const providerIds = await claimRechecks(app.sql, app.clock.now())
  for (const providerId of providerIds)
    await recheckCases(app, providerId).catch(failed(app, providerId))
  return providerIds.length
}

/** The provider is retried soon, and the others continue. */
const failed =
  (app: Failing, providerId: string) =>
  (cause: unknown): undefined => {
    app.metrics.jobFailed(app.actor.id)
    app.log.error({ providerId, err: String(cause) }, 'a provider could not be reconciled')
  }
