import type { ApiResponse } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import type { ProblemName } from './problem.ts'

/** A refusal in Efí's own form, which its routes of charges, payments and webhooks use. */
export const efiError = (status: number, nome: string, mensagem: string): ApiResponse => ({
  status,
  body: { nome, mensagem },
  outcome: `refused:${nome}`,
})

/** An error of the standard as Efí words it. Every other response stays as it is. */
export function asEfi(response: ApiResponse): ApiResponse {
  const { type, detail, violacoes } = fieldsOf(response.body)
  const name = typeof type === 'string' ? type.split('/').at(-1) : undefined
  if (response.status < 400 || name === undefined) return response
  const [violation] = Array.isArray(violacoes) ? violacoes : []
  const { razao = detail, propriedade = '' } = fieldsOf(violation)
  const [status, nome, mensagem] = names[name as ProblemName] ?? [
    response.status,
    byField[String(propriedade)] ?? 'valor_invalido',
    String(razao),
  ]
  return { ...response, ...efiError(status, nome, mensagem) }
}

const byField: Readonly<Record<string, string>> = {
  'cob.status': 'status_cobranca_invalido',
  'cobv.status': 'status_cobranca_invalido',
  'cob.chave': 'chave_invalida',
  'cobv.chave': 'chave_invalida',
  chave: 'chave_invalida',
  'webhook.webhookUrl': 'webhook_invalido',
}

const noSuchCharge = [
  400,
  'cobranca_nao_encontrada',
  'Nenhuma cobrança encontrada para o txid informado',
] as const

/** Names that do not depend on the field. */
const names: Partial<Record<ProblemName, readonly [number, string, string]>> = {
  NaoEncontrado: [404, 'nao_encontrado', 'Recurso não encontrado'],
  RequisicaoInvalida: [400, 'json_invalido', 'Valor enviado não segue a estrutura de um JSON'],
  ErroInternoDoServidor: [500, 'erro_aplicacao', 'Ocorreu um erro interno'],
  CobNaoEncontrado: noSuchCharge,
  CobVNaoEncontrada: noSuchCharge,
  WebhookNaoEncontrado: [
    404,
    'webhook_nao_encontrado',
    'Nenhum webhook encontrado para a chave informada',
  ],
  PixNaoEncontrado: [
    400,
    'pix_nao_encontrado',
    'Nenhum pix encontrado para o identificador informado',
  ],
  PixDevolucaoNaoEncontrada: [
    400,
    'devolucao_nao_encontrada',
    'Nenhuma devolução encontrada para o identificador informado',
  ],
}
