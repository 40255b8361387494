import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import { wholeProgram } from '../src/cli/cli.ts'
import { completionScripts, completionsOf } from '../src/cli/completion.ts'
import { addExamples } from '../src/cli/examples.ts'

/** The file that the launcher reads. */
export const cliHelpFile = join(import.meta.dirname, 'cli-help.json')

/** The help of each command and the completion of each shell, as lines. */
export async function cliHelp(): Promise<string> {
  const program = await wholeProgram()
  const texts = [['', linesOf(program.helpInformation())], ...program.commands.flatMap(helpOf)]
  const completions = completionsOf(program)
  const scripts = Object.entries(completionScripts).map(([shell, write]) => [
    shell,
    write(completions).split('\n'),
  ])
  const all = { help: Object.fromEntries(texts), completion: Object.fromEntries(scripts) }
  return `${JSON.stringify(all, null, 2)}\n`
}

/** The help of a command of the first level, and of every command below it. */
function helpOf(command: Command): [path: string, lines: string[]][] {
  addExamples(command)
  return below(command, command.name())
}

function below(command: Command, path: string): [path: string, lines: string[]][] {
  let text = ''
  command.configureOutput({
    writeOut: (written) => {
      text += written
    },
  })
  command.outputHelp()
  return [
    [path, linesOf(text)],
    ...command.commands.flatMap((each) => below(each, `${path} ${each.name()}`)),
  ]
}

/** Without the colours of the terminal that this script runs in. */
const linesOf = (text: string): string[] => stripVTControlCharacters(text).trimEnd().split('\n')

if (import.meta.main) writeFileSync(cliHelpFile, await cliHelp())
