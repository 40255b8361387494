import { open, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { books, CorrectBooksRequest } from '../../contract/ledger.ts'
import type { App } from '../app.ts'
import { checkBooks } from '../audit/check-books.ts'
import { closeDays } from '../audit/close-days.ts'
import { exportLines, verifyExport } from '../audit/digest.ts'
import { digestOf, lastDigest, linesOf } from '../audit/digest-store.ts'
import { cashoutStop, type Resumption } from '../audit/payout-freeze-store.ts'
import { resumeCashouts } from '../audit/resume-cashouts.ts'
import { trialBalance } from '../audit/trial-balance-store.ts'
import type { Config } from '../config.ts'
import { validate } from '../http/request/validation.ts'
import { type AdjustmentRequest, postAdjustment } from '../ledger/post-adjustment.ts'
import type { Book } from '../ledger/posting.ts'
import { cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { dayFrom, required, requiredId, wholeNumber } from './arguments.ts'
import { type Command, show, UsageError, withApp } from './command.ts'

export const ledgerCommand: Command = {
  summary: 'confere e corrige os livros, e mostra, exporta e verifica o resumo de cada dia',
  usage:
    'check | digest [--date 2026-11-21] [--export ARQUIVO] | verify ARQUIVO… | correct --account ID --debit LIVRO --credit LIVRO --amount CENTAVOS --reason TEXTO --by PESSOA --key TEXTO | stop | resume-cashouts --by PESSOA --note TEXTO --seen DIGEST',
  async run(args, config) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ date: { type: 'string' }, export: { type: 'string' } },
        ...{
          account: { type: 'string' },
          debit: { type: 'string' },
          credit: { type: 'string' },
          amount: { type: 'string' },
        },
        ...{ reason: { type: 'string' }, by: { type: 'string' }, key: { type: 'string' }, note: { type: 'string' } },
        seen: { type: 'string' },
      },
    })
    const [action, ...files] = positionals
    switch (action) {
      case 'check':
        return check(config)
      case 'digest':
        if (values.date !== undefined) dayFrom(values.date, '--date')
        return digest(config, values)
      case 'verify':
        return verify(files)
      case 'correct': {
        const wish = readCorrection(values)
        return withApp(config, async (app) => show(await postAdjustment(app, wish)))
      }
      case 'stop':
        return withApp(config, async ({ sql }) => show((await cashoutStop(sql)) ?? null))
      case 'resume-cashouts': {
        const [resumedBy, note] = [required(values.by, '--by'), required(values.note, '--note')]
        const seen = required(values.seen, '--seen (o digest que `guiche ledger stop` mostra)')
        return resume(config, { resumedBy, note, seen })
      }
      default:
        throw new UsageError(`não sei fazer "${action ?? ''}" com os livros`)
    }
  },
}

/** Exits with 1, and shows the stop as it now is, when it is not what the person saw. */
async function resume(config: Config, resumption: Resumption): Promise<number> {
  let code = 0
  await withApp(config, async ({ sql }) => {
    try {
      const acknowledged = await resumeCashouts(sql, resumption)
      show({ resumed: acknowledged !== undefined, acknowledged: acknowledged ?? [] })
    } catch (cause) {
      if (!(cause instanceof Rejection && cause.code === 'cashout-stop-changed')) throw cause
      console.error('✘ a parada não é a que você viu; agora ela é esta:')
      show((await cashoutStop(sql)) ?? null)
      code = 1
    }
  })
  return code
}

/** The key makes the same command, given again, the same correction. */
function readCorrection(values: Readonly<Record<string, string | undefined>>): AdjustmentRequest {
  const accountId = requiredId(values.account, '--account')
  const amount = wholeNumber(required(values.amount, '--amount'), '--amount', 1)
  const [debit, credit] = [bookFrom(values.debit, '--debit'), bookFrom(values.credit, '--credit')]
  if (debit === credit) throw new UsageError('--debit e --credit são o mesmo livro')
  const reason = required(values.reason, '--reason')
  const correctedBy = required(values.by, '--by')
  validate(CorrectBooksRequest, { accountId, debitBook: debit, creditBook: credit, amount, reason, correctedBy })
  const key = required(values.key, '--key')
  return { accountId, debit, credit, amount: cents(amount), reason, correctedBy, key }
}

function bookFrom(text: string | undefined, option: string): Book {
  const book = books.find((each) => each === text)
  if (!book) throw new UsageError(`${option}: um destes livros: ${books.join(', ')}`)
  return book
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

interface DigestOptions {
  readonly date?: string | undefined
  readonly export?: string | undefined
}

/** Exits with 1 when there is no digest to show. */
async function digest(config: Config, options: DigestOptions): Promise<number> {
  let isShown = false
  const code = await withApp(config, async (app) => {
    isShown = await showDigest(app, options)
  })
  return isShown ? code : 1
}

async function showDigest(app: App, { date, export: path }: DigestOptions): Promise<boolean> {
  await closeDays(app)
  const day = date === undefined ? await lastDigest(app.sql) : await digestOf(app.sql, date)
  if (!day) {
    console.error(
      date === undefined
        ? 'nenhum dia com lançamentos acabou ainda: o resumo de um dia é feito depois da meia-noite de São Paulo'
        : `o dia ${date} não tem resumo: não teve lançamentos, ou ainda não acabou`,
    )
    return false
  }
  const { totals: _, ...shown } = day
  if (path !== undefined) await writeFile(path, exportLines(day, linesOf(app.sql, day)))
  show(shown)
  return true
}

/** Needs no database: each file is judged by itself, and several, in order, also by how they are chained. */
async function verify(files: readonly string[]): Promise<number> {
  required(files[0], 'o arquivo')
  let isSound = true
  let before: string | undefined
  for (const file of files) {
    const opened = await open(file)
    if (!(await opened.stat()).isFile()) throw new UsageError(`${file} não é um arquivo`)
    const lines = createInterface({ input: opened.createReadStream(), crlfDelay: Number.POSITIVE_INFINITY })
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
