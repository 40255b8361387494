import type { TransactionWire } from '../../../contract/transaction.ts'

/** The name of the text for the result of a cancel. A boleto by file waits for its bank. */
export const cancelResult = ({
  status,
}: Pick<TransactionWire, 'status'>): 'canceled' | 'writeOffRequested' =>
  status === 'CANCELED' ? 'canceled' : 'writeOffRequested'
