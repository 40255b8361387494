import type { ApiResponse } from '../kit/bank-call.ts'

/** What is wrong with one field of a request (`Violacao`). */
export interface Violation {
  readonly razao: string
  readonly propriedade: string
  readonly valor?: string
}

export type ProblemName = keyof typeof problems

/** An error as `application/problem+json` (RFC 7807) with the type names of API Pix 2.9.0. */
export function problem(
  name: ProblemName,
  violations: readonly Violation[] = [],
  status?: number,
): ApiResponse {
  const { title, detail, ...usual } = problems[name]
  const body = {
    type: `https://pix.bcb.gov.br/api/v2/error/${name}`,
    title,
    status: status ?? usual.status,
    detail,
    ...(violations.length > 0 ? { violacoes: violations } : {}),
  }
  return { status: body.status, body, outcome: `refused:${name}` }
}

const problems = {
  RequisicaoInvalida: {
    status: 400,
    title: 'Requisição inválida.',
    detail: 'A requisição não respeita o schema.',
  },
  AcessoNegado: {
    status: 403,
    title: 'Acesso negado.',
    detail: 'Requisição de participante autenticado que viola alguma regra de autorização.',
  },
  NaoEncontrado: { status: 404, title: 'Não encontrado.', detail: 'Entidade não encontrada.' },
  ErroInternoDoServidor: {
    status: 500,
    title: 'Erro interno do servidor.',
    detail: 'Condição inesperada ao processar requisição.',
  },
  CobNaoEncontrado: {
    status: 404,
    title: 'Cobrança não encontrada.',
    detail: 'Cobrança não encontrada para o txid informado.',
  },
  CobOperacaoInvalida: {
    status: 400,
    title: 'Cobrança inválida.',
    detail:
      'A requisição que busca alterar ou criar uma cobrança imediata não respeita o schema ou não faz sentido.',
  },
  CobConsultaInvalida: {
    status: 400,
    title: 'Consulta inválida.',
    detail:
      'Os parâmetros de consulta à lista de cobranças não respeitam o schema ou não fazem sentido.',
  },
  CobVNaoEncontrada: {
    status: 404,
    title: 'Cobrança com vencimento não encontrada.',
    detail: 'Cobrança com vencimento não encontrada para o txid informado.',
  },
  CobVOperacaoInvalida: {
    status: 400,
    title: 'Cobrança com vencimento inválida.',
    detail:
      'A requisição que busca alterar ou criar uma cobrança com vencimento não respeita o schema ou está semanticamente errada.',
  },
  CobVConsultaInvalida: {
    status: 400,
    title: 'Consulta inválida.',
    detail:
      'Os parâmetros de consulta à lista de cobranças com vencimento não respeitam o schema ou não fazem sentido semanticamente.',
  },
  LoteCobVNaoEncontrado: {
    status: 404,
    title: 'Lote não encontrado.',
    detail: 'Lote não encontrado para o id informado.',
  },
  LoteCobVOperacaoInvalida: {
    status: 400,
    title: 'Lote inválido.',
    detail:
      'A requisição que busca alterar ou criar um lote de cobranças com vencimento não respeita o schema ou está semanticamente errada.',
  },
  LoteCobVConsultaInvalida: {
    status: 400,
    title: 'Consulta inválida.',
    detail:
      'Os parâmetros de consulta à lista de lotes não respeitam o schema ou não fazem sentido semanticamente.',
  },
  PayloadLocationNaoEncontrado: {
    status: 404,
    title: 'Location não encontrada.',
    detail: 'Location não encontrada para o id informado.',
  },
  PayloadLocationOperacaoInvalida: {
    status: 400,
    title: 'Location inválida.',
    detail: 'A presente requisição busca criar uma location sem respeitar o schema estabelecido.',
  },
  PayloadLocationConsultaInvalida: {
    status: 400,
    title: 'Consulta inválida.',
    detail:
      'Os parâmetros de consulta à lista de locations não respeitam o schema ou não fazem sentido semanticamente.',
  },
  PixNaoEncontrado: {
    status: 404,
    title: 'Pix não encontrado.',
    detail: 'Pix não encontrado para o e2eid informado.',
  },
  PixConsultaInvalida: {
    status: 400,
    title: 'Consulta inválida.',
    detail:
      'Os parâmetros de consulta à lista de Pix recebidos não respeitam o schema ou não fazem sentido.',
  },
  PixDevolucaoNaoEncontrada: {
    status: 404,
    title: 'Devolução não encontrada.',
    detail: 'Devolução não encontrada para o e2eid e o id informados.',
  },
  PixDevolucaoInvalida: {
    status: 400,
    title: 'Devolução inválida.',
    detail: 'A requisição de devolução não respeita o schema ou não faz sentido.',
  },
  WebhookNaoEncontrado: {
    status: 404,
    title: 'Webhook não encontrado.',
    detail: 'Não há webhook estabelecido para a chave informada.',
  },
  WebhookOperacaoInvalida: {
    status: 400,
    title: 'Webhook inválido.',
    detail: 'A requisição que busca criar um webhook não respeita o schema ou não faz sentido.',
  },
  WebhookConsultaInvalida: {
    status: 400,
    title: 'Consulta inválida.',
    detail:
      'Os parâmetros de consulta à lista de webhooks não respeitam o schema ou não fazem sentido.',
  },
  CobPayloadNaoEncontrado: {
    status: 404,
    title: 'Cobrança não encontrada.',
    detail: 'A cobrança em questão não foi encontrada para a location requisitada.',
  },
  CobPayloadOperacaoInvalida: {
    status: 400,
    title: 'Requisição inválida.',
    detail: 'A requisição do payload não respeita o schema.',
  },
  InfracoesConsultaInvalida: {
    status: 400,
    title: 'Consulta inválida.',
    detail: 'A requisição sobre infrações não respeita o schema ou não faz sentido.',
  },
  InfracaoNaoEncontrada: {
    status: 404,
    title: 'Não encontrada.',
    detail: 'Não há infração com o id informado.',
  },
  InfracaoOperacaoInvalida: {
    status: 409,
    title: 'Operação inválida.',
    detail: 'A infração não pode receber esta defesa.',
  },
} as const
