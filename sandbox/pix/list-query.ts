import type { Call } from './handle.ts'
import type { Violation } from './problem.ts'

/** What every list takes: a span of time and a page. */
export interface ListQuery {
  readonly from: Date
  readonly to: Date
  readonly page: number
  readonly pageSize: number
  /** CPF or CNPJ. */
  readonly document?: string
}

export type ListQueryReading =
  | { readonly ok: true; readonly query: ListQuery }
  | { readonly ok: false; readonly violations: readonly Violation[] }

/**
 * Reads `inicio`, `fim`, `paginacao.*`, `cpf` and `cnpj`. Without `isSpanRequired` the span may be
 * left out.
 */
export function readListQuery(query: Call['query'], isSpanRequired = true): ListQueryReading {
  const violations: Violation[] = []
  const refuse = (propriedade: string, razao: string) => violations.push({ razao, propriedade })
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : undefined)

  const from = instant(text('inicio') ?? (isSpanRequired ? '' : '1970-01-01T00:00:00Z'))
  const to = instant(text('fim') ?? (isSpanRequired ? '' : '9999-12-31T00:00:00Z'))
  if (!from) refuse('inicio', 'O parâmetro inicio é obrigatório e respeita a RFC 3339.')
  if (!to) refuse('fim', 'O parâmetro fim é obrigatório e respeita a RFC 3339.')
  if (from && to && to < from)
    refuse('fim', 'O timestamp representado por fim é anterior ao representado por inicio.')

  const page = whole(text('paginacao.paginaAtual') ?? '0')
  const pageSize = whole(text('paginacao.itensPorPagina') ?? '100')
  if (page === undefined)
    refuse('paginacao.paginaAtual', 'A página atual é um inteiro a partir de 0.')
  if (pageSize === undefined || pageSize < 1 || pageSize > 1000) {
    refuse('paginacao.itensPorPagina', 'A quantidade de itens por página é um inteiro de 1 a 1000.')
  }

  const [cpf, cnpj] = [text('cpf'), text('cnpj')]
  if (cpf !== undefined && cnpj !== undefined)
    refuse('cpf', 'Os parâmetros cpf e cnpj não podem ser usados juntos.')
  if (cpf !== undefined && !/^\d{11}$/.test(cpf))
    refuse('cpf', 'O parâmetro cpf não respeita o schema.')
  if (cnpj !== undefined && !/^[0-9A-Z]{12}\d{2}$/.test(cnpj)) {
    refuse('cnpj', 'O parâmetro cnpj não respeita o schema.')
  }
  if (violations.length > 0 || !from || !to || page === undefined || pageSize === undefined) {
    return { ok: false, violations }
  }
  const document = cpf ?? cnpj
  return {
    ok: true,
    query: { from, to, page, pageSize, ...(document === undefined ? {} : { document }) },
  }
}

/** `parametros` of a list's response. */
export const renderParameters = ({ from, to, page, pageSize }: ListQuery, total: number) => ({
  inicio: from.toISOString(),
  fim: to.toISOString(),
  paginacao: {
    paginaAtual: page,
    itensPorPagina: pageSize,
    quantidadeDePaginas: Math.max(1, Math.ceil(total / pageSize)),
    quantidadeTotalDeItens: total,
  },
})

function instant(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text))
    return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const whole = (text: string): number | undefined =>
  /^\d{1,9}$/.test(text) ? Number(text) : undefined
