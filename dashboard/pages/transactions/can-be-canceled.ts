import type { TransactionWire } from '../../../contract/transaction.ts'

/**
 * Whether the gateway takes a cancel. The acquirer is deciding a card sale under analysis, and a
 * notary's office has a boleto in protest.
 */
export function canBeCanceled({
  status,
  paymentMethod,
  boleto,
}: Pick<TransactionWire, 'status' | 'paymentMethod' | 'boleto'>): boolean {
  if (status !== 'WAITING_PAYMENT') return status === 'AUTHORIZED'
  return paymentMethod !== 'CREDIT_CARD' && !boleto?.inProtestSince
}

/** The name of the text about the effect of a cancel. */
export function cancelEffect({
  status,
  boleto,
}: Pick<TransactionWire, 'status' | 'boleto'>):
  | 'cancelAuthorized'
  | 'cancelByFile'
  | 'cancelWaiting' {
  if (status === 'AUTHORIZED') return 'cancelAuthorized'
  return boleto?.registration ? 'cancelByFile' : 'cancelWaiting'
}
