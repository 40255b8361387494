import type { CallbackFinding } from '../ports/callback.ts'
import { readProblem } from './bank-problem.ts'
import { fieldsOf, parse, stringOnly } from './json-reader.ts'
import type { ProviderAnswer } from './provider-client.ts'

/** The names of the standard, and Efí's. */
const notFoundCodes = new Set(['WebhookNaoEncontrado', 'NaoEncontrado', 'webhook_nao_encontrado'])

/** Reads the response to `GET /webhook/{chave}`. `troubleOf`: the error of every other response. */
export function readCallback(
  answer: ProviderAnswer,
  troubleOf: (answer: ProviderAnswer) => Error,
): CallbackFinding {
  if (answer.kind === 'answered' && answer.status === 200) {
    const url = stringOnly(fieldsOf(parse(answer.text)).webhookUrl)
    if (url !== undefined) return { kind: 'found', url }
  }
  return notFoundCodes.has(readProblem(answer)?.code ?? '')
    ? { kind: 'not-found' }
    : { kind: 'unknown', cause: troubleOf(answer) }
}
