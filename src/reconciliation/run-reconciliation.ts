import type { App } from '../app.ts'
import { claimRechecks } from '../cases/recheck-store.ts'
import type { SettlementFiles } from '../providers/ports/settlement-file.ts'
import { filesOf } from './files-of.ts'
import { dueProviders } from './lease-store.ts'
import { recheckCases } from './recheck-cases.ts'
import { reconcileProvider } from './reconcile-provider.ts'

/** Reads the files of every provider whose hour has come, each its bounded share. Answers how many pieces were done. */
export async function runReconciliation(app: App): Promise<number> {
  const withFiles = app.providers.ids().flatMap((providerId) => {
    const files = filesOf(app, providerId)
    return files ? [[providerId, files] as const] : []
  })
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

/** Reads the files of some providers, a bounded share of each. Answers how many pieces were done. */
export async function readProviders(
  app: Pick<App, 'sql' | 'clock' | 'log'>,
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

/** A long file of one keeps no other from its share; most connections are left to those who wait for an answer. */
const providersAtOnce = 4

/** Looks again at the open cases of providers whose time has come. Answers for how many. */
export async function recheckAsked(app: App): Promise<number> {
  const providerIds = await claimRechecks(app.sql, app.clock.now())
  for (const providerId of providerIds) await recheckCases(app, providerId).catch(failed(app, providerId))
  return providerIds.length
}

/** It is tried again soon, and its neighbours go on. */
const failed =
  (app: Pick<App, 'log'>, providerId: string) =>
  (cause: unknown): undefined => {
    app.log.error({ providerId, err: String(cause) }, 'a provider could not be reconciled')
  }
