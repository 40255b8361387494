import { type Static, type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { formatReais } from '../../brazil/reais.ts'
import { cents } from '../../primitives/money.ts'
import { Rejection } from '../../primitives/rejection.ts'

/**
 * One problem of one field. `problem` is a code, followed by its limit after a space: `too-long
 * 255`.
 */
export interface Issue {
  readonly field: string
  readonly problem: string
}

export type Language = 'pt' | 'en'

/**
 * The problems of `value`, field by field. Empty when it fits the schema. `at`: the path of the
 * value.
 */
export function issuesOf(schema: TSchema, value: unknown, at = ''): Issue[] {
  const validator = compiled(schema)
  if (validator.Check(value)) return []
  const issues = validator.Errors(value).flatMap((error): Issue[] => {
    const params = error.params as Readonly<Record<string, unknown>>
    const path = [at, ...error.instancePath.split('/').slice(1)].filter((part) => part !== '')
    if (error.keyword === 'required') {
      return list(params.requiredProperties).map((name) => ({
        field: [...path, name].join('.'),
        problem: 'required',
      }))
    }
    const problem =
      centsProblem(path, valueAt(value, error.instancePath)) ?? problemOf(error.keyword, params)
    return problem === undefined ? [] : [{ field: path.join('.') || 'body', problem }]
  })
  return [...new Map(issues.map((issue) => [issue.field, issue])).values()]
}

/**
 * The fields of a body. A missing body has no fields, and its schema reports what is missing.
 * @throws Rejection `validation-failed`
 */
export function bodyFields(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined) return {}
  assertNoIssues(issuesOf(anyObject, body))
  return body as Readonly<Record<string, unknown>>
}

const anyObject = Type.Object({})

/**
 * Returns the value with the type of its schema. @throws Rejection `validation-failed` that lists
 * every issue
 */
export function validate<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  otherIssues: readonly Issue[] = [],
): Static<Schema> {
  assertNoIssues([...issuesOf(schema, value), ...otherIssues])
  return value as Static<Schema>
}

/** @throws Rejection `validation-failed` that lists every issue */
export function assertNoIssues(issues: readonly Issue[]): void {
  if (issues.length > 0)
    throw new Rejection('validation-failed', { issues: issues.slice(0, maxIssues) })
}

/** The text of a problem for people. Unknown problem codes are shown unchanged. */
export function describeProblem(problem: string, language: Language): string {
  const space = problem.indexOf(' ')
  const [code, limit] =
    space === -1 ? [problem, ''] : [problem.slice(0, space), problem.slice(space + 1)]
  const text = Object.hasOwn(problems, code) ? problems[code] : undefined
  if (text === undefined) return problem
  const template = (limit === '1' ? text.one : undefined) ?? text
  return template[language]
    .replace('@', () => formatReais(cents(Number(limit))))
    .replace('%', limit)
}

const maxIssues = 50

/** `one`: the text for a limit of one. */
interface ProblemText extends Readonly<Record<Language, string>> {
  readonly one?: Readonly<Record<Language, string>>
}

const problems: Readonly<Record<string, ProblemText>> = {
  required: { pt: 'é obrigatório', en: 'is required' },
  integer: {
    pt: 'deve ser um número inteiro, sem aspas, expoente ou fração',
    en: 'must be a whole number without quotes, exponent or fraction',
  },
  cents: {
    pt: 'deve ser um número inteiro, em centavos: @ é %',
    en: 'must be a whole number, in cents: @ is %',
  },
  count: { pt: 'deve ser um número inteiro, de 1 em diante', en: 'must be a whole number, from 1' },
  number: { pt: 'deve ser um número', en: 'must be a number' },
  string: { pt: 'deve ser um texto', en: 'must be a text' },
  boolean: { pt: 'deve ser true ou false', en: 'must be true or false' },
  object: { pt: 'deve ser um objeto', en: 'must be an object' },
  array: { pt: 'deve ser uma lista', en: 'must be a list' },
  choice: { pt: 'deve ser um destes: %', en: 'must be one of: %' },
  'too-small': { pt: 'deve ser no mínimo %', en: 'must be at least %' },
  'too-large': { pt: 'deve ser no máximo %', en: 'must be at most %' },
  'too-short': {
    pt: 'deve ter pelo menos % caracteres',
    en: 'must have at least % characters',
    one: { pt: 'não pode ser vazio', en: 'must not be empty' },
  },
  'too-long': {
    pt: 'deve ter no máximo % caracteres',
    en: 'must have at most % characters',
    one: { pt: 'deve ter no máximo um caractere', en: 'must have at most one character' },
  },
  'too-few': {
    pt: 'deve ter pelo menos % itens',
    en: 'must have at least % items',
    one: { pt: 'deve ter pelo menos um item', en: 'must have at least one item' },
  },
  'too-many': {
    pt: 'deve ter no máximo % itens',
    en: 'must have at most % items',
    one: { pt: 'deve ter no máximo um item', en: 'must have at most one item' },
  },
  'too-big': {
    pt: 'ocupa espaço demais: reduza para no máximo % bytes',
    en: 'takes too much room: reduce it to % bytes',
  },
  format: { pt: 'não está no formato esperado', en: 'does not have the expected format' },
  unknown: { pt: 'não é conhecido', en: 'is not known' },
  whole: {
    pt: 'deve ser o valor inteiro da venda, %: capture, e devolva o resto',
    en: 'must be the whole amount of the sale, %: capture it, and refund the rest',
  },
  empty: { pt: 'não diz o que mudar', en: 'does not say what to change' },
  'same-book': {
    pt: 'deve ser outro livro que o debitado',
    en: 'must be another book than the debited one',
  },
  'broken-text': { pt: 'tem um caractere inválido', en: 'has an invalid character' },
  'inexact-number': {
    pt: 'tem um número grande demais para ser devolvido igual: envie como texto',
    en: 'has a number too large to be echoed exactly: send it as text',
  },
  url: {
    pt: 'deve ser um endereço http ou https completo',
    en: 'must be a complete http or https address',
  },
  date: {
    pt: 'deve ser uma data (2026-11-21) ou um instante ISO 8601',
    en: 'must be a date (2026-11-21) or an ISO 8601 instant',
  },
  day: { pt: 'deve ser uma data, como 2026-12-10', en: 'must be a date, such as 2026-12-10' },
  after: { pt: 'não pode ser depois de %', en: 'must not be after %' },
  'one-of': { pt: 'deve ter um destes, e só um: %', en: 'must have one of these, and only one: %' },
  'whole-amount': {
    pt: 'deve ser menor que o valor da cobrança',
    en: 'must be less than the amount of the charge',
  },
  'discounts-differ': {
    pt: 'devem ter datas diferentes, e ser todos em amount ou todos em basisPoints',
    en: 'must have different dates, and be all in amount or all in basisPoints',
  },
  month: { pt: 'deve ser um mês, como 2026-10', en: 'must be a month, such as 2026-10' },
  'not-with': { pt: 'não vale com %', en: 'does not work with %' },
  picture: {
    pt: 'deve ser um PNG, JPEG ou WebP em base64, de até 128 KiB',
    en: 'must be a PNG, JPEG or WebP in base64, of 128 KiB at most',
  },
  'too-many-views': {
    pt: 'já há % filtros salvos: remova um que não usa',
    en: 'there are % saved views already: remove one that is not used',
  },
  'not-in-search': {
    pt: 'não vale com search, minAmount ou maxAmount: use cursor',
    en: 'does not work with search, minAmount or maxAmount: use cursor',
  },
  'before-start': { pt: 'é antes de start_date', en: 'is before start_date' },
  past: { pt: 'deve ser um instante que ainda vem', en: 'must be an instant that is yet to come' },
  network: {
    pt: 'deve ser um endereço ou uma rede, como 203.0.113.7 ou 203.0.113.0/24',
    en: 'must be an address or a network, such as 203.0.113.7 or 203.0.113.0/24',
  },
  'secret-key-only': {
    pt: 'só vale para uma chave secreta',
    en: 'is for a secret key only',
  },
  future: { pt: 'ainda não chegou', en: 'is yet to come' },
  'clock-move': {
    pt: 'deve ser uma duração ISO 8601 para a frente, de até dez anos, como P30D ou PT2H',
    en: 'must be an ISO 8601 duration forward, of ten years at most, such as P30D or PT2H',
  },
  cursor: {
    pt: 'não é um cursor nosso: use o nextCursor da página anterior',
    en: 'is not a cursor of ours: use the nextCursor of the page before',
  },
}

/** Fields in cents, by their last name. */
const inCents: ReadonlySet<string> = new Set([
  'amount',
  'unitPrice',
  'fee',
  'reserve',
  'minimumAmount',
])

/**
 * An amount in reais in place of cents, the most frequent mistake: `cents 1990` for 19.9 or
 * "19,90".
 */
function centsProblem(path: readonly string[], value: unknown): string | undefined {
  if (!inCents.has(path.at(-1) ?? '')) return undefined
  const [, whole, fraction] = /^(?:R\$ ?)?(\d{1,9})[.,](\d{1,2})$/.exec(`${value}`) ?? []
  if (whole === undefined || fraction === undefined) return undefined
  return `cents ${Number(`${whole}${fraction.padEnd(2, '0')}`)}`
}

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null
          ? (found as Readonly<Record<string, unknown>>)[name]
          : undefined,
      value,
    )

function problemOf(keyword: string, params: Readonly<Record<string, unknown>>): string | undefined {
  switch (keyword) {
    case 'type':
      // Where null is one of several accepted types, the other types are named.
      return params.type === 'null' ? undefined : String(params.type)
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
      return undefined // Its branches report it.
    default:
      return 'format'
  }
}

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const validators = new WeakMap<TSchema, Validator>()

function compiled(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const validator = Compile(schema)
  validators.set(schema, validator)
  return validator
}
