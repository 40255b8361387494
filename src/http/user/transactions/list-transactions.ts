import { listOf } from '../../../../contract/envelope.ts'
import { ListTransactionsQuery } from '../../../../contract/list-transactions.ts'
import { TransactionWire } from '../../../../contract/transaction.ts'
import { formatDocument, readDocument } from '../../../brazil/document.ts'
import { cents } from '../../../primitives/money.ts'
import { methods } from '../../../transactions/methods/methods.ts'
import { listTransactions as findTransactions } from '../../../transactions/read-transactions.ts'
import type { Transaction } from '../../../transactions/transaction.ts'
import type { TransactionCursor } from '../../../transactions/transaction-store.ts'
import { renderTransaction } from '../../../transactions/transaction-wire.ts'
import { type Column, csvFile, csvName, everyPage, type PageWanted, wantsCsv } from '../../request/csv.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { byAge } from '../../request/list-page.ts'
import { readListQuery } from './read-list-query.ts'
import { statusWords } from './sale-words.ts'

export const listTransactions = accountEndpoint({
  summary: 'Listar transações, da mais nova à mais antiga',
  description:
    'Percorra com `cursor`: custa o mesmo em qualquer página. `page` existe para clientes que contam páginas. Com `Accept: text/csv` ou `format=csv` vêm todas num arquivo para planilhas.',
  query: ListTransactionsQuery,
  answer: listOf(TransactionWire),
  rejections: ['validation-failed'],
  isTable: true,
  async handle({ app }, asked) {
    const query = readListQuery(asked.query)
    if (wantsCsv(asked)) {
      const { limit: _, after: __, page: ___, ...filter } = query
      const pages = everyPage(
        async (page: PageWanted<TransactionCursor>) =>
          (await findTransactions(app, asked.holder.account.id, { ...filter, ...page })).transactions,
        ({ createdAt, id }) => ({ createdAt, id }),
      )
      return csvFile(csvName('vendas', filter, app.clock.now()), columns, pages)
    }
    const { transactions, next, total } = await findTransactions(app, asked.holder.account.id, query)
    return {
      message: { pt: 'Transações encontradas.', en: 'Transactions found.' },
      data: transactions.map((transaction) => renderTransaction(transaction, app.links)),
      meta: {
        pagination: {
          limit: query.limit,
          nextCursor: next ? byAge.text(next) : null,
          ...(query.page !== undefined && { page: query.page }),
          ...(total !== undefined && { total }),
        },
      },
    }
  },
})

const columns: readonly Column<Transaction>[] = [
  ['Data', ({ createdAt }) => createdAt],
  ['Pagador', ({ order }) => order.customer?.name],
  ['CPF ou CNPJ', ({ order }) => documentText(order.customer?.document?.number)],
  ['Pedido', ({ order }) => order.externalRef],
  ['Meio', ({ method }) => methods[method].label],
  ['Parcelas', ({ installments }) => String(installments)],
  ['Situação', ({ status }) => statusWords[status]],
  ['Valor', ({ amount }) => amount],
  ['Tarifa', ({ paidAt, fee }) => paidAt && fee], // Nothing is charged for a sale that was never paid.
  ['Líquido', ({ paidAt, amount, fee }) => paidAt && cents(amount - fee)],
  ['Devolvido', ({ refundedAmount }) => refundedAmount],
  ['Pago em', ({ paidAt }) => paidAt],
  ['Transação', ({ id }) => id],
]

/** With its punctuation a spreadsheet keeps its leading zeros. */
function documentText(document: string | undefined): string | undefined {
  const reading = readDocument(document ?? '')
  return reading.ok ? formatDocument(reading.document) : document
}
