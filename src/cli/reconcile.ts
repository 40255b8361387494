import { newestCases } from '../cases/case-store.ts'
import { kindTexts } from '../cases/kind-texts.ts'
import { filesOf } from '../reconciliation/files-of.ts'
import { reconcileProvider } from '../reconciliation/reconcile-provider.ts'
import type { SyncDeps } from '../transactions/charge/record-charge.ts'
import { type CliCommand, withApp } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { bad, good, present } from './output.ts'
import { withProgress } from './progress.ts'

export const reconcileCommand: CliCommand = {
  addTo(command, run) {
    command
      .allowExcessArguments(false)
      .option('--provider <ID>', 'só este provedor')
      .action(
        run(async (config, { provider }: { provider?: string }) => {
          let open = 0
          await withApp(config, async (app) => {
            open = await reconcile(app, provider)
          })
          return open === 0 ? 0 : 1
        }),
      )
  },
}

/** Exits with 1 while anything differs. */
async function reconcile(app: SyncDeps, wanted: string | undefined): Promise<number> {
  const providerIds = wanted === undefined ? app.providers.ids() : [wanted]
  const withFiles = providerIds.filter((providerId) => filesOf(app, providerId) !== undefined)
  if (withFiles.length === 0)
    throw new CommandFailure(
      'no-daily-files',
      'nenhum provedor com arquivos diários: veja files nas configurações',
    )
  const files = await withProgress('lendo os arquivos', async (update) => {
    const read: FilesRead[] = []
    for (const providerId of withFiles) {
      update(`${read.length} de ${withFiles.length} provedores`)
      read.push(await readAll(app, providerId))
    }
    return read
  })
  const filter = {
    statuses: ['OPEN'],
    ...(wanted !== undefined && { providerId: wanted }),
  } as const
  const cases = await newestCases(app.sql, filter, mostShown)
  present({ files, cases, mayHaveMore: cases.length === mostShown }, () => {
    for (const { providerId, read, isBusy } of files)
      console.log(
        isBusy
          ? `${providerId}: outro processo está lendo agora`
          : `${providerId}: ${read} arquivos lidos`,
      )
    for (const { id, kind, reference, subject } of cases)
      console.log(bad(`${kind} ${reference ?? subject}  ${id}\n  ${kindTexts[kind].explanation}`))
    if (cases.length === mostShown)
      console.log(`… e talvez mais: GET /api/admin/reconciliation/cases?status=OPEN`)
    if (cases.length === 0) console.log(good('nenhuma diferença em aberto'))
  })
  return cases.length
}

const mostShown = 100

interface FilesRead {
  readonly providerId: string
  readonly read: number
  /** Another process reads them now. */
  readonly isBusy: boolean
}

async function readAll(app: SyncDeps, providerId: string): Promise<FilesRead> {
  const files = filesOf(app, providerId)
  if (!files) return { providerId, read: 0, isBusy: false }
  for (let read = 0; ; ) {
    const done = await reconcileProvider(app, providerId, files)
    if (!done) return { providerId, read, isBusy: true }
    read += done.files
    // The worker retries files that cannot be listed now.
    if (!done.isComplete && done.files > 0) continue
    return { providerId, read, isBusy: false }
  }
}
