import { styleText } from 'node:util'
import { Command, Help } from 'commander'

/**
 * The program without its commands. The help is in Portuguese, also where commander has English
 * text.
 */
export function openProgram(version: string): Command {
  return new Command('guiche')
    .description('pagamentos no Brasil, na sua máquina')
    .version(version, '-v, --version', 'mostra a versão')
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .option('--json', 'escreve JSON: resultados na saída, erros na saída de erro')
    .allowExcessArguments()
    .exitOverride() // An error is thrown; `explain` has its sentence.
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => console.log(text.trimEnd()),
      writeErr: () => {},
      getOutHelpWidth: () => widest,
      getErrHelpWidth: () => widest,
    })
    .configureHelp({
      showGlobalOptions: true,
      // commander removes the colour where the output is no terminal, and with NO_COLOR.
      styleTitle: (title) =>
        styleText('bold', titles.get(title) ?? title, { validateStream: false }),
      commandUsage: (command) =>
        plainHelp
          .commandUsage(command)
          .replace('[options]', '[opções]')
          .replace('[command]', '[comando]'),
      subcommandTerm: (command) => command.name(),
    })
}

/** The text that follows an error: the usage of one command, or the list of commands. */
export function usageAt(program: Command, argv: readonly string[]): string {
  const command = commandAt(program, argv)
  if (command.commands.length > 0) return command.helpInformation({ error: true }).trimEnd()
  return `${titles.get('Usage:')} ${command.createHelp().commandUsage(command)}`
}

function commandAt(command: Command, [name, ...rest]: readonly string[]): Command {
  const next = command.commands.find((each) => each.name() === name)
  return next ? commandAt(next, rest) : command
}

const widest = 100
const plainHelp = new Help()
const titles: ReadonlyMap<string, string> = new Map([
  ['Usage:', 'uso:'],
  ['Arguments:', 'argumentos:'],
  ['Options:', 'opções:'],
  ['Commands:', 'comandos:'],
  ['Global Options:', 'opções gerais:'],
])
