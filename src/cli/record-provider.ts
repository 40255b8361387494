import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { realNow } from '../primitives/clock.ts'
import { randomId } from '../primitives/id.ts'
import { allProviders } from '../providers/provider-store.ts'
import { record } from '../providers/recording/record.ts'
import type { CreatedData } from '../providers/recording/recording.ts'
import { openSettings } from '../providers/registry.ts'
import { jsonIn } from './arguments.ts'
import { namedProvider } from './check-provider.ts'
import { CommandFailure } from './command-failure.ts'
import { show } from './output.ts'
import { withProgress } from './progress.ts'

interface WantedRecording {
  readonly name: string
  /** The file to write. */
  readonly file: string
  /** A file with the data of what is created. Absent: the run only reads. */
  readonly create?: string
}

/** Runs the adapter at a provider's test environment, and writes each exchange, redacted. */
export async function recordNamed(
  app: App,
  config: Config,
  { name, file, create }: WantedRecording,
): Promise<void> {
  if (config.mode === 'production')
    throw new CommandFailure(
      'not-in-production',
      'gravações são de homologação: rode com as credenciais de teste, fora do modo de produção',
    )
  if (existsSync(file)) throw new CommandFailure('file-exists', `${file} já existe`)
  const row = namedProvider(await allProviders(app.sql), name)
  const created = create === undefined ? undefined : ((await jsonIn(create)) as CreatedData)
  const recording = await withProgress('gravando', () =>
    record({
      kind: row.kind,
      settings: openSettings(row, app.vault),
      ...(created && { created }),
      id: randomId().replaceAll('-', ''),
      now: realNow(app.clock),
    }),
  ).catch((cause: Error) => {
    const message = `nada foi gravado: ${cause.message}`
    throw new CommandFailure('recording-failed', message, { cause })
  })
  await writeFile(file, `${JSON.stringify(recording, null, 2)}\n`, { flag: 'wx' })
  show({ file, source: recording.source, steps: recording.steps.map((step) => step.name) })
}
