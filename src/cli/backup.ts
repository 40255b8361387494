import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { BackupProblem } from '../backup-check/backup-problem.ts'
import { type BackupReport, checkBackup } from '../backup-check/check-backup.ts'
import { writeMetricsFile } from '../backup-check/metrics-file.ts'
import { pgbackrestCommand } from '../backup-check/restore-backup.ts'
import type { Config } from '../config.ts'
import { parseAddress } from '../db/database-address.ts'
import type { ServerUser } from '../db/server-user.ts'
import { realNow, systemClock } from '../primitives/clock.ts'
import { integerOf, textOf } from './arguments.ts'
import { type CliCommand, UsageError } from './command.ts'
import { bad, good, present } from './output.ts'
import { withProgress } from './progress.ts'
import { whenStopped } from './stop-signals.ts'

export const backupCommand: CliCommand = {
  addTo(backup, run) {
    backup
      .command('check')
      .description('restaura o backup mais novo à parte e confere todos os livros nele')
      .option('--stanza <NOME>', 'a stanza do pgBackRest; sem isto, guiche', stanzaOf)
      .option(
        '--restore-command <COMANDO>',
        'outra ferramenta: o comando que restaura em {dir}',
        textOf('--restore-command'),
      )
      .option('--scratch <PASTA>', 'onde restaurar; sem isto, a pasta temporária')
      .option('--postgres-bin <PASTA>', 'onde estão os programas do PostgreSQL')
      .option('--os-user <NOME>', 'para root: o usuário do servidor; sem isto, postgres')
      .option('--database <NOME>', 'o nome do banco; sem isto, o de DATABASE_URL')
      .option('--max-minutes <N>', 'sem isto, 120', integerOf('--max-minutes', 1))
      .option(
        '--min-free-megabytes <N>',
        'para quando o disco tem menos que isto; sem isto, 1024',
        integerOf('--min-free-megabytes'),
      )
      .option('--metrics-file <ARQUIVO>', 'grava o resultado para o Prometheus')
      .action(run(check))
  },
}

interface Flags {
  readonly stanza?: string
  readonly restoreCommand?: string
  readonly scratch?: string
  readonly postgresBin?: string
  readonly osUser?: string
  readonly database?: string
  readonly maxMinutes?: number
  readonly minFreeMegabytes?: number
  readonly metricsFile?: string
}

/** Exits with 1 when there is no backup that restores to good books. */
async function check(config: Config, flags: Flags): Promise<number> {
  const { stanza = 'guiche', maxMinutes = 120, minFreeMegabytes = 1_024 } = flags
  const address = parseAddress(config.databaseUrl ?? '')
  const stopped = new AbortController()
  void whenStopped().then((signal) => stopped.abort(stoppedBy(signal)))
  const user = await serverUser(flags.osUser ?? 'postgres')
  const report = await withProgress('conferindo o backup', (update) =>
    checkBackup(config, {
      command: flags.restoreCommand ?? pgbackrestCommand(stanza),
      scratch: flags.scratch ?? tmpdir(),
      ...(flags.postgresBin !== undefined && { binaries: flags.postgresBin }),
      user,
      database: flags.database ?? (address?.database || 'guiche'),
      role: address?.user || 'postgres',
      maxMs: maxMinutes * 60_000,
      leastFreeBytes: minFreeMegabytes * 2 ** 20,
      signal: stopped.signal,
      now: () => realNow(systemClock()),
      report: update,
    }),
  )
  if (flags.metricsFile !== undefined) await writeMetricsFile(flags.metricsFile, report)
  const problems = report.problems.map(({ en }) => en)
  present({ ...report, problems }, () => showReport(report))
  return report.isGood ? 0 : 1
}

const stoppedBy = (signal: string): BackupProblem =>
  new BackupProblem({ pt: `parado por ${signal}`, en: `stopped by ${signal}` })

function showReport(report: BackupReport): void {
  const { backupAt, restoreSeconds, restoredBytes, newestCommitAt, wouldLoseSeconds } = report
  for (const { pt } of report.problems) console.error(bad(pt))
  if (backupAt) console.log(`backup de ${backupAt.toISOString()}, há ${report.backupAgeSeconds} s`)
  if (restoreSeconds !== null && restoredBytes !== null)
    console.log(`restaurado em ${restoreSeconds} s: ${Math.round(restoredBytes / 2 ** 20)} MB`)
  if (newestCommitAt)
    console.log(
      `o commit mais novo nele é de ${newestCommitAt.toISOString()}: uma restauração perderia ${wouldLoseSeconds} s`,
    )
  if (report.isGood) console.log(good('o backup restaura, e os livros conferem'))
}

/** The user of the scratch server when root runs the command. */
async function serverUser(name: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((each) => each.split(':'))
    .find(([user]) => user === name)
  if (!line) throw new UsageError(`não há o usuário "${name}": diga outro em --os-user`)
  return { uid: Number(line[2]), gid: Number(line[3]) }
}

/** The name is part of a shell command. */
function stanzaOf(text: string): string {
  if (!/^[0-9A-Za-z_.-]+$/.test(text)) throw new UsageError('--stanza tem letras, dígitos, _ . e -')
  return text
}
