import { endRestoreStop, epochInForce } from '../books-audit/restore-gate.ts'
import type { Config } from '../config.ts'
import { currentEpoch, type DatabaseEpoch, settleEpoch } from '../db/epoch-store.ts'
import { dayMs } from '../primitives/durations.ts'
import { type SweepReport, sweep } from '../restore-sweep/sweep.ts'
import { instantOf, integerOf, textOf } from './arguments.ts'
import { type CliCommand, UsageError, withApp } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { bad, good, present, warn } from './output.ts'
import { withProgress } from './progress.ts'

export const restoreCommand: CliCommand = {
  addTo(restore, run) {
    restore
      .command('status')
      .description('mostra se o dinheiro espera a conferência de uma restauração')
      .action(run(status))
    restore
      .command('sweep')
      .description('pergunta a cada provedor o que houve desde a restauração e traz de volta')
      .requiredOption(
        '--since <INSTANTE>',
        'até quando o banco foi restaurado, como 2026-11-24T12:00:00Z',
        instantOf('--since'),
      )
      .requiredOption('--by <PESSOA>', 'quem confere', textOf('--by'))
      .option(
        '--look-back-days <N>',
        'quantos dias antes disso procurar devoluções; sem isto, 7',
        integerOf('--look-back-days', 1),
      )
      .action(run(sweepNow))
    restore
      .command('accept')
      .description('declara que nada se perdeu, ou que o que falta conferir é conhecido')
      .requiredOption('--by <PESSOA>', 'quem declara', textOf('--by'))
      .action(run(accept))
  },
}

/** Exits with 1 while money waits. */
async function status(config: Config): Promise<number> {
  let waits = true
  await withApp(config, async ({ sql }) => {
    const epoch = await currentEpoch(sql)
    waits = !epoch?.settledAt
    present(epoch ?? { timeline: null, settledAt: null }, () =>
      waits
        ? console.error(bad('o dinheiro espera: rode "guiche restore sweep"'))
        : console.log(good(`nada a conferir na linha do tempo ${epoch?.timeline}`)),
    )
  })
  return waits ? 1 : 0
}

interface SweepFlags {
  readonly since: Date
  readonly by: string
  readonly lookBackDays?: number
}

/** Exits with 1 when a provider did not answer, or money still waits. */
async function sweepNow(config: Config, flags: SweepFlags): Promise<number> {
  const { since, by, lookBackDays = 7 } = flags
  let code = 0
  await withApp(config, async (app) => {
    assertCanBeLost(since, await epochInForce(app), app.clock.now())
    const report = await withProgress('perguntando aos provedores', (update) =>
      sweep(app, {
        ...{ since, settledBy: by, report: update },
        lookBackMs: lookBackDays * dayMs,
      }),
    )
    present(report, () => showReport(report, since))
    code = report.isSettled ? 0 : 1
  })
  return code
}

/**
 * A mistyped instant would ask the providers nothing, and let money leave. `now`: business time.
 *
 * @throws UsageError
 */
export function assertCanBeLost(
  since: Date,
  { settledAt, lostSince, noticedAt, target }: DatabaseEpoch,
  now: Date,
): void {
  if (since > now) throw new UsageError(`--since ${since.toISOString()} ainda não chegou`)
  // The loss of a history that was known before is declared later than it was noticed.
  const isNew = settledAt === null && lostSince === null
  if (!isNew || since <= noticedAt) return
  const [typed, noticed] = [since, noticedAt].map((at) => at.toISOString())
  const restoredTo = target === '' ? '' : ` (recovery_target: ${target})`
  throw new UsageError(
    `--since ${typed} é depois de ${noticed}, quando a restauração foi notada${restoredTo}`,
  )
}

function showReport(
  { since, providers, waitingCashouts, isSwept, isSettled }: SweepReport,
  typed: Date,
): void {
  if (since < typed)
    console.error(warn(`a anterior não terminou: esta também é desde ${since.toISOString()}`))
  for (const { name, problem, asked, charges, payments, refunds, cashouts, cases } of providers) {
    const received = `${charges} cobranças, ${payments} pagamentos`
    const back = `${received}, ${refunds} devoluções, ${cashouts} saques`
    const found = `${asked} consultados, de volta: ${back}; ${cases} casos`
    if (problem === undefined) console.log(good(`${name}: ${found}`))
    else console.error(bad(`${name}: ${problem}`))
  }
  if (waitingCashouts > 0)
    console.error(
      warn(`${waitingCashouts} saques de antes esperam: a loja pode ter cancelado algum depois`),
    )
  if (isSettled) console.log(good('saques e devoluções foram liberados'))
  else if (isSwept)
    console.error(bad('a conferência terminou, e há outra parada: veja "guiche ledger stop"'))
  else
    console.error(bad('saques e devoluções continuam parados: veja "guiche ledger stop" e repita'))
}

async function accept(config: Config, { by }: { readonly by: string }): Promise<number> {
  return withApp(config, async (app) => {
    const { settledAt } = await epochInForce(app)
    if (settledAt)
      throw new CommandFailure('nothing-waits', 'nenhuma restauração espera conferência')
    await settleEpoch(app.sql, by)
    const hasEnded = await endRestoreStop(app.sql, by)
    present({ accepted: hasEnded }, () =>
      hasEnded
        ? console.log(good('saques e devoluções foram liberados'))
        : console.error(warn('há outra parada: veja "guiche ledger stop"')),
    )
  })
}
