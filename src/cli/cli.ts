import { readFileSync } from 'node:fs'
import { readConfig, terminalLanguage } from '../config.ts'
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
import { secretsCommand } from './secrets.ts'
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
  secrets: secretsCommand,
  'device-pay': devicePayCommand,
  listen: listenCommand,
  trigger: triggerCommand,
  events: eventsCommand,
  doctor: doctorCommand,
}

/** Runs one command. Answers the exit code: 0 done, 1 failed, 2 not understood. Failures people can mend are one line. */
export async function runCli(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...args] = argv
  if (['--version', '-v', 'version'].includes(name)) {
    console.log(version())
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    const isHelp = ['help', '--help', '-h'].includes(name)
    ;(isHelp ? console.log : console.error)(isHelp ? help() : `comando desconhecido: ${name}\n\n${help()}`)
    return isHelp ? 0 : 2
  }
  if (asksForHelp(args)) {
    console.log(helpOf(name, command))
    return 0
  }
  try {
    return await command.run(args, readConfig(undefined, { makesHome: !command.looksOnly }))
  } catch (cause) {
    const explained = explain(cause, terminalLanguage())
    if (!explained) throw cause
    console.error(explained.text)
    if (explained.code === 2) console.error(usageOf(name, command, 'uso:'))
    return explained.code
  }
}

/** What follows `--` belongs to the command. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === '--help' || arg === '-h')
}

const version = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

const help = (): string =>
  [
    'guiche: pagamentos no Brasil, na sua máquina',
    ...Object.entries(commands).map(([name, command]) => `\n${helpOf(name, command)}`),
    '\n  guiche COMANDO --help, guiche --version',
  ].join('\n')

const helpOf = (name: string, command: Command): string =>
  `${usageOf(name, command)}\n${wrap(command.summary, '      ')}`

/** Each way to use a command on lines of its own. */
const usageOf = (name: string, { usage }: Command, before = ' '): string =>
  usage
    .split(' | ')
    .map((way) => wrap(`${before} guiche ${name} ${way}`.trimEnd(), '      ').replace(/^ {6}/, ''))
    .join('\n')

const widest = 100

/** Lines of at most 100 letters, where words allow it. */
function wrap(text: string, indent: string): string {
  const lines: string[] = []
  const leading = /^ */.exec(text)?.[0] ?? ''
  let line = `${indent}${leading}`
  for (const word of text.trim().split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > widest) {
      lines.push(line)
      line = indent
    }
    line += line.trim() === '' ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}
