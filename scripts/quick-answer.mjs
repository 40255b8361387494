// What the command line prints without loading a command. Plain JavaScript: it runs on any Node.
import { readFileSync } from 'node:fs'

/** The text for these arguments. Undefined: the program has to be loaded. */
export function quickAnswer(argv, output = process.stdout) {
  if (argv.length === 1 && ['--version', '-v', 'version'].includes(argv[0]))
    return JSON.parse(read('../package.json')).version
  if (argv.length === 2 && argv[0] === 'completion') return textOf('completion', argv[1])
  const path = helpPath(argv)
  const text = path === undefined ? undefined : textOf('help', path)
  return text !== undefined && hasColour(output)
    ? text.replace(/^(?:uso|argumentos|opções|comandos|opções gerais):/gm, '\x1b[1m$&\x1b[22m')
    : text
}

/** `keys create` of `keys create --help` and of `help keys create`. Empty: the program itself. */
function helpPath(argv) {
  const words = argv[0] === 'help' ? argv.slice(1) : argv.slice(0, -1)
  const asks = argv.length === 0 || argv[0] === 'help' || ['--help', '-h'].includes(argv.at(-1))
  return asks && words.every((word) => !word.startsWith('-')) ? words.join(' ') : undefined
}

function textOf(kind, name) {
  const texts = JSON.parse(read('cli-help.json'))[kind]
  return Object.hasOwn(texts, name) ? texts[name].join('\n') : undefined
}

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** As commander decides it. */
function hasColour(output, { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE } = process.env) {
  if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false
  if (FORCE_COLOR || CLICOLOR_FORCE !== undefined) return true
  return Boolean(output.isTTY && output.hasColors?.())
}
