import { randomBase62 } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../kit/bank-call.ts'

/**
 * The bank's errors. Only the code of a duplicate nosso número is known from the bank. The others
 * are the simulator's own and begin with 99.
 */
export const errors = {
  'already-registered': [
    '4874915',
    'Nosso Número já incluído anteriormente.',
    'Informar outro Nosso Número.',
  ],
  'invalid-field': [
    '9900001',
    'Campo inválido ou ausente: ',
    'Corrigir o campo e enviar novamente.',
  ],
  refused: ['9900002', 'Registro recusado pelo banco.', 'Procurar a agência de relacionamento.'],
  'too-early': [
    '9900003',
    'Boleto registrado há menos de 30 minutos.',
    'Aguardar e solicitar novamente.',
  ],
  'not-open': ['9900004', 'Situação do boleto não permite baixa.', 'Consultar o boleto.'],
  'not-found': ['9900005', 'Boleto não encontrado.', 'Conferir o número.'],
} as const

export type ErrorName = keyof typeof errors

/** `erros`, as the API returns them. `detail` names the invalid field. */
export function errorResponse(name: ErrorName, detail = '', status = 400): ApiResponse {
  const [codigo, mensagem, providencia] = errors[name]
  const erro = {
    codigo,
    versao: '1',
    mensagem: `${mensagem}${detail}`,
    providencia,
    ocorrencia: randomBase62(24),
  }
  return {
    status,
    body: { erros: [erro] },
    outcome: name === 'not-found' ? 'not-found' : `refused:${name}`,
  }
}
