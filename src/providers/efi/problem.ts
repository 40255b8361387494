import { parseRecord, text } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'

/** A rejection by Efí, in its own text. */
export interface Problem {
  readonly status: number
  /** `nome`: `chave_invalida`. */
  readonly code: string
  readonly message: string
}

/**
 * Reads `{nome, mensagem}`. `undefined` for every other response: a proxy's page, an empty body, an
 * error of the server (5xx).
 */
export function readProblem(answer: ProviderAnswer): Problem | undefined {
  if (answer.kind !== 'answered' || answer.status < 400 || answer.status >= 500) return undefined
  const { nome, mensagem } = parseRecord(answer.text) ?? {}
  const code = text(nome)
  if (code === undefined || !/^[A-Za-z0-9_-]{1,80}$/.test(code)) return undefined
  return { status: answer.status, code, message: (text(mensagem) ?? '').slice(0, 300) }
}

/** The text of a definite rejection for the merchant. */
export const refusal = ({
  code,
  message,
}: Pick<Problem, 'code' | 'message'>): { code: string; reason: string } => ({
  code,
  reason: reasons.get(code) ?? (message || 'O banco recusou o envio. O dinheiro voltou ao saldo.'),
})

const reasons: ReadonlyMap<string, string> = new Map([
  ['chave_invalida', 'A chave Pix não existe ou não é válida. Confira-a com o beneficiário.'],
  ['documento_bloqueado', 'O CPF ou CNPJ do beneficiário está bloqueado para receber.'],
  ['chave_nao_pertence_ao_documento', 'A chave Pix não pertence ao CPF ou CNPJ informado.'],
  ['valor_invalido', 'O banco não aceita este valor.'],
])
