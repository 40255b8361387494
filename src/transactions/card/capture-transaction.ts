import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import type { IdempotencyHandle } from '../../idempotency/idempotency-handle.ts'
import { defined } from '../../primitives/defined.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { callMsOf } from '../../providers/polling/retry-schedule.ts'
import { recordPayment } from '../charge/record-charge.ts'
import { syncCharge } from '../charge/sync-charge.ts'
import { scheduleCheck } from '../charge/sync-store.ts'
import { providerUnavailable, refusedByProvider } from '../provider-rejections.ts'
import { recordIntent } from '../record-intent.ts'
import type { Transaction } from '../transaction.ts'
import { transactionById } from '../transaction-store.ts'

/**
 * Captures the whole amount of an authorized sale. Only the acquirer's approval makes it PAID.
 * Without a response the transaction stays AUTHORIZED, and a worker queries the acquirer. `amount`:
 * what the caller sent, which is nothing else than the whole. Throws `not-found`,
 * `validation-failed`, `status-does-not-allow`, `operation-in-progress`, `card-refused-request`.
 */
export async function captureTransaction(
  app: App,
  account: Account,
  id: string,
  {
    idempotency,
    amount,
  }: {
    readonly idempotency?: IdempotencyHandle<Transaction>
    readonly amount?: unknown
  } = {},
): Promise<Transaction> {
  const intended = await recordIntent(app, {
    accountId: account.id,
    id,
    type: 'transaction.capture_requested',
    ...defined({ idempotency }),
    isDone({ status, card, amount: whole }) {
      if (amount !== undefined && Number(amount) !== whole)
        throw new Rejection('validation-failed', {
          field: 'amount',
          issues: [{ field: 'amount', problem: `whole ${whole}` }],
        })
      if (status === 'PAID' && card && !card.capture) return true
      if (status !== 'AUTHORIZED' || !card?.reference)
        throw new Rejection('status-does-not-allow', { params: { status, operation: 'capture' } })
      return false
    },
  })
  return intended.status === 'PAID'
    ? intended
    : capture(app, intended, intended.card?.reference ?? '')
}

/**
 * Repeats a capture whose process died. The capture is not sent again before a query shows that the
 * first one was not executed.
 */
export async function resumeCapture(app: App, account: Account, id: string): Promise<Transaction> {
  const transaction = await transactionById(app.sql, account.id, id)
  if (transaction?.status === 'AUTHORIZED') await syncCharge(app, transaction)
  return captureTransaction(app, account, id)
}

async function capture(
  app: App,
  transaction: Transaction,
  reference: string,
): Promise<Transaction> {
  const { amount, providerId } = transaction
  const acquirer = app.providers.card(providerId)
  const signal = AbortSignal.timeout(callMsOf(app))
  const outcome = await acquirer.capture(reference, amount, signal)
  switch (outcome.kind) {
    case 'approved':
      return recordPayment(app, transaction, { amount, paidAt: app.clock.now() })
    case 'refused':
      throw refusedByProvider('card-refused-request', {
        provider: acquirer.name,
        providerCode: outcome.code,
        detail: outcome.reason,
      })
    case 'not-sent':
      throw providerUnavailable(acquirer.name, outcome.cause)
    case 'not-possible':
      await checkSoon(app, transaction)
      throw refusedByProvider('card-refused-request', {
        provider: acquirer.name,
        providerCode: outcome.code,
        detail: 'A autorização pode ter vencido. Consulte a venda, ou cancele-a.',
      })
    case 'unknown':
      await checkSoon(app, transaction)
      return transaction
  }
}

/** An earlier capture may have been carried out, and is found by a query. */
const checkSoon = ({ sql, clock }: App, transaction: Transaction) =>
  scheduleCheck(sql, transaction, new Date(clock.now().getTime() + 2_000))
