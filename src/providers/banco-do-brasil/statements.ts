import { centsFromDecimal } from '../boleto/decimal.ts'
import { parseRecord, record, trimmedText } from '../http/json-reader.ts'
import type { PlacelessRow, SettlementFiles } from '../ports/settlement-file.ts'
import { openDailyStatements } from '../statement/daily-statements.ts'
import { unreadable } from '../statement/unreadable.ts'
import type { BankApi } from './api.ts'
import { dateForBank, dateFromBank } from './decode.ts'
import type { BancoDoBrasilSettings } from './settings.ts'
import { titleState } from './title-state.ts'

/** Above this number of pages the list counts as wrong. */
const maxPages = 10_000

/**
 * The list of boletos that moved on a day. Those that were paid are the statement: the bank lists
 * the ones that were written off beside them.
 */
export const openStatements = (api: BankApi, settings: BancoDoBrasilSettings): SettlementFiles =>
  openDailyStatements({
    merchant: settings.convenio,
    async rows({ date }, signal) {
      const titles = await listMoved(api, settings, { date, signal })
      return titles.filter((title) => isOfConvenio(title, settings)).flatMap(saleOf)
    },
  })

type Title = Readonly<Record<string, unknown>>

async function listMoved(
  api: BankApi,
  settings: BancoDoBrasilSettings,
  { date, signal }: { readonly date: string; readonly signal: AbortSignal },
): Promise<readonly Title[]> {
  const day = dateForBank(date)
  const query = {
    indicadorSituacao: 'B',
    agenciaBeneficiario: settings.agency,
    contaBeneficiario: settings.account,
    carteiraConvenio: settings.carteira,
    variacaoCarteiraConvenio: settings.variacaoCarteira,
    dataInicioMovimento: day,
    dataFimMovimento: day,
  }
  const titles: Title[] = []
  let next: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const paged = { ...query, ...(next !== undefined && { indice: next }) }
    const answer = await api.ask({ method: 'GET', path: '/boletos', query: paged }, signal)
    if (answer.kind !== 'answered') throw answer.cause
    // The bank has no list where it has no boleto.
    if (answer.status === 404) return titles
    const body = answer.status === 200 ? parseRecord(answer.text) : undefined
    if (!body || !Array.isArray(body.boletos))
      throw new Error(`Banco do Brasil answered ${answer.status} to a list`)
    titles.push(...body.boletos.map((each: unknown) => record(each) ?? {}))
    if (trimmedText(body.indicadorContinuidade) !== 'S') return titles
    next = trimmedText(body.proximoIndice)
    if (next === undefined) throw new Error('Banco do Brasil listed no next page')
  }
  throw new Error(`Banco do Brasil listed more than ${maxPages} pages`)
}

/** An account may have several agreements. The number of a boleto begins with its agreement. */
function isOfConvenio({ numeroBoletoBB }: Title, { convenio }: BancoDoBrasilSettings): boolean {
  const number = trimmedText(numeroBoletoBB)
  return number === undefined || number.startsWith(`000${convenio}`)
}

function saleOf(title: Title): readonly PlacelessRow[] {
  const [number, state] = [
    trimmedText(title.numeroBoletoBB),
    trimmedText(title.codigoEstadoTituloCobranca),
  ]
  if (number === undefined || state === undefined)
    return [unreadable('um boleto da lista não pôde ser lido')]
  if (titleState(Number(state)) !== 'paid') return []
  const [gross, date] = [centsFromDecimal(title.valorPago), dateFromBank(title.dataMovimento)]
  if (!gross || !date) return [unreadable('o valor ou o dia de um boleto não pôde ser lido')]
  return [
    {
      kind: 'sale',
      reference: number,
      // The list has no number of the payment itself.
      providerReference: number,
      gross,
      installments: 1,
      date: date.toString(),
    },
  ]
}
