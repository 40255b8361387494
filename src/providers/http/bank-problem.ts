import { fieldsOf, parse, stringOnly } from './json-reader.ts'
import type { ProviderAnswer } from './provider-client.ts'

/** A definite rejection by a bank, in the bank's text. */
export interface Problem {
  readonly status: number
  /** The last part of `type` (`CobOperacaoInvalida`), or `nome` (`txid_duplicado`). */
  readonly code: string
  /** The text for people: the violations if there are any, else the detail. */
  readonly message: string
}

const maxMessage = 300

/**
 * Reads `application/problem+json` (RFC 7807, API Pix section "Tratamento de erros"), and Efí's
 * `{nome, mensagem}`. Efí uses one form or the other by route. Returns `undefined` for everything
 * that is not a definite rejection: a failure of the bank (5xx), of the network (HTML of a proxy)
 * or of our credentials (401, 429).
 */
export function readProblem(answer: ProviderAnswer): Problem | undefined {
  if (answer.kind !== 'answered') return undefined
  const { status, text } = answer
  if (status < 400 || status >= 500 || notARefusal.has(status)) return undefined
  const body = fieldsOf(parse(text))
  const named = readStandard(body) ?? readNamed(body)
  return named && { status, code: named.code, message: named.message.slice(0, maxMessage) }
}

type Fields = Readonly<Record<string, unknown>>
type Named = Pick<Problem, 'code' | 'message'>

function readStandard({ type, title, detail, violacoes }: Fields): Named | undefined {
  const code = stringOnly(type)?.match(/\/error\/([A-Za-z]+)$/)?.[1]
  if (code === undefined || stringOnly(title) === undefined) return undefined
  const reasons = (Array.isArray(violacoes) ? violacoes : []).map(
    (each) => stringOnly(fieldsOf(each).razao) ?? '',
  )
  const message =
    reasons.filter(Boolean).join(' ') || stringOnly(detail) || stringOnly(title) || code
  return { code, message }
}

function readNamed({ nome, mensagem }: Fields): Named | undefined {
  const code = stringOnly(nome)
  if (code === undefined || !/^[A-Za-z0-9_-]{1,80}$/.test(code)) return undefined
  return { code, message: stringOnly(mensagem) ?? '' }
}

/** Token refused, request timeout, too many requests. */
const notARefusal = new Set([401, 408, 429])
