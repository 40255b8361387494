import type { App } from '../app.ts'
import { canBePaid } from '../transactions/transaction.ts'
import { eachPayment, queryPayment } from './each-payment.ts'
import type { SweepCounts, SweepSpan } from './sweep-counts.ts'

/**
 * Asks the bank about each boleto that may have been paid since. The bank's contract has no list:
 * a boleto whose row is lost is found in the bank's file of the next day, as a case.
 */
export const sweepBoletos = (
  app: App,
  providerId: string,
  { touchedSince }: SweepSpan,
  counts: SweepCounts,
): Promise<void> =>
  eachPayment(app, { providerId, touchedSince }, async (transaction) => {
    if (!canBePaid(transaction)) return
    const { paidAt } = await queryPayment(app, transaction)
    counts.asked += 1
    if (paidAt) counts.payments += 1
  })
