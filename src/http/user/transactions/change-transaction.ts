import { envelopeOf } from '../../../../contract/envelope.ts'
import { TransactionWire } from '../../../../contract/transaction.ts'
import { cancelTransaction, resumeCancel } from '../../../transactions/cancel-transaction.ts'
import {
  captureTransaction,
  resumeCapture,
} from '../../../transactions/card/capture-transaction.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { idempotentTransaction } from './transaction-answer.ts'

export const postCancel = accountEndpoint({
  summary: 'Cancelar o que ninguém pagou',
  description:
    'PIX ou boleto em aberto, ou cartão autorizado sem captura. Se o pagamento chegou antes, ele vale e a resposta é 409.',
  answer: envelopeOf(TransactionWire),
  rejections: ['not-found', 'status-does-not-allow', 'provider-unavailable'],
  handle: (edge, asked) =>
    idempotentTransaction(edge, asked, {
      message: { pt: 'Transação cancelada.', en: 'Transaction canceled.' },
      run: (remember) => {
        edge.app.journal.assertCapacity()
        return cancelTransaction(edge.app, asked.holder.account, idFrom(asked), {
          ...(remember && { remember }),
        })
      },
      recover: (id) => resumeCancel(edge.app, asked.holder.account, id),
    }),
})

export const postCapture = accountEndpoint({
  summary: 'Capturar um cartão autorizado',
  answer: envelopeOf(TransactionWire),
  rejections: [
    'not-found',
    'status-does-not-allow',
    'card-refused-request',
    'provider-unavailable',
  ],
  handle: (edge, asked) =>
    idempotentTransaction(edge, asked, {
      message: { pt: 'Transação capturada.', en: 'Transaction captured.' },
      run: (remember) => {
        edge.app.journal.assertCapacity()
        return captureTransaction(edge.app, asked.holder.account, idFrom(asked), {
          ...(remember && { remember }),
        })
      },
      recover: (id) => resumeCapture(edge.app, asked.holder.account, id),
    }),
})
