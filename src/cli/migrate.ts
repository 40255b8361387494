import type { Config } from '../config.ts'
import { type CliCommand, describeStep } from './command.ts'
import { good, present } from './output.ts'
import { withProgress } from './progress.ts'

export const migrateCommand: CliCommand = {
  addTo(command, run) {
    command
      .allowExcessArguments(false)
      .option('--status', 'só lista as que faltam')
      .action(
        run((config, { status }: { status?: true }) =>
          status ? showStatus(config) : migrate(config),
        ),
      )
  },
}

async function migrate(config: Config): Promise<number> {
  const { openDatabase } = await import('../db/open-database.ts')
  const { migrated, close } = await withProgress('atualizando as tabelas', (update) =>
    openDatabase(config, { report: (step) => update(describeStep(step)) }),
  )
  await close()
  present({ applied: migrated }, () => {
    for (const name of migrated) console.log(good(name))
    const count =
      migrated.length === 1 ? '1 migração aplicada' : `${migrated.length} migrações aplicadas`
    console.log(migrated.length === 0 ? 'Nenhuma migração a aplicar.' : `${count}.`)
    console.log('As tabelas estão em dia.')
  })
  return 0
}

/** Exits with 1 while a migration is pending. */
async function showStatus(config: Config): Promise<number> {
  const { readMigrationStatus } = await import('../db/open-database.ts')
  const { applied, pending } = await readMigrationStatus(config)
  present({ applied, pending }, () => {
    for (const { name, appliedAt } of applied)
      console.log(good(`${name}  ${appliedAt.toISOString()}`))
    for (const name of pending) console.log(`… ${name}  falta`)
    console.log(`${applied.length} aplicadas, ${pending.length} a aplicar.`)
  })
  return pending.length === 0 ? 0 : 1
}
