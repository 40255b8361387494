import type { ApiResponse } from '../kit/bank-call.ts'
import type { Bank } from './bank.ts'
import { errorResponse } from './errors.ts'
import { agreement } from './identity-store.ts'
import { renderListed } from './render.ts'

type Query = Readonly<Record<string, string | undefined>>

/** The bank lists at most this many boletos in one response. */
const pageSize = 300

/**
 * `GET /boletos`: the boletos that were paid or written off on the days of a span, a page at a
 * time. The only situation that this bank lists.
 */
export function listTitles({ movedDays }: Bank, query: Query): ApiResponse {
  const missing = ['indicadorSituacao', 'agenciaBeneficiario', 'contaBeneficiario'].find(
    (name) => !query[name],
  )
  if (missing) return errorResponse('invalid-field', missing)
  const { agenciaBeneficiario, contaBeneficiario, indice = '0' } = query
  if (query.indicadorSituacao !== 'B') return errorResponse('invalid-field', 'indicadorSituacao')
  if (Number(agenciaBeneficiario) !== Number(agreement.agency))
    return errorResponse('invalid-field', 'agenciaBeneficiario')
  if (Number(contaBeneficiario) !== Number(agreement.account))
    return errorResponse('invalid-field', 'contaBeneficiario')
  if (!/^\d{1,9}$/.test(indice)) return errorResponse('invalid-field', 'indice')
  const [from, to] = [dateIn(query.dataInicioMovimento), dateIn(query.dataFimMovimento)]
  if (!from) return errorResponse('invalid-field', 'dataInicioMovimento')
  if (!to) return errorResponse('invalid-field', 'dataFimMovimento')

  const titles = movedDays
    .since(from.toString())
    .filter(({ date }) => Temporal.PlainDate.compare(date, to) <= 0)
    .flatMap((day) => [...movedDays.rows(day)])
  const page = titles.slice(Number(indice), Number(indice) + pageSize)
  if (page.length === 0) return errorResponse('not-found', '', 404)
  const next = Number(indice) + pageSize
  const hasMore = next < titles.length
  return {
    status: 200,
    body: {
      indicadorContinuidade: hasMore ? 'S' : 'N',
      quantidadeRegistros: page.length,
      proximoIndice: hasMore ? next : 0,
      boletos: page.map(renderListed),
    },
    outcome: `found:${page.length}`,
  }
}

function dateIn(text: string | undefined): Temporal.PlainDate | undefined {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text ?? '') ?? []
  try {
    return day === undefined ? undefined : Temporal.PlainDate.from(`${year}-${month}-${day}`)
  } catch {
    return undefined
  }
}
