import { open, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { books, CorrectBooksRequest } from '../../contract/ledger.ts'
import type { App } from '../app.ts'
import { cashoutStop, type Resumption } from '../books-audit/cashout-stop-store.ts'
import { checkBooks } from '../books-audit/check-books.ts'
import { closeDays } from '../books-audit/close-days.ts'
import { exportLines, verifyExport } from '../books-audit/digest.ts'
import { digestOf, lastDigest, linesOf } from '../books-audit/digest-store.ts'
import { resumeCashouts } from '../books-audit/resume-cashouts.ts'
import { trialBalance } from '../books-audit/trial-balance-store.ts'
import type { Config } from '../config.ts'
import { validate } from '../http/request/validation.ts'
import { type CorrectionRequest, postCorrection } from '../ledger/post-correction.ts'
import type { Book } from '../ledger/posting.ts'
import { cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { dayOf, idOf, integerOf, textOf } from './arguments.ts'
import { type CliCommand, change, UsageError, withApp } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { bad, complain, good, present, show } from './output.ts'
import type { PersonClient } from './person-client.ts'
import { withProgress } from './progress.ts'

export const ledgerCommand: CliCommand = {
  addTo(ledger, run) {
    ledger.command('check').description('confere todos os livros').action(run(check))
    ledger
      .command('digest')
      .description('mostra o resumo de um dia')
      .option('--date <DIA>', 'o dia, como 2026-11-21; sem isto, o último', dayOf('--date'))
      .option('--export <ARQUIVO>', 'grava os lançamentos do dia')
      .action(run(digest))
    ledger
      .command('verify')
      .description('verifica dias exportados, cada um e a sequência deles')
      .argument('<ARQUIVO...>', 'os arquivos, em ordem')
      .action(run((_config, files: readonly string[]) => verify(files)))
    ledger
      .command('correct')
      .description('lança uma correção')
      .requiredOption('--account <ID>', 'o id da conta', idOf('--account'))
      .requiredOption('--debit <LIVRO>', 'o livro debitado', bookOf('--debit'))
      .requiredOption('--credit <LIVRO>', 'o livro creditado', bookOf('--credit'))
      .requiredOption('--amount <CENTAVOS>', 'o valor', integerOf('--amount', 1))
      .requiredOption('--reason <TEXTO>', 'por quê', textOf('--reason'))
      .requiredOption('--by <PESSOA>', 'quem corrige', textOf('--by'))
      .requiredOption('--key <TEXTO>', 'a mesma chave não corrige duas vezes', textOf('--key'))
      .action(
        run((config, options: CorrectionOptions) => {
          const request = readCorrection(options)
          return change(config, {
            viaApi: (client) => correctViaApi(client, request),
            direct: (app) => postCorrection(app, request),
          })
        }),
      )
    ledger
      .command('stop')
      .description('mostra por que os saques estão parados')
      .action(
        run((config) => withApp(config, async ({ sql }) => show((await cashoutStop(sql)) ?? null))),
      )
    ledger
      .command('resume-cashouts')
      .description('libera os saques parados')
      .requiredOption('--by <PESSOA>', 'quem libera', textOf('--by'))
      .requiredOption('--note <TEXTO>', 'por quê', textOf('--note'))
      .requiredOption(
        '--seen <DIGEST>',
        'o digest que "guiche ledger stop" mostra',
        textOf('--seen'),
      )
      .action(
        run((config, { by, note, seen }: { by: string; note: string; seen: string }) =>
          resume(config, { resumedBy: by, note, seen }),
        ),
      )
  },
}

/** When the stop has changed since the operator saw it, shows the current stop and exits with 1. */
async function resume(config: Config, resumption: Resumption): Promise<number> {
  let hasChanged = false
  const code = await change(config, {
    viaApi: (client) =>
      client.call('POST', '/api/admin/ledger/resume-cashouts', { body: resumption }),
    async direct(app) {
      try {
        return await resumeCashouts(app, resumption)
      } catch (cause) {
        if (!(cause instanceof Rejection && cause.code === 'cashout-stop-changed')) throw cause
        complain(cause.code, bad('a parada não é a que você viu; agora ela é esta:'))
        hasChanged = true
        return (await cashoutStop(app.sql)) ?? null
      }
    },
  })
  return hasChanged ? 1 : code
}

const correctViaApi = (
  client: PersonClient,
  { debit, credit, key, ...rest }: CorrectionRequest,
): Promise<unknown> =>
  client.call('POST', '/api/admin/ledger/corrections', {
    body: { ...rest, debitBook: debit, creditBook: credit },
    idempotencyKey: key,
  })

interface CorrectionOptions {
  readonly account: string
  readonly debit: Book
  readonly credit: Book
  readonly amount: number
  readonly reason: string
  readonly by: string
  readonly key: string
}

/** The key makes a repeated command return the same correction. */
function readCorrection({
  account,
  debit,
  credit,
  amount,
  reason,
  by,
  key,
}: CorrectionOptions): CorrectionRequest {
  if (debit === credit) throw new UsageError('--debit e --credit são o mesmo livro')
  const request = { accountId: account, reason, correctedBy: by }
  validate(CorrectBooksRequest, { ...request, debitBook: debit, creditBook: credit, amount })
  return { ...request, debit, credit, amount: cents(amount), key }
}

const bookOf =
  (option: string) =>
  (text: string): Book => {
    const book = books.find((each) => each === text)
    if (!book) throw new UsageError(`${option}: um destes livros: ${books.join(', ')}`)
    return book
  }

/** Exits with 1 when a stored row violates a rule. */
async function check(config: Config): Promise<number> {
  let count = 0
  await withApp(config, async (app) => {
    const [breaches, trial] = await withProgress('conferindo os livros', () =>
      Promise.all([checkBooks(app), trialBalance(app.sql, { statementMs: 0 })]),
    )
    count = breaches.length + (trial.isBalanced ? 0 : 1)
    present({ breaches, ...trial }, () => {
      for (const { rule, accountId, subject } of breaches)
        console.error(bad(`${rule}: ${subject} ${accountId}`))
      if (!trial.isBalanced) console.error(bad('books-are-balanced: o balancete não fecha'))
      console.table(
        Object.fromEntries(
          trial.books.map(({ book, debits, credits }) => [book, { debits, credits }]),
        ),
      )
      if (count === 0) console.log(good('os livros conferem'))
    })
  })
  return count === 0 ? 0 : 1
}

interface DigestOptions {
  readonly date?: string | undefined
  readonly export?: string | undefined
}

/** Exits with 1 when there is no digest to show. */
function digest(config: Config, options: DigestOptions): Promise<number> {
  return withApp(config, (app) => showDigest(app, options))
}

async function showDigest(
  app: Pick<App, 'sql' | 'clock'>,
  { date, export: path }: DigestOptions,
): Promise<void> {
  await withProgress('fechando os dias', () => closeDays(app))
  const day = date === undefined ? await lastDigest(app.sql) : await digestOf(app.sql, date)
  if (!day) {
    throw new CommandFailure(
      'no-digest',
      date === undefined
        ? 'nenhum dia com lançamentos acabou ainda: o resumo de um dia é feito depois da meia-noite de São Paulo'
        : `o dia ${date} não tem resumo: não teve lançamentos, ou ainda não acabou`,
    )
  }
  const { totals: _, ...shown } = day
  if (path !== undefined)
    await withProgress('exportando o dia', () =>
      writeFile(path, exportLines(day, linesOf(app.sql, day))),
    )
  show(shown)
}

/** Needs no database. Verifies each file alone, and that each file continues the one before it. */
async function verify(files: readonly string[]): Promise<number> {
  let isSound = true
  let before: string | undefined
  for (const file of files) {
    await using opened = await open(file)
    if (!(await opened.stat()).isFile()) throw new UsageError(`${file} não é um arquivo`)
    const lines = createInterface({
      input: opened.createReadStream(),
      crlfDelay: Number.POSITIVE_INFINITY,
    })
    const { date, transfers, previous, digest, problems } = await withProgress(
      `verificando ${file}`,
      () => verifyExport(lines),
    )
    const found = before !== undefined && previous !== before ? [...problems, notTheNext] : problems
    present({ file, date, transfers, digest, problems: found.map(({ en }) => en) }, () => {
      for (const { pt } of found) console.error(bad(`${file}: ${pt}`))
      if (found.length === 0) console.log(good(`${date}: ${transfers} lançamentos, ${digest}`))
    })
    isSound &&= found.length === 0
    before = digest
  }
  return isSound ? 0 : 1
}

const notTheNext = {
  pt: 'não continua o arquivo anterior',
  en: 'it does not follow from the file before it',
}
