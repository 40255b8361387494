import type { TransactionStatus } from '../../../transactions/transaction.ts'

/** Texts of the tables for the API's values in capitals. */
export const statusWords: Readonly<Record<TransactionStatus, string>> = {
  WAITING_PAYMENT: 'Aguardando pagamento',
  AUTHORIZED: 'Autorizada',
  PAID: 'Paga',
  REFUSED: 'Recusada',
  CANCELED: 'Cancelada',
  REFUNDED: 'Devolvida',
  IN_PROTEST: 'Em contestação',
  CHARGEDBACK: 'Contestada e devolvida',
}
