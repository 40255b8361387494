import { ConfigError } from '../config.ts'
import { MigrationError } from '../db/migrate.ts'
import { messageOf } from '../http/failure.ts'
import { describeProblem } from '../http/problems.ts'
import { rejectionFor } from '../http/rejection-for.ts'
import { Rejection } from '../primitives/rejection.ts'
import { UsageError } from './command.ts'

/** What a person is told of a failure, and how the command ends: 1 it failed, 2 it was not understood. */
export interface Explanation {
  readonly text: string
  readonly code: 1 | 2
}

/** Sentences for every failure people can mend; `undefined` for a bug, whose trace is what helps. */
export function explain(cause: unknown): Explanation | undefined {
  if (cause instanceof UsageError) return { text: cause.message, code: 2 }
  if (cause instanceof ConfigError || cause instanceof MigrationError) return { text: cause.message, code: 1 }
  if (cause instanceof Rejection) return { text: sentencesOf(cause), code: 1 }
  if (!(cause instanceof Error)) return undefined
  const { code = '', path } = cause as NodeJS.ErrnoException
  if (code.startsWith('ERR_PARSE_ARGS')) return { text: `não entendi as opções: ${cause.message}`, code: 2 }
  const trouble = fileTroubles.get(code)
  if (trouble !== undefined && path !== undefined) return { text: `${path}: ${trouble}`, code: 1 }
  const rejection = rejectionFor(cause)
  return rejection.code === 'database-unavailable'
    ? { text: `o banco de dados não responde (${code}): confira DATABASE_URL, e se ele está de pé`, code: 1 }
    : undefined
}

/** The sentence of the API, its other issues, and the code to search for. */
function sentencesOf(rejection: Rejection): string {
  const [, ...others] = rejection.details.issues ?? []
  return [
    `${messageOf(rejection, 'pt')} (${rejection.code})`,
    ...others.map(({ field, problem }) => `  ${field} ${describeProblem(problem, 'pt')}`),
  ].join('\n')
}

const fileTroubles: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'não existe'],
  ['EACCES', 'sem permissão'],
  ['EPERM', 'sem permissão'],
  ['EISDIR', 'é uma pasta, e não um arquivo'],
  ['ENOTDIR', 'o caminho passa por um arquivo que não é pasta'],
  ['ENOSPC', 'não há mais espaço no disco'],
  ['EROFS', 'o disco é só de leitura'],
])
