import { isCallbackOf } from '../accounts/add-provider.ts'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { realNow } from '../primitives/clock.ts'
import type { ProviderPort } from '../providers/going-live/port-reads.ts'
import { signsOf } from '../providers/health/call-store.ts'
import { allProviders, type ProviderRow } from '../providers/provider-store.ts'
import { openSettings } from '../providers/registry.ts'
import { CommandFailure } from './command-failure.ts'
import { addressChecks } from './doctor/address-checks.ts'
import { runCheck } from './doctor/check.ts'
import { checkProvider } from './doctor/going-live-checks.ts'
import { showReports } from './doctor/show-reports.ts'
import { withProgress } from './progress.ts'

interface WantedCheck {
  readonly name: string
  /** Marks the folder of its remittances as the right one, before the checks. */
  readonly prepareFolder?: boolean
}

/** Walks one provider before it goes live. Returns the exit code: 1 if something failed. */
export async function checkNamed(
  app: App,
  config: Config,
  { name, prepareFolder = false }: WantedCheck,
): Promise<number> {
  const row = namedProvider(await allProviders(app.sql), name)
  const kind = app.providers.kinds[row.kind]
  if (!kind)
    throw new CommandFailure('provider-kind-unknown', `esta versão não conhece o tipo ${row.kind}`)
  if (prepareFolder) await prepareFolderOf(app.providers[kind.rail](row.id))
  const [signs] = await signsOf(app.sql, row.id)
  const reports = await withProgress('conferindo', async () => [
    ...(await Promise.all(
      addressChecks({ baseUrl: config.baseUrl, checkoutUrl: undefined }).map((each) =>
        runCheck(each),
      ),
    )),
    ...(await checkProvider({
      ...{ id: row.id, name: row.name, kind, settings: openSettings(row, app.vault) },
      noticedAt: signs?.noticedAt ?? null,
      isOurCallback: (url) => isCallbackOf(app, app.providers.sharingCallback(row.id), url),
      now: () => realNow(app.clock),
    })),
  ])
  return showReports(reports)
}

async function prepareFolderOf(port: ProviderPort): Promise<void> {
  if (!('remittances' in port))
    throw new CommandFailure('no-folder', 'este provedor não recebe remessas por uma pasta')
  await port.remittances.folder.prepare().catch((cause: Error) => {
    const message = `a pasta não foi preparada: ${cause.message}`
    throw new CommandFailure('folder-not-prepared', message, { cause })
  })
}

/** The provider with this id, or the only one with this name. */
export function namedProvider(rows: readonly ProviderRow[], wanted: string): ProviderRow {
  const found = rows.filter(
    ({ id, name }) => id === wanted.toLowerCase() || name.toLowerCase() === wanted.toLowerCase(),
  )
  const [row, second] = found
  if (!row)
    throw new CommandFailure(
      'not-found',
      `nenhum provedor se chama "${wanted}": veja "guiche providers list"`,
    )
  if (second)
    throw new CommandFailure(
      'name-not-unique',
      `mais de um provedor se chama "${wanted}": use o id, ${found.map(({ id }) => id).join(' ou ')}`,
    )
  return row
}
