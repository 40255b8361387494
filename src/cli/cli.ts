import { readConfig } from '../config.ts'
import { accountsCommand } from './accounts.ts'
import { clockCommand } from './clock.ts'
import type { Command } from './command.ts'
import { devicePayCommand } from './device-pay.ts'
import { doctorCommand } from './doctor.ts'
import { eventsCommand } from './events.ts'
import { explain } from './explain.ts'
import { keysCommand } from './keys.ts'
import { ledgerCommand } from './ledger.ts'
import { listenCommand } from './listen.ts'
import { migrateCommand } from './migrate.ts'
import { providersCommand } from './providers.ts'
import { reconcileCommand } from './reconcile.ts'
import { serveCommand } from './serve.ts'
import { triggerCommand } from './trigger.ts'

const commands: Readonly<Record<string, Command>> = {
  serve: serveCommand,
  migrate: migrateCommand,
  accounts: accountsCommand,
  keys: keysCommand,
  providers: providersCommand,
  clock: clockCommand,
  ledger: ledgerCommand,
  reconcile: reconcileCommand,
  'device-pay': devicePayCommand,
  listen: listenCommand,
  trigger: triggerCommand,
  events: eventsCommand,
  doctor: doctorCommand,
}

/** Runs one command. Answers the exit code: 0 done, 1 failed, 2 not understood. Failures people can mend are one line. */
export async function runCli(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...args] = argv
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const isHelp = ['help', '--help', '-h'].includes(name)
    ;(isHelp ? console.log : console.error)(isHelp ? help() : `comando desconhecido: ${name}\n\n${help()}`)
    return isHelp ? 0 : 2
  }
  try {
    return await command.run(args, readConfig(undefined, { makesHome: !command.looksOnly }))
  } catch (cause) {
    const explained = explain(cause)
    if (!explained) throw cause
    console.error(explained.text)
    if (explained.code === 2) console.error(`uso: guiche ${name} ${command.usage}`)
    return explained.code
  }
}

const help = (): string =>
  [
    'guiche: pagamentos no Brasil, na sua máquina',
    '',
    ...Object.entries(commands).map(
      ([name, { usage, summary }]) => `  guiche ${`${name} ${usage}`.padEnd(58)} ${summary}`,
    ),
  ].join('\n')
