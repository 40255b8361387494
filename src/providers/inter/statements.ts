import { centsFromDecimal } from '../boleto/decimal.ts'
import { fieldsOf, parseRecord, trimmedText } from '../http/json-reader.ts'
import type { PlacelessRow, SettlementFiles } from '../ports/settlement-file.ts'
import { openDailyStatements } from '../statement/daily-statements.ts'
import { unreadable } from '../statement/unreadable.ts'
import { type InterApi, isSuccess } from './api.ts'
import { isReference } from './charge-answer.ts'
import { chargeState } from './charge-state.ts'
import type { InterSettings } from './settings.ts'

/** Above this number of pages the list counts as wrong. */
const maxPages = 10_000
/** The bank allows 1,000. A response of so many could be longer than the client reads. */
const itemsPerPage = '500'

/** The charges that were paid on a day are its statement. */
export const openStatements = (api: InterApi, settings: InterSettings): SettlementFiles =>
  openDailyStatements({
    merchant: settings.accountNumber,
    rows: async ({ date }, signal) =>
      (await listPaid(api, date, signal)).flatMap((item) => saleOf(item, date)),
  })

async function listPaid(
  api: InterApi,
  date: string,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const query = {
    dataInicial: date,
    dataFinal: date,
    filtrarDataPor: 'PAGAMENTO',
    situacao: 'RECEBIDO',
    ordenarPor: 'CODIGO_COBRANCA',
    tipoOrdenacao: 'ASC',
    'paginacao.itensPorPagina': itemsPerPage,
  }
  const items: unknown[] = []
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await api.call({
      method: 'GET',
      path: '/cobrancas',
      query: { ...query, 'paginacao.paginaAtual': String(page) },
      signal,
    })
    if (answer.kind !== 'answered') throw answer.cause
    const body = isSuccess(answer) ? parseRecord(answer.text) : undefined
    if (!body || !Array.isArray(body.cobrancas) || typeof body.ultimaPagina !== 'boolean')
      throw new Error(`Inter answered ${answer.status} to a list`)
    items.push(...body.cobrancas)
    if (body.ultimaPagina) return items
  }
  throw new Error(`Inter listed more than ${maxPages} pages`)
}

function saleOf(item: unknown, date: string): readonly PlacelessRow[] {
  const { cobranca, boleto } = fieldsOf(item)
  const charge = fieldsOf(cobranca)
  const reference = trimmedText(charge.codigoSolicitacao) ?? ''
  if (!isReference(reference)) return [unreadable('uma cobrança da lista não pôde ser lida')]
  if (chargeState(trimmedText(charge.situacao) ?? '') !== 'paid') return []
  const gross = centsFromDecimal(charge.valorTotalRecebido)
  if (!gross) return [unreadable('o valor de uma cobrança não pôde ser lido')]
  const providerReference = trimmedText(fieldsOf(boleto).nossoNumero) ?? reference
  return [{ kind: 'sale', reference, providerReference, gross, installments: 1, date }]
}
