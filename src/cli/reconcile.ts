import type { App } from '../app.ts'
import { casePage } from '../cases/case-store.ts'
import { kindTexts } from '../cases/kind-texts.ts'
import { filesOf } from '../reconciliation/files-of.ts'
import { reconcileProvider } from '../reconciliation/reconcile-provider.ts'
import { type CliCommand, UsageError, withApp } from './command.ts'

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
async function reconcile(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'providers'>,
  wanted: string | undefined,
): Promise<number> {
  const providerIds = wanted === undefined ? app.providers.ids() : [wanted]
  const withFiles = providerIds.filter((providerId) => filesOf(app, providerId) !== undefined)
  if (withFiles.length === 0)
    throw new UsageError('nenhum provedor com arquivos diários: veja files nas configurações')
  for (const providerId of withFiles) await readAll(app, providerId)
  const filter = {
    statuses: ['OPEN'],
    ...(wanted !== undefined && { providerId: wanted }),
  } as const
  const cases = await casePage(app.sql, filter, { limit: mostShown })
  for (const { id, kind, reference, subject } of cases) {
    console.log(`✘ ${kind} ${reference ?? subject}  ${id}\n  ${kindTexts[kind].explanation}`)
  }
  if (cases.length === mostShown)
    console.log(`… e talvez mais: GET /api/admin/reconciliation/cases?status=OPEN`)
  if (cases.length === 0) console.log('✔ nenhuma diferença em aberto')
  return cases.length
}

const mostShown = 100

async function readAll(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'providers'>,
  providerId: string,
): Promise<void> {
  const files = filesOf(app, providerId)
  if (!files) return
  for (let read = 0; ; ) {
    const done = await reconcileProvider(app, providerId, files)
    if (!done) return console.log(`${providerId}: outro processo está lendo agora`)
    read += done.files
    // The worker retries files that cannot be listed now.
    if (!done.isComplete && done.files > 0) continue
    return console.log(`${providerId}: ${read} arquivos lidos`)
  }
}
