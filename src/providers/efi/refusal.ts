import type { Problem } from '../http/bank-problem.ts'

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
