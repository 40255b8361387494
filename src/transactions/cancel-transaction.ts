import type { Account } from '../accounts/account.ts'
import { railOf } from '../accounts/account-rules.ts'
import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { isRepeat } from '../idempotency/idempotency-store.ts'
import { write } from '../journal/change.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { defined } from '../primitives/defined.ts'
import { Rejection } from '../primitives/rejection.ts'
import { voidMs } from '../providers/polling/timeouts.ts'
import { recordCanceled, recordWithdrawn } from './charge/record-charge.ts'
import { syncCharge } from './charge/sync-charge.ts'
import { methods } from './methods/methods.ts'
import { type Intent, recordIntent } from './record-intent.ts'
import { isByFile } from './remittance/boleto-state.ts'
import { writeOffOf, writeOffRequestsWriter } from './remittance/remittance-store.ts'
import type { Transaction } from './transaction.ts'
import { transactionById } from './transaction-store.ts'

/**
 * Cancels an unpaid transaction: an open PIX or boleto, or an authorization that is not captured.
 * It is closed at the provider first. If a payment was faster, the payment counts. A boleto of a
 * bank that takes files, and may have it, is returned as it is, and canceled when the bank reports
 * it. Throws
 * `not-found`, `status-does-not-allow`, `operation-in-progress`, `boleto-in-protest`,
 * `provider-unavailable`.
 */
export async function cancelTransaction(
  app: App,
  account: Account,
  id: string,
  { idempotency }: { readonly idempotency?: IdempotencyHandle<Transaction> } = {},
): Promise<Transaction> {
  const intent = intentOf(app, account, id, idempotency)
  const found = await transactionById(app.sql, account.id, id)
  if (found && isByFile(found)) return (await withdraw(app, intent)) ?? requestByFile(app, intent)
  const intended = await recordIntent(app, intent)
  return intended.status === 'CANCELED' ? intended : close(app, intended)
}

/**
 * Cancels a boleto by file that is in no file yet. `undefined`: its bank may have it, and nothing
 * changes. Throws `not-found`, `status-does-not-allow`, `boleto-in-protest`.
 */
export const withdrawBoleto = (
  app: App,
  account: Account,
  id: string,
): Promise<Transaction | undefined> => withdraw(app, intentOf(app, account, id))

const intentOf = (
  app: Pick<App, 'providers'>,
  account: Account,
  id: string,
  idempotency?: IdempotencyHandle<Transaction>,
): Intent => ({
  accountId: account.id,
  id,
  type: 'transaction.cancel_requested',
  ...defined({ idempotency }),
  isDone(found) {
    if (found.status === 'CANCELED') return true
    if (!mayBeClosed(found))
      throw new Rejection('status-does-not-allow', {
        params: { status: found.status, operation: 'cancel' },
      })
    if (isByFile(found) && found.boleto?.inProtestSince !== undefined)
      throw new Rejection('boleto-in-protest', { provider: providerName(app, found) })
    return false
  },
})

const withdraw = (app: App, intent: Intent): Promise<Transaction | undefined> =>
  retryOnConflict(
    async () => {
      const found = await transactionById(app.sql, intent.accountId, intent.id)
      if (!found) throw new Rejection('not-found')
      if (intent.isDone(found)) return found
      const key = intent.idempotency
      return recordWithdrawn(app, found, key ? [key.markInProgress(found.id)] : [])
    },
    { stopWhen: isRepeat },
  )

/** The write-off is in the commit of the request, so that no crash loses it. */
const requestByFile = (app: App, intent: Intent): Promise<Transaction> =>
  recordIntent(app, {
    ...intent,
    extraWrites: async (found) => [
      write(writeOffRequestsWriter, await writeOffOf(app.sql, found, app.clock.now())),
    ],
  })

/**
 * Repeats a cancellation whose process died. It first queries the provider for the current state,
 * and then cancels what is still open.
 */
export async function resumeCancel(app: App, account: Account, id: string): Promise<Transaction> {
  const transaction = await transactionById(app.sql, account.id, id)
  if (transaction && mayBeClosed(transaction)) await syncCharge(app, transaction)
  return cancelTransaction(app, account, id)
}

const mayBeClosed = (transaction: Transaction): boolean =>
  methods[transaction.method].canBeCanceled(transaction)

async function close(app: App, transaction: Transaction): Promise<Transaction> {
  const signal = AbortSignal.timeout(Math.min(app.config.limits.acquirerCallMs, voidMs))
  const closing = await methods[transaction.method].cancel(app.providers, transaction, signal)
  switch (closing) {
    case 'closed':
      return assertCanceled(await recordCanceled(app, transaction, 'requested'))
    case 'paid':
      return assertCanceled(await syncCharge(app, transaction))
    case 'not-allowed':
      throw new Rejection('status-does-not-allow', {
        params: { status: transaction.status, operation: 'cancel' },
      })
    case 'in-protest':
      throw new Rejection('boleto-in-protest', { provider: providerName(app, transaction) })
    case 'unknown':
      throw new Rejection('provider-unavailable', {
        provider: providerName(app, transaction),
        retryAfterSeconds: 5,
      })
  }
}

function assertCanceled(transaction: Transaction): Transaction {
  if (transaction.status === 'CANCELED') return transaction
  throw new Rejection('status-does-not-allow', {
    params: { status: transaction.status, operation: 'cancel' },
  })
}

const providerName = (app: Pick<App, 'providers'>, { method, providerId }: Transaction): string =>
  app.providers[railOf[method]](providerId).name
