import type { Problem } from '../http/bank-problem.ts'

/** Efí's code of a receiver's key that does not exist. */
export const unknownKey = 'chave_favorecido_nao_encontrada'

/**
 * The text of a definite rejection for the merchant: the bank's own. One code is about the
 * receiver or about our account, and only the bank's text says which.
 */
export const refusal = ({
  code,
  message,
}: Pick<Problem, 'code' | 'message'>): { code: string; reason: string } => ({
  code,
  reason: message || (reasons.get(code) ?? 'O banco recusou o envio. O dinheiro voltou ao saldo.'),
})

/** For a code without a text. */
const reasons: ReadonlyMap<string, string> = new Map([
  [unknownKey, 'A chave PIX do recebedor não existe. Confira e peça o saque de novo.'],
  ['chave_invalida', 'O banco não aceitou uma chave PIX deste envio.'],
  ['documento_bloqueado', 'Um CPF ou CNPJ deste envio tem bloqueios no banco.'],
  ['chave_nao_pertence_ao_documento', 'A chave PIX não pertence ao CPF ou CNPJ informado.'],
  ['valor_invalido', 'O banco não aceita este valor.'],
])
