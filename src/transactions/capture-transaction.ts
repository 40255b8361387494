import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { Rejection } from '../primitives/rejection.ts'
import { recordArrival } from './check-transaction.ts'
import type { Transaction } from './transaction.ts'
import { scheduleCheck, transactionById } from './transaction-store.ts'

/**
 * Claims an authorised sale, whole. Only the acquirer's yes makes it PAID; after its silence the transaction stays
 * AUTHORIZED and a worker asks. Throws `not-found`, `status-does-not-allow`, `card-refused-request`.
 */
export async function captureTransaction(app: App, account: Account, id: string): Promise<Transaction> {
  const transaction = await transactionById(app.sql, account.id, id)
  if (!transaction) throw new Rejection('not-found')
  const { status, card, amount, providerId } = transaction
  if (status === 'PAID' && card && !card.capture) return transaction // Asked twice.
  if (status !== 'AUTHORIZED' || !card?.reference) throw new Rejection('status-does-not-allow', { params: { status } })
  const acquirer = app.providers.card(providerId)
  const outcome = await acquirer.capture(card.reference, amount, AbortSignal.timeout(20_000))
  switch (outcome.kind) {
    case 'approved':
      return recordArrival(app, transaction, { amount, paidAt: app.clock.now() })
    case 'refused':
      throw new Rejection('card-refused-request', {
        provider: acquirer.name,
        providerCode: outcome.code,
        params: { detail: outcome.reason },
      })
    case 'not-sent':
      throw new Rejection(
        'provider-unavailable',
        { provider: acquirer.name, retryAfterSeconds: 5 },
        { cause: outcome.cause },
      )
    case 'unknown':
      await scheduleCheck(app.sql, transaction, new Date(app.clock.now().getTime() + 2_000))
      return transaction
  }
}
