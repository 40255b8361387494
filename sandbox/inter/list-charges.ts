import { localDate } from '../../src/brazil/local-time.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import type { Bank } from './bank.ts'
import type { Charge } from './charge.ts'
import { invalidField } from './errors.ts'
import { runDueCharges } from './moves.ts'
import { dateOf } from './read-request.ts'
import { renderListed, situationOf } from './render.ts'

type Query = Readonly<Record<string, string | undefined>>

const [usualPage, largestPage] = [100, 1_000]

/** `GET /cobrancas`: the charges whose due, issue or payment date is within a span, in pages. */
export function listCharges(bank: Bank, query: Query): ApiResponse {
  const now = bank.world.now()
  runDueCharges(bank)
  const [from, to] = [dateOf(query.dataInicial), dateOf(query.dataFinal)]
  if (!from) return invalidField('dataInicial')
  if (!to || Temporal.PlainDate.compare(from, to) > 0) return invalidField('dataFinal')
  const kind = query.filtrarDataPor ?? 'VENCIMENTO'
  const select = Object.hasOwn(selections, kind) ? selections[kind as DateKind] : undefined
  if (!select) return invalidField('filtrarDataPor', kind)
  const size = numberIn(query['paginacao.itensPorPagina'], usualPage)
  if (size < 1 || size > largestPage) return invalidField('paginacao.itensPorPagina')
  const page = numberIn(query['paginacao.paginaAtual'], 0)
  if (page < 0) return invalidField('paginacao.paginaAtual')

  const found = select(bank, { from, to }).filter(
    (charge) =>
      [undefined, situationOf(charge, now)].includes(query.situacao) &&
      [undefined, charge.ownNumber].includes(query.seuNumero) &&
      [undefined, charge.payer.document].includes(query.cpfCnpjPessoaPagadora),
  )
  const items = found.slice(page * size, (page + 1) * size)
  const pages = Math.max(1, Math.ceil(found.length / size))
  return {
    status: 200,
    body: {
      totalPaginas: pages,
      totalElementos: found.length,
      tamanhoPagina: size,
      primeiraPagina: page === 0,
      ultimaPagina: page >= pages - 1,
      numeroDeElementos: items.length,
      cobrancas: items.map((charge) => renderListed(charge, now)),
    },
    outcome: `found:${items.length}`,
  }
}

interface Span {
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
}

const isWithin = (date: Temporal.PlainDate, { from, to }: Span): boolean =>
  Temporal.PlainDate.compare(date, from) >= 0 && Temporal.PlainDate.compare(date, to) <= 0

type DateKind = 'VENCIMENTO' | 'EMISSAO' | 'PAGAMENTO'

const selections: Readonly<Record<DateKind, (bank: Bank, span: Span) => readonly Charge[]>> = {
  VENCIMENTO: ({ charges }, span) => charges.all().filter(({ dueDate }) => isWithin(dueDate, span)),
  EMISSAO: ({ charges }, span) =>
    charges.all().filter(({ registeredAt }) => isWithin(localDate(registeredAt), span)),
  PAGAMENTO: paidWithin,
}

/** A day that is over has its planted faults. A later day is read from the books as it is. */
function paidWithin({ charges, paidDays }: Bank, span: Span): readonly Charge[] {
  const over = paidDays.since(span.from.toString()).filter(({ date }) => isWithin(date, span))
  const today = charges.all().filter(({ state }) => {
    if (state.kind !== 'paid') return false
    const day = localDate(state.at)
    return isWithin(day, span) && !paidDays.find(day)
  })
  return [...over.flatMap((day) => [...paidDays.rows(day)]), ...today]
}

const numberIn = (text: string | undefined, usual: number): number =>
  text === undefined ? usual : /^\d{1,6}$/.test(text) ? Number(text) : -1
