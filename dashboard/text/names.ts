import type { PaymentMethod, TransactionStatus } from '../../contract/fields.ts'
import { texts } from './text.ts'

/** What people call the statuses of a transaction. */
export const statusNames = texts({
  WAITING_PAYMENT: { pt: 'Aguardando', en: 'Waiting' },
  AUTHORIZED: { pt: 'Autorizada', en: 'Authorised' },
  PAID: { pt: 'Paga', en: 'Paid' },
  REFUSED: { pt: 'Recusada', en: 'Refused' },
  CANCELED: { pt: 'Cancelada', en: 'Cancelled' },
  REFUNDED: { pt: 'Devolvida', en: 'Refunded' },
  IN_PROTEST: { pt: 'Em disputa', en: 'In dispute' },
  CHARGEDBACK: { pt: 'Contestada', en: 'Charged back' },
} satisfies Record<TransactionStatus, unknown>)

export const methodNames = texts({
  PIX: { pt: 'PIX', en: 'PIX' },
  BOLETO: { pt: 'Boleto', en: 'Boleto' },
  CREDIT_CARD: { pt: 'Cartão', en: 'Card' },
} satisfies Record<PaymentMethod, unknown>)
