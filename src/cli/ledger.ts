import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { resumeCashouts } from '../ledger/cashout-stop-store.ts'
import { closeDays } from '../ledger/close-days.ts'
import { exportLines, verifyExport } from '../ledger/digest.ts'
import { digestOf, lastDigest, linesOf } from '../ledger/digest-store.ts'
import { trialBalance } from '../ledger/trial-balance-store.ts'
import { checkBooks } from '../settlement/check-books.ts'
import { type Command, required, show, UsageError, withApp } from './command.ts'

export const ledgerCommand: Command = {
  summary: 'confere os livros, e mostra, exporta e verifica o resumo de cada dia',
  usage: 'check | digest [--date 2026-11-21] [--export ARQUIVO] | verify ARQUIVO… | resume-cashouts',
  async run(args, config) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { date: { type: 'string' }, export: { type: 'string' } },
    })
    const [action, ...files] = positionals
    switch (action) {
      case 'check':
        return check(config)
      case 'digest':
        return withApp(config, (app) => showDigest(app, values))
      case 'verify':
        return verify(files)
      case 'resume-cashouts':
        return withApp(config, async ({ sql }) => show({ resumed: await resumeCashouts(sql) }))
      default:
        throw new UsageError(`não sei fazer "${action ?? ''}" com os livros`)
    }
  },
}

/** Exits with 1 when anything stored cannot be true. */
async function check(config: Config): Promise<number> {
  let count = 0
  await withApp(config, async (app) => {
    const [breaches, trial] = await Promise.all([checkBooks(app), trialBalance(app.sql)])
    for (const { rule, accountId, subject } of breaches) console.error(`✘ ${rule}: ${subject} ${accountId}`)
    if (!trial.isBalanced) console.error('✘ books-are-balanced: o balancete não fecha')
    count = breaches.length + (trial.isBalanced ? 0 : 1)
    console.table(Object.fromEntries(trial.books.map(({ book, debits, credits }) => [book, { debits, credits }])))
  })
  if (count === 0) console.log('✔ os livros conferem')
  return count === 0 ? 0 : 1
}

async function showDigest(
  app: App,
  { date, export: path }: { readonly date?: string | undefined; readonly export?: string | undefined },
): Promise<void> {
  if (date !== undefined && !/^\d{4}-\d\d-\d\d$/.test(date)) throw new UsageError(`"${date}" não é uma data`)
  await closeDays(app)
  const day = date === undefined ? await lastDigest(app.sql) : await digestOf(app.sql, date)
  if (!day) throw new UsageError('esse dia não tem resumo: não teve lançamentos, ou ainda não acabou')
  const { totals: _, ...shown } = day
  if (path !== undefined) await writeFile(path, exportLines(day, linesOf(app.sql, day)))
  show(shown)
}

/** Needs no database: each file is judged by itself, and several, in order, also by how they are chained. */
async function verify(files: readonly string[]): Promise<number> {
  required(files[0], 'o arquivo')
  let isSound = true
  let before: string | undefined
  for (const file of files) {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
    const { date, transfers, previous, digest, problems } = await verifyExport(lines)
    const found =
      before !== undefined && previous !== before ? [...problems, 'não continua o arquivo anterior'] : problems
    for (const problem of found) console.error(`✘ ${file}: ${problem}`)
    if (found.length === 0) console.log(`✔ ${date}: ${transfers} lançamentos, ${digest}`)
    isSound &&= found.length === 0
    before = digest
  }
  return isSound ? 0 : 1
}
