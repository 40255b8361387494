import { readFileSync } from 'node:fs'
import { CommanderError } from 'commander'
import { readConfig, terminalLanguage } from '../config.ts'
import { accountsCommand } from './accounts.ts'
import { auditCommand } from './audit.ts'
import { clockCommand } from './clock.ts'
import type { CliCommand, Runner } from './command.ts'
import { devicePayCommand } from './device-pay.ts'
import { doctorCommand } from './doctor.ts'
import { eventsCommand } from './events.ts'
import { explain } from './explain.ts'
import { keysCommand } from './keys.ts'
import { ledgerCommand } from './ledger.ts'
import { listenCommand } from './listen.ts'
import { loginCommand } from './login.ts'
import { migrateCommand } from './migrate.ts'
import { peopleCommand } from './people.ts'
import { openProgram, usageAt } from './program.ts'
import { providersCommand } from './providers.ts'
import { reconcileCommand } from './reconcile.ts'
import { secretsCommand } from './secrets.ts'
import { serveCommand } from './serve.ts'
import { triggerCommand } from './trigger.ts'

const commands: readonly CliCommand[] = [
  serveCommand,
  migrateCommand,
  accountsCommand,
  keysCommand,
  peopleCommand,
  loginCommand,
  providersCommand,
  clockCommand,
  ledgerCommand,
  auditCommand,
  reconcileCommand,
  secretsCommand,
  devicePayCommand,
  listenCommand,
  triggerCommand,
  eventsCommand,
  doctorCommand,
]

/**
 * Runs one command. Returns the exit code: 0 done, 1 failed, 2 not understood. A failure that the
 * user can correct is one sentence.
 */
export async function runCli(argv: readonly string[]): Promise<number> {
  let code = 0
  const run: Runner =
    (work, { makesHome = true } = {}) =>
    async (...args) => {
      code = await work(readConfig(undefined, { makesHome }), ...args)
    }
  const program = openProgram(version())
  program.command('version', { hidden: true }).action(() => console.log(version()))
  for (const command of commands) command.addTo(program, run)
  try {
    await program.parseAsync(argv.length === 0 ? ['help'] : argv, { from: 'user' })
    return code
  } catch (cause) {
    // The help or the version was shown.
    if (cause instanceof CommanderError && cause.exitCode === 0) return 0
    const explained = explain(cause, terminalLanguage())
    if (!explained) throw cause
    console.error(explained.text)
    if (explained.code === 2) console.error(usageAt(program, argv))
    return explained.code
  }
}

const version = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
