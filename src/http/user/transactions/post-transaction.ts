import { CreateTransactionRequest } from '../../../../contract/create-transaction.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { orderExamples } from '../../../../contract/examples.ts'
import { TransactionWire } from '../../../../contract/transaction.ts'
import { checkPostbackUrl } from '../../../outbound/destination.ts'
import { createTransaction } from '../../../transactions/create-transaction.ts'
import { methods } from '../../../transactions/methods/methods.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { orderWarnings } from './order-warnings.ts'
import { parseOrder } from './parse-order.ts'
import { idempotentTransaction } from './transaction-answer.ts'

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
    'postback-url-invalid',
    'due-date-invalid',
    'card-refused-request',
    'charge-refused-by-provider',
    'provider-unavailable',
  ],
  warnings: ({ body }) => orderWarnings(body),
  async handle(edge, asked) {
    const { app } = edge
    const { account } = asked.holder
    const order = parseOrder(asked.body, { accountId: account.id, vault: app.vault })
    const { postbackUrl } = order.facts
    if (postbackUrl !== null) checkPostbackUrl(postbackUrl, app.config.outbound)
    return idempotentTransaction(edge, asked, {
      kind: methods[order.payment.method].isRepeatSafe ? 'carried' : 'leased',
      message: { pt: 'Transação criada.', en: 'Transaction created.' },
      run: (remember) => createTransaction(app, account, order, remember),
    })
  },
})
