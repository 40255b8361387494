import { fieldsOf, parse, stringOnly } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'

/** A definite rejection by the bank, in the bank's text. */
export interface Problem {
  readonly status: number
  /** The last part of `type`: `CobOperacaoInvalida`. */
  readonly code: string
  /** The text for people: the violations if there are any, else the detail. */
  readonly message: string
}

const maxMessage = 300

/**
 * Reads `application/problem+json` (RFC 7807, API Pix section "Tratamento de erros"). Returns
 * `undefined` for everything that is not a definite rejection: a failure of the bank (5xx), of the
 * network (HTML of a proxy) or of our credentials (401, 429).
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

/** Token refused, request timeout, too many requests. */
const notARefusal = new Set([401, 408, 429])

/**
 * The error of a call that had neither a usable response nor a definite rejection. It holds no body
 * of the provider.
 */
export function troubleOf(answer: ProviderAnswer): Error {
  if (answer.kind === 'answered')
    return new Error(`API Pix answered ${answer.status} without an answer of use`)
  return new Error(`API Pix call ${answer.kind}`, { cause: answer.cause })
}
