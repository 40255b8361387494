import { maskDocument } from '../../src/brazil/document.ts'
import type { SentPayment, SentReturn, Webhook } from './payment-store.ts'

/** A payment as the request for it is answered. */
export const renderRequested = (payment: SentPayment) => ({
  payment: {
    ...summaryOf(payment),
    ...(payment.receiver.account && bankOf(payment.receiver, payment.receiver.account)),
  },
})

/** A payment as a query and the approval show it. */
export const renderPayment = (payment: SentPayment) => {
  const { transaction, receiver, amount, rejection } = payment
  const { key, account } = receiver
  return {
    payment: summaryOf(payment),
    ...(transaction && {
      transaction: {
        value: amount,
        endToEndId: transaction.endToEndId,
        time: transaction.at.toISOString(),
        ...(rejection !== null && { providerRejectedReason: rejection }),
        creditParty: {
          ...(key && { pixKey: { pixKey: key.alias, type: key.type } }),
          ...(account && bankOf(receiver, account)),
        },
      },
      destination: {
        name: receiver.name,
        taxID: maskDocument(receiver.document),
        ...(key && { pixKey: key.alias }),
        bank: 'Banco Sandbox',
        branch: account?.branch ?? '0001',
        account: account?.account ?? '123456',
      },
    }),
  }
}

const summaryOf = ({ receiver, amount, ...payment }: SentPayment) => ({
  type: receiver.key ? 'PIX_KEY' : 'MANUAL',
  value: amount,
  status: payment.status,
  ...(receiver.key && {
    destinationAlias: receiver.key.alias,
    destinationAliasType: receiver.key.type,
  }),
  ...(receiver.code !== undefined && { qrCode: receiver.code }),
  comment: payment.comment ?? '',
  correlationID: payment.correlationId,
})

const bankOf = (
  { name, document }: SentPayment['receiver'],
  { ispb, branch, account, accountType }: NonNullable<SentPayment['receiver']['account']>,
) => ({
  holder: {
    name,
    taxID: { taxID: document, type: document.length === 11 ? 'BR:CPF' : 'BR:CNPJ' },
  },
  account: { branch, account, accountType },
  psp: { id: ispb, name: 'Banco Sandbox' },
})

/** A return as a transaction, with the payment that it belongs to. */
export const renderReturn = (
  { endToEndId, amount, at }: SentReturn,
  { amount: value, transaction, comment }: SentPayment,
) => ({
  type: 'REFUND',
  value: amount,
  time: at.toISOString(),
  endToEndId,
  withdraw: {
    value,
    time: transaction?.at.toISOString(),
    infoPagador: comment ?? '',
    endToEndId: transaction?.endToEndId,
  },
})

export const renderWebhook = ({ createdAt, ...webhook }: Webhook) => ({
  ...webhook,
  createdAt: createdAt.toISOString(),
  updatedAt: createdAt.toISOString(),
})

/** A payment as a webhook shows it. */
export function renderNotice(event: string, payment: SentPayment, returns: readonly SentReturn[]) {
  const { payment: summary, transaction } = renderPayment(payment)
  const isOfReturn = event === 'PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED'
  const last = returns.at(-1)
  if (isOfReturn && last)
    return {
      event,
      refundTransaction: { ...renderReturn(last, payment), status: 'CONFIRMED' },
      originalTransaction: { ...transaction, status: 'CONFIRMED', type: 'PAYMENT' },
    }
  const error = { code: 'PAY_PIX_KEY_ERROR', description: 'Falha ao Pagar Chave Pix' }
  const unknownKey = { code: 'PIX_KEY_INFO_NOT_FOUND', description: 'Chave Pix não encontrada' }
  return {
    event,
    payment: summary,
    ...(transaction && { transaction }),
    ...(payment.status === 'FAILED' && { error: transaction ? error : unknownKey }),
  }
}
