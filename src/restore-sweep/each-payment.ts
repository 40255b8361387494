import type { App } from '../app.ts'
import { syncCharge } from '../transactions/charge/sync-charge.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { eachOf } from './sweep-counts.ts'
import { paymentsToSweep, type SweptPayment } from './sweep-store.ts'

/** Does `work` for each payment of a provider that may have changed since the restore. */
export async function eachPayment(
  app: App,
  { providerId, touchedSince }: { readonly providerId: string; readonly touchedSince: Date },
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  let after: SweptPayment = { accountId: zeros, id: zeros }
  for (;;) {
    const span = { providerId, touchedSince, after, limit: 500 }
    const page = await paymentsToSweep(app.sql, span)
    await eachOf(page, async ({ accountId, id }) => {
      const transaction = await transactionById(app.sql, accountId, id)
      if (transaction) await work(transaction)
    })
    const last = page.at(-1)
    if (!last) return
    after = last
  }
}

/** Queries the provider for a payment. Throws when it does not respond, and names the payment. */
export async function queryPayment(app: App, transaction: Transaction): Promise<Transaction> {
  try {
    return await syncCharge({ ...app, needsResponse: true }, transaction)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${transaction.id}: ${reason}`, { cause })
  }
}

const zeros = '00000000-0000-0000-0000-000000000000'
