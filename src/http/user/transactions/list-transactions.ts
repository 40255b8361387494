import { ListTransactionsQuery } from '../../../../contract/list-transactions.ts'
import { TransactionWire } from '../../../../contract/transaction.ts'
import { formatDocument, readDocument } from '../../../brazil/document.ts'
import { cents } from '../../../primitives/money.ts'
import { methods } from '../../../transactions/methods/methods.ts'
import type { Transaction } from '../../../transactions/transaction.ts'
import {
  countTransactions,
  type TransactionCursor,
  transactionPage,
} from '../../../transactions/transaction-store.ts'
import { renderTransaction } from '../../../transactions/transaction-wire.ts'
import { type Column, csvFile, csvName, everyPage, type PageWanted } from '../../request/csv.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byAge } from '../../request/list-page.ts'
import { readListQuery } from './read-list-query.ts'
import { statusWords } from './sale-words.ts'

export const listTransactions = accountListEndpoint({
  summary: 'Listar transações, da mais nova à mais antiga',
  description:
    'Percorra com `cursor`: custa o mesmo em qualquer página. `page` existe para clientes que contam páginas. Com `Accept: text/csv` ou `format=csv` vêm todas num arquivo para planilhas.',
  query: ListTransactionsQuery,
  item: TransactionWire,
  message: { pt: 'Transações encontradas.', en: 'Transactions found.' },
  read: readListQuery,
  find: ({ sql }, { holder }, wanted) => transactionPage(sql, holder.account.id, wanted, wanted),
  count: ({ sql }, { holder }, filter) => countTransactions(sql, holder.account.id, filter, 10_000),
  cursor: byAge.text,
  render: (transaction, app) => renderTransaction(transaction, app.links),
  file({ sql, clock }, { holder }, { limit: _, after: __, page: ___, ...filter }) {
    const pages = everyPage(
      (page: PageWanted<TransactionCursor>) =>
        transactionPage(sql, holder.account.id, filter, page),
      ({ createdAt, id }) => ({ createdAt, id }),
    )
    return csvFile(csvName('vendas', filter, clock.now()), columns, pages)
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
  ['Tarifa', ({ paidAt, fee }) => paidAt && fee], // A sale that was never paid has no fee.
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
