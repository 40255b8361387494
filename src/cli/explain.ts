import { CommanderError } from 'commander'
import { describeProblem, type Language } from '../http/request/validation.ts'
import { messageOf } from '../http/server/failure.ts'
import { rejectionFor } from '../http/server/rejection-for.ts'
import { ConfigError } from '../primitives/config-error.ts'
import { Rejection } from '../primitives/rejection.ts'
import { UsageError } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { GatewayRefusal } from './person-client.ts'

/** The sentence for a failure, and the exit code: 1 the command failed, 2 it was not understood. */
export interface Explanation {
  readonly text: string
  readonly code: 1 | 2
  /** The code for programs. */
  readonly name: string
}

/**
 * The sentence for a failure that the user can correct. `undefined` for a bug: its stack trace
 * helps more.
 */
export function explain(cause: unknown, language: Language = 'pt'): Explanation | undefined {
  if (cause instanceof UsageError) return { text: cause.message, code: 2, name: 'usage' }
  if (cause instanceof GatewayRefusal)
    return { text: cause.message, code: 1, name: cause.code ?? 'gateway-unreachable' }
  if (cause instanceof CommandFailure) return { text: cause.message, code: 1, name: cause.code }
  if (cause instanceof ConfigError)
    return { text: cause.sentence[language], code: 1, name: cause.problem }
  if (cause instanceof Rejection)
    return { text: sentencesOf(cause, language), code: 1, name: cause.code }
  if (!(cause instanceof Error)) return undefined
  if (cause instanceof CommanderError)
    return { text: misuseOf(cause, language), code: 2, name: 'usage' }
  const { code = '', path } = cause as NodeJS.ErrnoException
  const trouble = fileTroubles.get(code)
  if (trouble !== undefined && path !== undefined)
    return { text: `${path}: ${trouble[language]}`, code: 1, name: code }
  const rejection = rejectionFor(cause)
  return rejection.code === 'database-unavailable'
    ? {
        text: {
          pt: `o banco de dados não responde (${code}): confira DATABASE_URL, e se ele está de pé`,
          en: `the database does not answer (${code}): check DATABASE_URL, and whether it runs`,
        }[language],
        code: 1,
        name: rejection.code,
      }
    : undefined
}

/** The sentence of the API, its other issues, and the code to search for. */
function sentencesOf(rejection: Rejection, language: Language): string {
  const [, ...others] = rejection.details.issues ?? []
  return [
    `${messageOf(rejection, language)} (${rejection.code})`,
    ...others.map(({ field, problem }) => `  ${field} ${describeProblem(problem, language)}`),
  ].join('\n')
}

/** The errors of commander, which are in English only. */
function misuseOf({ code, message }: CommanderError, language: Language): string {
  if (code === 'commander.help')
    return { pt: 'falta o comando', en: 'the command is missing' }[language]
  if (language === 'en') return `the options were not understood: ${message.replace('error: ', '')}`
  const subject = /'(-[^' ]*)/.exec(message)?.[1] ?? /'([^']*)'/.exec(message)?.[1] ?? ''
  switch (code) {
    case 'commander.unknownCommand':
      return `comando desconhecido: ${subject}`
    case 'commander.missingArgument':
    case 'commander.missingMandatoryOptionValue':
      return `falta ${subject}`
    case 'commander.unknownOption':
      return `opções inválidas: não há a opção ${subject}`
    case 'commander.optionMissingArgument':
      return `opções inválidas: falta o valor de ${subject}`
    case 'commander.excessArguments':
      return `opções inválidas: "${/: ([^:]*)\.$/.exec(message)?.[1] ?? ''}" está a mais`
    default:
      return `comando inválido: ${message}`
  }
}

const fileTroubles: ReadonlyMap<string, Readonly<Record<Language, string>>> = new Map([
  ['ENOENT', { pt: 'não existe', en: 'does not exist' }],
  ['EACCES', { pt: 'sem permissão', en: 'permission denied' }],
  ['EPERM', { pt: 'sem permissão', en: 'permission denied' }],
  ['EISDIR', { pt: 'é uma pasta, e não um arquivo', en: 'is a folder, not a file' }],
  [
    'ENOTDIR',
    {
      pt: 'o caminho passa por um arquivo que não é pasta',
      en: 'a part of the path is a file, not a folder',
    },
  ],
  ['ENOSPC', { pt: 'não há mais espaço no disco', en: 'the disk is full' }],
  ['EROFS', { pt: 'o disco é só de leitura', en: 'the disk is read-only' }],
])
