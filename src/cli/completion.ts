import { type Command, Option } from 'commander'
import type { CliCommand } from './command.ts'
import { bashScript, type Completion, fishScript, zshScript } from './completion-scripts.ts'
import { UsageError } from './usage-error.ts'

/** Prints a script with every word in it: the shell starts no process to complete a line. */
export const completionCommand: CliCommand = {
  addTo(command, run) {
    command.argument('<SHELL>', Object.keys(completionScripts).join(', '), readShell).action(
      run.plain(async (shell: Shell) => {
        console.log(completionScripts[shell](completionsOf(await run.wholeProgram())))
        return 0
      }),
    )
  },
}

/** The writer of each shell's script. */
export const completionScripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
type Shell = keyof typeof completionScripts

function readShell(text: string): Shell {
  if (text === 'bash' || text === 'zsh' || text === 'fish') return text
  throw new UsageError(`o shell é um destes: ${Object.keys(completionScripts).join(', ')}`)
}

/** The words of a command and of every command below it. */
export function completionsOf(command: Command, path = ''): Completion[] {
  const below = command.createHelp().visibleCommands(command)
  const program = rootOf(command)
  const options = [...new Set([...command.options, ...program.options, help])]
  const words = [
    ...below.map((each) => ({ word: each.name(), description: each.description() })),
    ...options.flatMap(({ long, description }) => (long ? [{ word: long, description }] : [])),
  ]
  return [
    { path, words },
    ...below
      .filter((each) => each.name() !== 'help')
      .flatMap((each) => completionsOf(each, `${path} ${each.name()}`.trim())),
  ]
}

const rootOf = (command: Command): Command =>
  command.parent === null ? command : rootOf(command.parent)

const help = new Option('-h, --help', 'mostra a ajuda')
