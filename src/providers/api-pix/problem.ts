import { fieldsOf, parse, stringOnly } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'

/** A definite no of the bank, in its own words. */
export interface Problem {
  readonly status: number
  /** The end of `type`: `CobOperacaoInvalida`. */
  readonly code: string
  /** What to tell people: the violations if there are any, else the detail. */
  readonly message: string
}

const maxMessage = 300

/**
 * Reads `application/problem+json` (RFC 7807, API Pix section "Tratamento de erros"). `undefined`
 * for everything that is not a definite refusal: trouble of the bank (5xx), of the line (HTML of a
 * proxy) or of our credentials (401, 429).
 */
export function readProblem(answer: ProviderAnswer): Problem | undefined {
  if (answer.kind !== 'answered') return undefined
  const { status, text } = answer
  if (status < 400 || status >= 500 || notARefusal.has(status)) return undefined
  const { type, title, detail, violacoes } = fieldsOf(parse(text))
  const code = stringOnly(type)?.match(/\/error\/([A-Za-z]+)$/)?.[1]
  if (code === undefined || stringOnly(title) === undefined) return undefined
  const reasons = (Array.isArray(violacoes) ? violacoes : []).map(
    (each) => stringOnly(fieldsOf(each).razao) ?? '',
  )
  const message =
    reasons.filter(Boolean).join(' ') || stringOnly(detail) || stringOnly(title) || code
  return { status, code, message: message.slice(0, maxMessage) }
}

/** Token refused, took too long, too many requests. */
const notARefusal = new Set([401, 408, 429])

/**
 * What went wrong with a call that brought neither an answer of use nor a definite refusal; no body
 * of theirs.
 */
export function troubleOf(answer: ProviderAnswer): Error {
  if (answer.kind === 'answered')
    return new Error(`API Pix answered ${answer.status} without an answer of use`)
  return new Error(`API Pix call ${answer.kind}`, { cause: answer.cause })
}
