import { type Command, CommanderError } from 'commander'
import { version } from '../config/package.ts'
import type { Runner, WithConfig } from './command.ts'
import { listedCommands } from './command-list.ts'
import { complain, present, writeJson } from './output.ts'
import { openProgram, usageAt } from './program.ts'

/**
 * Runs one command. Returns the exit code: 0 done, 1 failed, 2 not understood. A failure that the
 * user can correct is one sentence. Only the file of the command that is used is loaded.
 */
export async function runCli(argv: readonly string[]): Promise<number> {
  let code = 0
  const isJson = argv.includes('--json')
  writeJson(isJson)
  const withConfig: WithConfig =
    (work, { makesHome = true } = {}) =>
    async (...args) => {
      const { loadConfig } = await import('../config.ts')
      code = await work(await loadConfig({ makesHome }), ...args)
    }
  const plain: Runner['plain'] =
    (work) =>
    async (...args) => {
      code = await work(...args)
    }
  const run: Runner = Object.assign(withConfig, { plain, wholeProgram })
  const program = openProgram(version())
  program
    .command('version', { hidden: true })
    .action(() => present({ version: version() }, (shown) => console.log(shown.version)))
  const used = usedCommand(argv)
  for (const { name, description, load } of listedCommands) {
    const command = program.command(name).description(description)
    if (name !== used) continue
    ;(await load()).addTo(command, run)
    const { addExamples } = await import('./examples.ts')
    addExamples(command)
  }
  try {
    await program.parseAsync(argv.length === 0 ? ['help'] : argv, { from: 'user' })
    return code
  } catch (cause) {
    // The help or the version was shown.
    if (cause instanceof CommanderError && cause.exitCode === 0) return 0
    const [{ explain }, { terminalLanguage }] = await Promise.all([
      import('./explain.ts'),
      import('../config.ts'),
    ])
    const explained = explain(cause, terminalLanguage())
    if (!explained && !isJson) throw cause // A bug: its stack trace helps most.
    complain(explained?.name ?? 'internal', explained?.text ?? String((cause as Error).stack))
    if (explained?.code === 2 && !isJson) console.error(usageAt(program, argv))
    return explained?.code ?? 1
  }
}

/** The program with every command, for readers of its tree. No action of it does anything. */
export async function wholeProgram(): Promise<Command> {
  const program = openProgram(version())
  const nothing = () => async () => {}
  for (const { name, description, load } of listedCommands)
    (await load()).addTo(
      program.command(name).description(description),
      Object.assign(nothing, { plain: nothing, wholeProgram }),
    )
  return program
}

/** The command of the first level: `keys` of `keys list …`, of `--json keys` and of `help keys`. */
function usedCommand(argv: readonly string[]): string | undefined {
  const [first, second] = argv.filter((each) => !each.startsWith('-'))
  return first === 'help' ? second : first
}
