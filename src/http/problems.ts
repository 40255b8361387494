import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Rejection } from '../primitives/rejection.ts'

/** One thing wrong with one field. `problem` is a word of ours, with its limit after a space: `too-long 255`. */
export interface Issue {
  readonly field: string
  readonly problem: string
}

export type Language = 'pt' | 'en'

/** What is wrong with `value`, field by field; empty when it fits the schema. `at`: where the value sits. */
export function issuesOf(schema: TSchema, value: unknown, at = ''): Issue[] {
  const validator = compiled(schema)
  if (validator.Check(value)) return []
  const issues = validator.Errors(value).flatMap((error) => {
    const params = error.params as Readonly<Record<string, unknown>>
    const path = [at, ...error.instancePath.split('/').slice(1)].filter((part) => part !== '')
    if (error.keyword === 'required') {
      return list(params.requiredProperties).map((name) => ({
        field: [...path, name].join('.'),
        problem: 'required',
      }))
    }
    const problem = problemOf(error.keyword, params)
    return problem === undefined ? [] : [{ field: path.join('.') || 'body', problem }]
  })
  return [...new Map(issues.map((issue) => [issue.field, issue])).values()].slice(0, maxIssues)
}

/** The value as what its schema says it is. @throws Rejection `validation-failed` that lists every issue */
export function checked<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  otherIssues: readonly Issue[] = [],
): Static<Schema> {
  refuseIssues([...issuesOf(schema, value), ...otherIssues])
  return value as Static<Schema>
}

/** @throws Rejection `validation-failed` that lists every issue */
export function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length > 0)
    throw new Rejection('validation-failed', { issues, ...(issues[0] && { field: issues[0].field }) })
}

/** What a person reads about a problem. Words that are not ours are shown as they are. */
export function describeProblem(problem: string, language: Language): string {
  const space = problem.indexOf(' ')
  const [word, limit] = space === -1 ? [problem, ''] : [problem.slice(0, space), problem.slice(space + 1)]
  const text = Object.hasOwn(problems, word) ? problems[word] : undefined
  return text === undefined ? problem : text[language].replace('%', limit)
}

const maxIssues = 50

const problems: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  required: { pt: 'é obrigatório', en: 'is required' },
  integer: {
    pt: 'deve ser um número inteiro, sem aspas, expoente ou fração',
    en: 'must be a whole number without quotes, exponent or fraction',
  },
  number: { pt: 'deve ser um número', en: 'must be a number' },
  string: { pt: 'deve ser um texto', en: 'must be a text' },
  boolean: { pt: 'deve ser true ou false', en: 'must be true or false' },
  object: { pt: 'deve ser um objeto', en: 'must be an object' },
  array: { pt: 'deve ser uma lista', en: 'must be a list' },
  choice: { pt: 'deve ser um destes: %', en: 'must be one of: %' },
  'too-small': { pt: 'deve ser no mínimo %', en: 'must be at least %' },
  'too-large': { pt: 'deve ser no máximo %', en: 'must be at most %' },
  'too-short': { pt: 'deve ter pelo menos % caracteres', en: 'must have at least % characters' },
  'too-long': { pt: 'deve ter no máximo % caracteres', en: 'must have at most % characters' },
  'too-few': { pt: 'deve ter pelo menos % itens', en: 'must have at least % items' },
  'too-many': { pt: 'deve ter no máximo % itens', en: 'must have at most % items' },
  'too-big': {
    pt: 'ocupa espaço demais: reduza para no máximo % bytes',
    en: 'takes too much room: reduce it to % bytes',
  },
  format: { pt: 'não está no formato esperado', en: 'does not have the expected format' },
  unknown: { pt: 'não é conhecido', en: 'is not known' },
  'broken-text': { pt: 'tem um caractere inválido', en: 'has an invalid character' },
  'inexact-number': {
    pt: 'tem um número grande demais para ser devolvido igual: envie como texto',
    en: 'has a number too large to be echoed exactly: send it as text',
  },
  url: { pt: 'deve ser um endereço http ou https completo', en: 'must be a complete http or https address' },
  date: {
    pt: 'deve ser uma data (2026-11-21) ou um instante ISO 8601',
    en: 'must be a date (2026-11-21) or an ISO 8601 instant',
  },
  duration: {
    pt: 'deve ser uma duração ISO 8601 positiva, como P30D ou PT2H',
    en: 'must be a positive ISO 8601 duration, such as P30D or PT2H',
  },
  cursor: {
    pt: 'não é um cursor nosso: use o nextCursor da página anterior',
    en: 'is not a cursor of ours: use the nextCursor of the page before',
  },
}

function problemOf(keyword: string, params: Readonly<Record<string, unknown>>): string | undefined {
  switch (keyword) {
    case 'type':
      return String(params.type)
    case 'enum':
      return `choice ${list(params.allowedValues).join(', ')}`
    case 'const':
      return `choice ${String(params.allowedValue)}`
    case 'minimum':
      return `too-small ${String(params.limit)}`
    case 'maximum':
      return `too-large ${String(params.limit)}`
    case 'minLength':
      return `too-short ${String(params.limit)}`
    case 'maxLength':
      return `too-long ${String(params.limit)}`
    case 'minItems':
      return `too-few ${String(params.limit)}`
    case 'maxItems':
      return `too-many ${String(params.limit)}`
    case 'additionalProperties':
      return 'unknown'
    case 'anyOf':
      return undefined // Its branches say it.
    default:
      return 'format'
  }
}

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const validators = new WeakMap<TSchema, Validator>()

function compiled(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const made = Compile(schema)
  validators.set(schema, made)
  return made
}
