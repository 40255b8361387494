import { listOf } from '../../../contract/envelope.ts'
import { ListTransactionsQuery } from '../../../contract/list-transactions.ts'
import { TransactionWire } from '../../../contract/transaction.ts'
import { listTransactions as findTransactions } from '../../transactions/read-transactions.ts'
import { renderTransaction } from '../../transactions/transaction-wire.ts'
import type { AskedByAccount, Endpoint } from '../endpoint.ts'
import { byAge } from '../list-page.ts'
import { readListQuery } from './read-list-query.ts'

export const listTransactions: Endpoint<AskedByAccount> = {
  summary: 'Listar transações, da mais nova à mais antiga',
  description:
    'Percorra com `cursor`: custa o mesmo em qualquer página. `page` existe para clientes que contam páginas.',
  query: ListTransactionsQuery,
  answer: listOf(TransactionWire),
  rejections: ['validation-failed'],
  async handle({ app }, asked) {
    const query = readListQuery(asked.query)
    const { transactions, next, total } = await findTransactions(app, asked.holder.account.id, query)
    return {
      message: { pt: 'Transações encontradas.', en: 'Transactions found.' },
      data: transactions.map((transaction) => renderTransaction(transaction, app.links)),
      beside: {
        pagination: {
          limit: query.limit,
          nextCursor: next ? byAge.text(next) : null,
          ...(query.page !== undefined && { page: query.page }),
          ...(total !== undefined && { total }),
        },
      },
    }
  },
}
