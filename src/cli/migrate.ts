import type { Config } from '../config.ts'
import type { Placement } from '../db/citus-plan.ts'
import type { PlannedMigration, TouchedTable } from '../db/migration-plan.ts'
import { type CliCommand, describeStep } from './command.ts'
import { good, present } from './output.ts'
import { withProgress } from './progress.ts'
import { exitCodeOf, whenStopped } from './stop-signals.ts'

export const migrateCommand: CliCommand = {
  addTo(command, run) {
    command
      .allowExcessArguments(false)
      .option('--status', 'só lista as que faltam')
      .option('--plan', 'só mostra o que as que faltam bloqueiam enquanto rodam')
      .option('--citus', 'depois distribui as tabelas por conta em um cluster do Citus')
      .action(
        run((config, { status, plan, citus }: MigrateOptions) => {
          if (status) return showStatus(config)
          if (plan) return showPlan(config)
          return citus ? migrateCluster(config) : migrate(config)
        }),
      )
  },
}

interface MigrateOptions {
  readonly status?: true
  readonly plan?: true
  readonly citus?: true
}

async function migrateCluster(config: Config): Promise<number> {
  const { distributeDatabase } = await import('../db/open-database.ts')
  const { migrated, placed } = await distributeDatabase(config)
  present({ applied: migrated, placed }, () => {
    for (const { name, placement } of placed) console.log(good(`${name}  ${textOf(placement)}`))
    console.log(`${placed.length} tabelas distribuídas agora.`)
  })
  return 0
}

const textOf = (placement: Placement): string =>
  placement.kind === 'distributed' ? `por ${placement.column}` : 'em todos os servidores'

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

async function showPlan(config: Config): Promise<number> {
  const { readMigrationPlan } = await import('../db/open-database.ts')
  const stopping = new AbortController()
  // The plan is made in a database of its own, which has to be dropped before this process ends.
  void whenStopped().then((signal) => stopping.abort(signal))
  try {
    const planned = await readMigrationPlan(config, stopping.signal)
    present({ planned }, () => showPlanned(planned))
    return 0
  } catch (cause) {
    if (stopping.signal.aborted) return exitCodeOf(stopping.signal.reason)
    throw cause
  }
}

function showPlanned(planned: readonly PlannedMigration[]): void {
  if (planned.length === 0) console.log('Nenhuma migração a aplicar.')
  for (const { name, tables } of planned) {
    console.log(name)
    if (tables.length === 0) console.log('  não bloqueia nenhuma tabela que já existe')
    for (const table of tables) console.log(`  ${describeTable(table)}`)
  }
}

function describeTable({ table, blocks, isReadWhole, isRewritten, rows, bytes }: TouchedTable) {
  const work = isRewritten ? ', reescreve a tabela' : isReadWhole ? ', lê a tabela inteira' : ''
  const size = `${rows.toLocaleString('pt-BR')} linhas, ${describeBytes(bytes)}`
  return `${table}: ${blockTexts[blocks]}${work} (${size})`
}

const blockTexts: Readonly<Record<TouchedTable['blocks'], string>> = {
  'reads-and-writes': 'bloqueia leituras e escritas',
  writes: 'bloqueia escritas',
  'changed-rows': 'bloqueia só escritas nas mesmas linhas',
}

function describeBytes(bytes: number): string {
  const megabytes = bytes / 2 ** 20
  return megabytes < 1 ? 'menos de 1 MB' : `${Math.round(megabytes).toLocaleString('pt-BR')} MB`
}
