import type { ApiResponse } from '../kit/bank-call.ts'

interface Violation {
  readonly razao: string
  readonly propriedade: string
  readonly valor?: string
}

/** `Problema` of the bank's description of its API. The texts are the simulator's own. */
export const problem = (
  status: number,
  {
    title,
    detail,
    violacoes = [],
    outcome,
  }: {
    readonly title: string
    readonly detail: string
    readonly violacoes?: readonly Violation[]
    readonly outcome: string
  },
): ApiResponse => ({
  status,
  body: { status, title, detail, ...(violacoes.length > 0 && { violacoes }) },
  outcome,
})

export const invalidField = (propriedade: string, valor?: unknown): ApiResponse =>
  problem(400, {
    title: 'Requisição inválida',
    detail: 'A requisição não segue a documentação.',
    violacoes: [
      {
        razao: 'Campo inválido ou ausente.',
        propriedade,
        ...(valor !== undefined && { valor: String(valor) }),
      },
    ],
    outcome: `refused:${propriedade}`,
  })

export const notFound = (what = 'Cobrança'): ApiResponse =>
  problem(404, {
    title: `${what} não encontrada`,
    detail: `${what} não encontrada.`,
    outcome: 'not-found',
  })
