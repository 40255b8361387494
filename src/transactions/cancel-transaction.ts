import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { Rejection } from '../primitives/rejection.ts'
import { checkTransaction, recordCanceled } from './check-transaction.ts'
import type { Transaction } from './transaction.ts'
import { transactionById } from './transaction-store.ts'

/**
 * Cancels what nobody has paid: an open PIX or boleto, an authorisation not captured. Closed at the provider first;
 * when a payment was faster the payment stands. Throws `not-found`, `status-does-not-allow`, `provider-unavailable`.
 */
export async function cancelTransaction(app: App, account: Account, id: string): Promise<Transaction> {
  const transaction = await transactionById(app.sql, account.id, id)
  if (!transaction) throw new Rejection('not-found')
  if (transaction.status === 'CANCELED') return transaction // Asked twice.
  const closing = await closeAtProvider(app, transaction)
  switch (closing) {
    case 'closed':
      return mustBeCanceled(await recordCanceled(app, transaction, 'requested'))
    case 'paid':
      return mustBeCanceled(await checkTransaction(app, transaction))
    case 'not-allowed':
      throw new Rejection('status-does-not-allow', { params: { status: transaction.status } })
    case 'unknown':
      throw new Rejection('provider-unavailable', { provider: providerName(app, transaction), retryAfterSeconds: 5 })
  }
}

async function closeAtProvider(
  app: App,
  transaction: Transaction,
): Promise<'closed' | 'paid' | 'not-allowed' | 'unknown'> {
  const signal = AbortSignal.timeout(15_000)
  const { status, method, providerId } = transaction
  if (method === 'CREDIT_CARD') {
    // A sale under analysis cannot be called back: its outcome is the acquirer's to say.
    if (status !== 'AUTHORIZED' || !transaction.card?.reference) return 'not-allowed'
    const cancel = await app.providers.card(providerId).cancel(transaction.card.reference, transaction.amount, signal)
    return cancel.kind === 'cancelled' ? 'closed' : cancel.kind === 'denied' ? 'not-allowed' : 'unknown'
  }
  if (status !== 'WAITING_PAYMENT') return 'not-allowed'
  if (method === 'PIX') {
    const removal = await app.providers.pix(providerId).removeCharge(transaction.pix?.txid ?? '', signal)
    return removal.kind === 'removed' ? 'closed' : removal.kind === 'completed' ? 'paid' : 'unknown'
  }
  const cancel = await app.providers.boleto(providerId).cancel(transaction.boleto?.ourNumber ?? '', signal)
  return cancel.kind === 'cancelled' ? 'closed' : cancel.kind
}

function mustBeCanceled(transaction: Transaction): Transaction {
  if (transaction.status === 'CANCELED') return transaction
  throw new Rejection('status-does-not-allow', { params: { status: transaction.status } })
}

const providerName = (app: App, { method, providerId }: Transaction): string =>
  ({
    PIX: () => app.providers.pix(providerId),
    BOLETO: () => app.providers.boleto(providerId),
    CREDIT_CARD: () => app.providers.card(providerId),
  })[method]().name
