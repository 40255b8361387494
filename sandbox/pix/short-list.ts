import type { ApiResponse } from '../kit/bank-call.ts'
import type { Call } from './handle.ts'
import { problem } from './problem.ts'

const longestMs = 5 * 24 * 60 * 60 * 1000

/** A list of Banco do Brasil: its period is shorter than 5 days, and nothing found is a 404. */
export function shortList({ query }: Call, list: () => ApiResponse): ApiResponse {
  const [from, to] = [query.inicio, query.fim].map((at) => Date.parse(String(at)))
  if (from !== undefined && to !== undefined && to - from >= longestMs)
    return problem('RequisicaoInvalida', [
      { razao: 'Período de consulta não pode exceder 5 dias.', propriedade: 'fim' },
    ])
  const response = list()
  return response.outcome === 'found:0' ? problem('NaoEncontrado') : response
}
