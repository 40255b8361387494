import type { App } from '../app.ts'
import { ownsDetached } from '../months/detached-store.ts'
import { dropMonth, type ExportProblem, exportMonth } from '../months/export-month.ts'
import { type MonthlyTable, monthlyTables, type TableMonth } from '../months/month.ts'
import { type MonthSize, monthSizes, storedMonths } from '../months/month-store.ts'
import { type CliCommand, UsageError, withApp } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { good, present } from './output.ts'
import { withProgress } from './progress.ts'

export const dataCommand: CliCommand = {
  addTo(data, run) {
    data
      .command('status')
      .description('mostra os meses de cada tabela que cresce, o tamanho e até quando ficam')
      .action(run((config) => withApp(config, showMonths)))
    data
      .command('export')
      .description('grava meses destacados em uma pasta, em CSV, e lê de novo o que gravou')
      .argument('<PASTA>', 'a pasta, que já existe')
      .argument('[MESES...]', 'como events_2026_01; sem isto, todos os destacados')
      .action(
        run((config, folder: string, names: readonly string[]) =>
          withApp(config, (app) => exportAll(app, folder, names)),
        ),
      )
    data
      .command('drop')
      .description('apaga meses destacados, cada um só se a pasta tem uma exportação igual a ele')
      .argument('<PASTA>', 'a pasta da exportação')
      .argument('<MESES...>', 'como events_2026_01', readNames)
      .action(
        run((config, folder: string, names: readonly string[]) =>
          withApp(config, (app) => dropAll(app, folder, names)),
        ),
      )
  },
}

const readNames = (name: string, before: readonly string[] = []): readonly string[] => {
  monthFrom(name)
  return [...before, name]
}

function monthFrom(name: string): TableMonth {
  const [, table = '', year, month] = /^([a-z_]+)_(\d{4})_(\d{2})$/.exec(name) ?? []
  if (!(table in monthlyTables))
    throw new UsageError(`"${name}" não é um mês de uma tabela, como events_2026_01`)
  return { table: table as MonthlyTable, month: `${year}-${month}-01` }
}

async function showMonths({ sql, config }: App): Promise<void> {
  const sizes = await monthSizes(sql)
  present({ keptMonths: config.keptMonths, months: sizes }, () => {
    for (const table of Object.keys(monthlyTables) as MonthlyTable[]) {
      const kept = config.keptMonths[monthlyTables[table]]
      console.log(`${table}: ${kept === undefined ? 'guarda todos os meses' : keptText(kept)}`)
      for (const each of sizes) if (each.table === table) console.log(`  ${lineOf(each)}`)
    }
  })
}

const keptText = (kept: number): string => `guarda o mês atual e os ${kept} anteriores`

function lineOf({ month, isDetached, bytes, rows }: MonthSize): string {
  const name = month?.slice(0, 'yyyy-mm'.length) ?? 'outros '
  const size = `${(bytes / 2 ** 20).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`
  const state = isDetached ? '; destacado: exporte e apague' : ''
  return `${name}  ${rows.toLocaleString('pt-BR')} linhas, ${size}${state}`
}

async function exportAll(app: App, folder: string, names: readonly string[]): Promise<void> {
  await assertOwner(app)
  const months = names.length > 0 ? names.map(monthFrom) : await detachedMonths(app)
  for (const month of months) {
    const manifest = await withProgress(`exportando ${month.table} ${month.month}`, () =>
      exportMonth(app, month, folder),
    )
    if (!manifest) throw new CommandFailure('no-month', problemTexts['no-month'](month))
    present(manifest, ({ file, rows, sha256 }) =>
      console.log(good(`${file}: ${rows} linhas, lidas de novo, ${sha256}`)),
    )
  }
}

async function dropAll(app: App, folder: string, names: readonly string[]): Promise<void> {
  await assertOwner(app)
  for (const month of names.map(monthFrom)) {
    const problem = await withProgress(`conferindo ${month.table} ${month.month}`, () =>
      dropMonth(app.sql, month, folder),
    )
    if (problem) throw new CommandFailure(problem, problemTexts[problem](month))
    present({ dropped: month }, () => console.log(good(`${month.table} ${month.month} apagado`)))
  }
}

const detachedMonths = async ({ sql }: Pick<App, 'sql'>): Promise<readonly TableMonth[]> =>
  (await storedMonths(sql)).filter(({ isDetached }) => isDetached)

/** The role of the gateway can detach a month and neither read nor drop it. */
async function assertOwner({ sql }: Pick<App, 'sql'>): Promise<void> {
  if (await ownsDetached(sql)) return
  throw new CommandFailure(
    'needs-owner',
    'este comando precisa do dono das tabelas: use em DATABASE_URL o mesmo papel de "guiche migrate"',
  )
}

const problemTexts: Readonly<Record<ExportProblem, (month: TableMonth) => string>> = {
  'no-month': ({ table, month }) =>
    `${table} ${month} não está destacado: veja os meses com "guiche data status"`,
  'no-export': ({ table, month }) =>
    `a pasta não tem a exportação de ${table} ${month}: faça com "guiche data export"`,
  'file-differs': ({ table, month }) =>
    `o arquivo de ${table} ${month} não é o que foi gravado: exporte de novo`,
  'table-differs': ({ table, month }) =>
    `a tabela de ${table} ${month} não é igual à exportação: exporte de novo`,
}
