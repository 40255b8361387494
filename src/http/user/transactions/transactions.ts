import { Type } from 'typebox'
import { CreateTransactionRequest } from '../../../../contract/create-transaction.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { orderExamples } from '../../../../contract/examples.ts'
import { paymentMethods } from '../../../../contract/fields.ts'
import { ListTransactionsQuery } from '../../../../contract/list-transactions.ts'
import {
  TimelineStep,
  TransactionSummary,
  TransactionWire,
} from '../../../../contract/transaction.ts'
import type { App } from '../../../app.ts'
import { checkPostbackUrl } from '../../../outbound/destination.ts'
import { outcomeCount } from '../../../overview/totals-store.ts'
import { defined } from '../../../primitives/defined.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { cancelTransaction, resumeCancel } from '../../../transactions/cancel-transaction.ts'
import {
  captureTransaction,
  resumeCapture,
} from '../../../transactions/card/capture-transaction.ts'
import { createTransaction } from '../../../transactions/create-transaction.ts'
import { methods } from '../../../transactions/methods/methods.ts'
import { findTransaction, transactionTimeline } from '../../../transactions/read-transactions.ts'
import {
  everyMatch,
  isSearch,
  type SearchFilter,
  searchTransactions,
} from '../../../transactions/search/search-transactions.ts'
import { type TransactionCursor, transactionList } from '../../../transactions/transaction-store.ts'
import { renderTransaction } from '../../../transactions/transaction-wire.ts'
import { csvFile, csvName, everyPage, type PageWanted } from '../../request/csv.ts'
import { accountEndpoint, type Message } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byAge } from '../../request/list-page.ts'
import { nonEmpty, objectOrRaw } from '../../request/normalize.ts'
import { orderWarnings } from './order-warnings.ts'
import { parseOrder } from './parse-order.ts'
import { readListQuery } from './read-list-query.ts'
import { transactionColumns } from './transaction-columns.ts'
import { idempotentTransaction, transactionResponse } from './transaction-response.ts'

export const postTransaction = accountEndpoint({
  summary: 'Criar uma transação',
  description:
    'PIX, boleto ou cartão. A resposta é 200 também quando o cartão é recusado: leia `data.status`. Envie `Idempotency-Key` para que repetir a requisição nunca cobre duas vezes.',
  body: CreateTransactionRequest,
  examples: orderExamples,
  answer: envelopeOf(TransactionWire),
  rejections: [
    'validation-failed',
    'currency-not-supported',
    'method-not-enabled',
    'provider-not-configured',
    'price-not-set',
    'amount-below-minimum',
    'amount-above-maximum',
    'installments-above-maximum',
    'installment-below-minimum',
    'card-or-wallet-required',
    'device-pay-disabled',
    'card-invalid',
    'card-brand-not-supported',
    'card-expired',
    'card-token-invalid',
    'document-required',
    'document-invalid',
    'customer-invalid',
    'payer-address-required',
    'postback-url-invalid',
    'due-date-invalid',
    'pix-due-not-supported',
    'pix-due-date-invalid',
    'pix-due-amount-invalid',
    'boleto-payable-days-invalid',
    'boleto-overdue-disabled',
    'boleto-overdue-not-supported',
    'boleto-overdue-days-invalid',
    'boleto-written-off-first',
    'card-refused-request',
    'charge-refused-by-provider',
    'provider-unavailable',
  ],
  warnings: ({ body }, rules) => orderWarnings(body, rules),
  async handle(context, request) {
    const { app } = context
    const { account } = request.holder
    const order = parseOrder(request.body, { accountId: account.id, vault: app.vault })
    const { postbackUrl } = order.facts
    if (postbackUrl !== null) checkPostbackUrl(postbackUrl, app.config.outbound)
    const { isRepeatSafe, isCharge } = methods[order.payment.method]
    return idempotentTransaction(context, request, {
      kind: isRepeatSafe ? 'carried' : 'leased',
      writesKeyFirst: !isCharge,
      message: ({ canceledReason }) =>
        canceledReason === 'not-processed' ? notProcessed : created,
      run: (idempotency) =>
        createTransaction(app, account, order, idempotency ? { idempotency } : {}),
    })
  },
})

const created: Message = { pt: 'Transação criada.', en: 'Transaction created.' }

/** Of a repeat: the first response was a 503, because the acquirer did not take the sale. */
const notProcessed: Message = {
  pt: 'A adquirente não aceitou a venda e nada foi cobrado. Tente com outra Idempotency-Key e, no Device Pay, com outra confirmação do pagador.',
  en: 'The acquirer did not take the sale and nothing was charged. Try with another Idempotency-Key and, for Device Pay, with another confirmation of the payer.',
}

export const listTransactions = accountListEndpoint({
  summary: 'Listar transações, da mais nova à mais antiga',
  description:
    'Percorra com `cursor`: custa o mesmo em qualquer página. `page` existe para clientes que contam páginas. Com `Accept: text/csv` ou `format=csv` vêm todas num arquivo para planilhas, e X-Guiche-Estimated-Rows diz quantas são, mais ou menos.',
  query: ListTransactionsQuery,
  item: TransactionWire,
  message: { pt: 'Transações encontradas.', en: 'Transactions found.' },
  read: readListQuery,
  async find({ sql }, { holder }, wanted) {
    if (!isSearch(wanted)) return transactionList.page(sql, holder.account.id, wanted, wanted)
    const { rows, end } = await searchTransactions(sql, holder.account.id, wanted, wanted)
    return { rows, nextCursor: end ? byAge.text(end) : null }
  },
  count: ({ sql }, { holder }, filter) =>
    transactionList.count(sql, holder.account.id, filter, mostCounted),
  cursor: byAge.text,
  render: (transaction, app) => renderTransaction(transaction, app.links),
  async file({ sql, clock }, { holder }, { limit: _, after: __, page: ___, ...filter }) {
    const pages = isSearch(filter)
      ? everyMatch(sql, holder.account.id, filter)
      : everyPage(
          (page: PageWanted<TransactionCursor>) =>
            transactionList.page(sql, holder.account.id, filter, page),
          ({ createdAt, id }) => ({ createdAt, id }),
        )
    const rows = await estimatedRows(sql, holder.account.id, filter)
    return csvFile(csvName('vendas', filter, clock.now()), transactionColumns, pages, rows)
  },
})

/** Exact for few rows. For many, the totals by day: at least as many, as they ignore statuses. */
async function estimatedRows(
  sql: App['sql'],
  accountId: string,
  filter: SearchFilter,
): Promise<number> {
  const { from, to, methods: named = paymentMethods, ...others } = filter
  const period = { ...(from && { from }), ...(to && { to }) }
  const total = () => outcomeCount(sql, accountId, period, named)
  // How many a search finds is known when it has ended.
  if (isSearch(others)) return total()
  const counted = await transactionList.count(sql, accountId, filter, mostCounted)
  return counted < mostCounted ? counted : Math.max(counted, await total())
}

const mostCounted = 10_000

export const getTransaction = accountEndpoint({
  summary: 'Consultar uma transação',
  answer: envelopeOf(TransactionWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const transaction = await findTransaction(app, request.holder.account.id, idFrom(request))
    if (!transaction) throw new Rejection('not-found')
    return transactionResponse(app, transaction, { message: found, language: request.language })
  },
})

export const getTransactionSummary = accountEndpoint({
  summary: 'Consultar só o status',
  answer: envelopeOf(TransactionSummary),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const transaction = await findTransaction(app, request.holder.account.id, idFrom(request))
    if (!transaction) throw new Rejection('not-found')
    const { id, status, paidAt } = transaction
    const data: TransactionSummary = { id, status, paidAt: paidAt?.toISOString() ?? null }
    return { message: found, data }
  },
})

export const getTransactionTimeline = accountEndpoint({
  summary: 'Ver a história de uma transação',
  answer: envelopeOf(Type.Array(TimelineStep)),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const steps = await transactionTimeline(app, request.holder.account.id, idFrom(request))
    if (!steps) throw new Rejection('not-found')
    const data = steps.map(
      ({ version, type, status, at, actor, provider }): TimelineStep => ({
        version,
        type,
        status,
        at: at.toISOString(),
        actor: actor && { kind: actor.kind, id: actor.id, name: actor.name },
        requestId: actor?.requestId ?? null,
        provider,
      }),
    )
    return { message: { pt: 'História da transação.', en: 'History of the transaction.' }, data }
  },
})

export const postTransactionCancel = accountEndpoint({
  summary: 'Cancelar uma transação que ainda não foi paga',
  description:
    'PIX ou boleto em aberto, ou cartão autorizado sem captura. Se o pagamento chegou antes, ele vale e a resposta é 409. Um boleto por arquivo que o banco já pode ter volta como está, e pode ser pago até o banco confirmar a baixa: leia `data.status`.',
  answer: envelopeOf(TransactionWire),
  rejections: [
    'not-found',
    'status-does-not-allow',
    'operation-in-progress',
    'boleto-in-protest',
    'provider-unavailable',
  ],
  handle: (context, request) =>
    idempotentTransaction(context, request, {
      message: ({ status }) => (status === 'CANCELED' ? canceled : writeOffRequested),
      run: (idempotency) => {
        context.app.journal.assertCapacity()
        return cancelTransaction(context.app, request.holder.account, idFrom(request), {
          ...(idempotency && { idempotency }),
        })
      },
      recover: (id) => resumeCancel(context.app, request.holder.account, id),
    }),
})

const canceled: Message = { pt: 'Transação cancelada.', en: 'Transaction canceled.' }

/** Of a boleto by file, which can be paid until its bank reports the write-off. */
const writeOffRequested: Message = {
  pt: 'Baixa pedida ao banco. Até que ele a confirme, o boleto ainda pode ser pago.',
  en: 'Write-off requested from the bank. Until the bank confirms it, the boleto can still be paid.',
}

export const postTransactionCapture = accountEndpoint({
  summary: 'Capturar um cartão autorizado',
  description: 'Sempre o valor inteiro. Com outro amount no corpo, nada é capturado.',
  answer: envelopeOf(TransactionWire),
  rejections: [
    'not-found',
    'validation-failed',
    'status-does-not-allow',
    'operation-in-progress',
    'card-refused-request',
    'provider-unavailable',
  ],
  handle: (context, request) =>
    idempotentTransaction(context, request, {
      message: ({ status }) => (status === 'PAID' ? captured : captureRequested),
      run: (idempotency) => {
        context.app.journal.assertCapacity()
        const amount = nonEmpty(objectOrRaw(request.body)?.amount)
        return captureTransaction(context.app, request.holder.account, idFrom(request), {
          ...(idempotency && { idempotency }),
          ...defined({ amount }),
        })
      },
      recover: (id) => resumeCapture(context.app, request.holder.account, id),
    }),
})

const captured: Message = { pt: 'Transação capturada.', en: 'Transaction captured.' }

/** The acquirer did not report the result. */
const captureRequested: Message = {
  pt: 'Captura pedida. A adquirente ainda não a confirmou: consulte a transação.',
  en: 'Capture requested. The acquirer has not confirmed it yet: query the transaction.',
}

const found: Message = { pt: 'Transação encontrada.', en: 'Transaction found.' }
