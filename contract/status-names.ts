import type { CashoutStatus } from './cashout.ts'
import type { TransactionStatus } from './fields.ts'

interface Name {
  readonly pt: string
  readonly en: string
}

/** What people call the statuses of a transaction, in the dashboard and in exported tables. */
export const transactionStatusNames = {
  WAITING_PAYMENT: { pt: 'Aguardando', en: 'Waiting' },
  AUTHORIZED: { pt: 'Autorizada', en: 'Authorized' },
  PAID: { pt: 'Paga', en: 'Paid' },
  REFUSED: { pt: 'Recusada', en: 'Refused' },
  CANCELED: { pt: 'Cancelada', en: 'Canceled' },
  REFUNDED: { pt: 'Devolvida', en: 'Refunded' },
  IN_PROTEST: { pt: 'Em disputa', en: 'In dispute' },
  CHARGEDBACK: { pt: 'Disputa perdida', en: 'Charged back' },
} satisfies Readonly<Record<TransactionStatus, Name>>

/** The same for the statuses of a cashout. */
export const cashoutStatusNames = {
  PENDING: { pt: 'Pendente', en: 'Pending' },
  PROCESSING: { pt: 'No banco', en: 'At the bank' },
  COMPLETED: { pt: 'Entregue', en: 'Delivered' },
  FAILED: { pt: 'Recusado', en: 'Rejected' },
  CANCELED: { pt: 'Cancelado', en: 'Canceled' },
  REFUNDED: { pt: 'Devolvido', en: 'Sent back' },
} satisfies Readonly<Record<CashoutStatus, Name>>
