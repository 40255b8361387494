import type { App } from '../app.ts'
import { readDocument } from '../brazil/document.ts'
import {
  type CustomerName,
  exportCustomer,
  pseudonymiseCustomer,
} from '../customers/pseudonymise-customer.ts'
import { ownsDetached } from '../months/detached-store.ts'
import { dropMonth, type ExportProblem, exportMonth } from '../months/export-month.ts'
import { type MonthlyTable, monthlyTables, type TableMonth } from '../months/month.ts'
import { type MonthSize, monthSizes, storedMonths } from '../months/month-store.ts'
import { idOf } from './arguments.ts'
import { type CliCommand, UsageError, withApp } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { good, present, say, show } from './output.ts'
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
    const customer = data
      .command('customer')
      .description('exporta os dados de um pagador, ou os troca por um pseudônimo')
    customer
      .command('export')
      .description('mostra em JSON tudo o que há de um pagador em uma conta')
      .argument('<CONTA>', 'o id da conta', idOf('<CONTA>'))
      .argument('<DOCUMENTO>', 'o CPF ou CNPJ do pagador', documentFrom)
      .action(
        run((config, accountId: string, document: string) =>
          withApp(config, (app) => showCustomer(app, { accountId, document })),
        ),
      )
    customer
      .command('pseudonymise')
      .description('troca os dados de um pagador por um pseudônimo; não tem volta')
      .argument('<CONTA>', 'o id da conta', idOf('<CONTA>'))
      .argument('<DOCUMENTO>', 'o CPF ou CNPJ do pagador', documentFrom)
      .action(
        run((config, accountId: string, document: string) =>
          withApp(config, (app) => replaceCustomer(app, { accountId, document })),
        ),
      )
  },
}

function documentFrom(text: string): string {
  const reading = readDocument(text)
  if (!reading.ok) throw new UsageError(`"${text}" não é um CPF nem um CNPJ`)
  return reading.document.number
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

async function showCustomer(app: App, name: CustomerName): Promise<void> {
  await assertOwner(app)
  const data = await withProgress('procurando o pagador', () => exportCustomer(app, name))
  if (!data) throw new CommandFailure('customer-not-found', notFound)
  show(data)
}

async function replaceCustomer(app: App, name: CustomerName): Promise<void> {
  await assertOwner(app)
  const result = await withProgress('trocando os dados', () => pseudonymiseCustomer(app, name))
  if (result.kind === 'not-found') throw new CommandFailure('customer-not-found', notFound)
  if (result.kind === 'in-use')
    throw new CommandFailure(
      'customer-in-use',
      `estes pagamentos ainda não acabaram e precisam do pagador: ${result.payments.join(', ')}`,
    )
  present(result, ({ pseudonym, payments, changed, left }) => {
    console.log(good(`o pagador de ${payments} pagamentos agora é "${pseudonym}"`))
    console.log(`  linhas trocadas: ${countsText(changed)}`)
    console.log(
      `  linhas que ainda têm documento, e-mail, telefone ou chave PIX: ${countsText(left)}`,
    )
  })
  say('Webhooks já enviados, backups, exportações e os provedores guardam o que receberam.')
}

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ') || 'nenhuma'

const notFound = 'a conta não tem nenhum pedido deste documento'

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
