import { envelopeOf } from '../../../../contract/envelope.ts'
import {
  ListReceivablesQuery,
  QuoteRequest,
  QuoteWire,
  ReceivableCalendar,
  ReceivableCalendarQuery,
  type ReceivableStatus,
  ReceivableWire,
} from '../../../../contract/receivable.ts'
import type { App } from '../../../app.ts'
import { type CashoutQuote, quoteCashout } from '../../../cashout/quote-cashout.ts'
import { progressOf, receivableDays } from '../../../overview/totals-store.ts'
import { defined } from '../../../primitives/defined.ts'
import { type Cents, cents } from '../../../primitives/money.ts'
import { dueOf, netOf, type Receivable } from '../../../settlement/receivable.ts'
import {
  type ReceivableCursor,
  type ReceivableFilter,
  receivablePage,
} from '../../../settlement/receivable-store.ts'
import { methods } from '../../../transactions/methods/methods.ts'
import { type Quote, quoteSale } from '../../../transactions/quote.ts'
import { type SaleFacts, saleFactsOf } from '../../../transactions/sale-facts-store.ts'
import { renderPart } from '../../../transactions/transaction-wire.ts'
import { type Column, csvFile, everyPage, type PageWanted } from '../../request/csv.ts'
import { accountEndpoint, type Message, type RawResponse } from '../../request/endpoint.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { nonEmpty, nonNull, objectOrRaw, upper } from '../../request/normalize.ts'
import { validate } from '../../request/validation.ts'
import { renderProgress } from '../overview/overview.ts'
import { byDueDate, readCalendarQuery, readReceivablesQuery } from './read-wallet-query.ts'

export const listReceivables = accountListEndpoint({
  summary: 'Listar recebíveis, do que vence primeiro ao último',
  description:
    'Uma venda no cartão tem um por parcela; um boleto, um só. Com `Accept: text/csv` ou `format=csv` vêm todos num arquivo para planilhas.',
  query: ListReceivablesQuery,
  item: ReceivableWire,
  message: { pt: 'Recebíveis.', en: 'Receivables.' },
  read: readReceivablesQuery,
  find: ({ sql }, { holder }, wanted) => receivablePage(sql, holder.account.id, wanted, wanted),
  cursor: byDueDate.text,
  render: (receivable, app) => renderReceivable(receivable, app.links),
  file: (app, { holder }, { limit: _, after: __, ...filter }) =>
    receivablesFile(app, holder.account.id, filter),
})

export const getReceivableCalendar = accountEndpoint({
  summary: 'Ver os recebíveis de um mês, pelo dia em que o dinheiro chega',
  query: ReceivableCalendarQuery,
  answer: envelopeOf(ReceivableCalendar),
  rejections: ['validation-failed'],
  async handle({ app }, { holder, query }) {
    const { month, days } = readCalendarQuery(query, app.clock.now())
    const progress = await progressOf(app.sql, holder.account.id)
    const found = await receivableDays(app.sql, holder.account.id, days)
    const total = (state: 'scheduled' | 'settled') =>
      found.reduce((sum, day) => sum + day[state], 0)
    return {
      message: { pt: 'Calendário de recebíveis.', en: 'Calendar of receivables.' },
      data: {
        month,
        scheduled: total('scheduled'),
        settled: total('settled'),
        days: found.map(({ day, scheduled, settled }) => ({ date: day, scheduled, settled })),
        counted: renderProgress(progress),
      },
    }
  },
})

export const postQuote = accountEndpoint({
  summary: 'Simular uma venda, ou um saque: tarifa, parcelas e datas',
  description: 'Como se fosse paga, ou pedido, agora. Nada é criado.',
  body: QuoteRequest,
  answer: envelopeOf(QuoteWire),
  rejections: [
    'validation-failed',
    'method-not-enabled',
    'amount-below-minimum',
    'amount-above-maximum',
    'installments-above-maximum',
    'installment-below-minimum',
    'cashout-disabled',
    'cashout-limit-exceeded',
    'provider-not-configured',
    'price-not-set',
  ],
  async handle({ app }, { holder, body }) {
    const fields = objectOrRaw(body) ?? {}
    const {
      amount,
      paymentMethod,
      installments = 1,
    } = validate(
      QuoteRequest,
      defined({
        amount: nonNull(fields.amount),
        paymentMethod: upper(fields.paymentMethod),
        installments: nonEmpty(fields.installments),
      }),
    )
    const requestedAmount = cents(amount)
    if (paymentMethod === 'CASHOUT')
      return {
        message: quoted,
        data: renderCashoutQuote(
          requestedAmount,
          await quoteCashout(app, holder.account, requestedAmount),
        ),
      }
    const sale = { amount: requestedAmount, method: paymentMethod, installments }
    const quote = quoteSale(holder.account, sale, app.clock.now())
    return {
      message: quote.fee === requestedAmount ? nothingLeft : quoted,
      data: renderQuote(quote),
    }
  },
})

interface ReceivableLine {
  readonly receivable: Receivable
  readonly sale: SaleFacts | undefined
}

function receivablesFile(
  app: Pick<App, 'sql'>,
  accountId: string,
  filter: ReceivableFilter,
): RawResponse {
  const pages = everyPage(
    (page: PageWanted<ReceivableCursor>) => receivablePage(app.sql, accountId, filter, page),
    ({ dueOn, id }) => ({ dueOn, id }),
  )
  const lines = async function* (): AsyncGenerator<readonly ReceivableLine[]> {
    for await (const receivables of pages) {
      const ids = receivables.map(({ transactionId }) => transactionId)
      const sales = await saleFactsOf(app.sql, accountId, ids)
      yield receivables.map((receivable) => ({
        receivable,
        sale: sales.get(receivable.transactionId),
      }))
    }
  }
  const period =
    filter.from || filter.to ? `${filter.from ?? 'inicio'}-a-${filter.to ?? 'fim'}` : 'todos'
  return csvFile(`recebiveis-${period}.csv`, columns, lines())
}

const columns: readonly Column<ReceivableLine>[] = [
  ['Data', ({ receivable }) => receivable.dueOn.split('-').reverse().join('/')],
  ['Pagador', ({ sale }) => sale?.payer],
  ['Pedido', ({ sale }) => sale?.externalRef],
  ['Método', ({ receivable }) => methods[receivable.method].label],
  ['Parcela', ({ receivable: { number, parts } }) => `${number} de ${parts}`],
  ['Situação', ({ receivable }) => receivableStatusLabels[receivable.status]],
  ['Bruto', ({ receivable }) => receivable.gross],
  ['Tarifa', ({ receivable }) => receivable.fee],
  ['Líquido', ({ receivable }) => netOf(receivable)],
  ['Descontado', ({ receivable }) => receivable.taken],
  ['A receber', dueIn('SCHEDULED')],
  ['Recebido', dueIn('SETTLED')],
  ['Liquidado em', ({ receivable }) => receivable.settledAt],
  ['Transação', ({ receivable }) => receivable.transactionId],
]

/** The amount that is left of a line, in the column of its status: so the columns add up. */
function dueIn(status: ReceivableStatus): (line: ReceivableLine) => Cents {
  return ({ receivable }) => (receivable.status === status ? dueOf(receivable) : cents(0))
}

const receivableStatusLabels: Readonly<Record<ReceivableStatus, string>> = {
  SCHEDULED: 'A receber',
  SETTLED: 'Liquidado',
}

const quoted: Message = { pt: 'Simulação.', en: 'Quote.' }
/** An advance is allowed, but the operator's limits set the smallest amount. */
const nothingLeft: Message = {
  pt: 'Simulação. A tarifa leva o valor inteiro: nada fica para você.',
  en: 'Quote. The fee takes all of the amount: nothing is left for you.',
}

function renderReceivable(receivable: Receivable, { baseUrl }: App['links']): ReceivableWire {
  const {
    id,
    transactionId,
    method,
    number,
    parts,
    dueOn,
    status,
    gross,
    fee,
    taken,
    settledAt,
    unit,
  } = receivable
  return {
    id,
    transactionId,
    paymentMethod: method,
    number,
    parts,
    date: dueOn,
    status,
    gross,
    fee,
    net: netOf(receivable),
    taken,
    due: dueOf(receivable),
    settledAt: settledAt?.toISOString() ?? null,
    arrangement: unit.arrangement ?? null,
    entriesUrl: `${baseUrl}/api/user/wallet/entries?receivableId=${id}`,
  }
}

const renderCashoutQuote = (amount: number, { price, fee, total }: CashoutQuote): QuoteWire => ({
  amount,
  paymentMethod: 'CASHOUT',
  installments: 1,
  installmentAmounts: [],
  fee: {
    fixedAmount: price.fixed,
    spreadPercentage: price.basisPoints / 100,
    estimatedFee: fee,
    netAmount: amount,
  },
  totalAmount: total,
  receivables: [],
})

const renderQuote = ({
  amount,
  method,
  price,
  fee,
  installmentAmounts,
  receivables,
}: Quote): QuoteWire => ({
  amount,
  paymentMethod: method,
  installments: installmentAmounts.length,
  installmentAmounts,
  fee: {
    fixedAmount: price.fixed,
    spreadPercentage: price.basisPoints / 100,
    estimatedFee: fee,
    netAmount: amount - fee,
  },
  totalAmount: null,
  receivables: receivables.map(renderPart),
})
