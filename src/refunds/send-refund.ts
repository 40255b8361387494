import assert from 'node:assert/strict'
import type { App } from '../app.ts'
import { waitsForSweep } from '../books-audit/restore-gate.ts'
import { bareId } from '../primitives/id.ts'
import { callMsOf, ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { transactionById, transactionByReference } from '../transactions/transaction-store.ts'
import { noteDenial } from './card-refund.ts'
import { findAtBank, sendToKey } from './payout-refund.ts'
import { recordRefundResult, type Sending } from './record-refund-result.ts'
import type { Refund } from './refund.ts'
import { refundMethods } from './refund-methods.ts'
import { open, type RefundResult } from './refund-result.ts'
import { markSent, openRefundOf, refundById } from './refund-store.ts'

/**
 * Sends the refund to the provider and records the response. The caller has committed before that
 * it may be sent. Returns the current transaction.
 */
export async function sendRefund(app: App, sending: Sending): Promise<Transaction> {
  return recordRefundResult(app, sending, await send(app, sending))
}

async function send(app: App, { refund, transaction }: Sending): Promise<RefundResult> {
  if (await waitsForSweep(app)) return { kind: 'open', isNotSent: true }
  if (refund.payout) return sendToKey(app, { refund, payout: refund.payout })
  return providerOf(transaction).send(app, { refund, transaction })
}

/** Only for a refund without a key: a method without refunds at its provider requires a key. */
function providerOf({ method }: Transaction) {
  const { atProvider } = refundMethods[method]
  assert(atProvider, `a refund of ${method} goes to a key`)
  return atProvider
}

/** Processes one refund that a worker claimed, with the current transaction. */
export async function continueRefund(app: App, refund: Refund): Promise<void> {
  const sending = await sendingOf(app, refund)
  const result = sending && (await query(app, sending))
  if (!result) return
  if (result === 'may-be-sent') await sendAgain(app, sending)
  else if (result === 'may-be-repeated') await sendAgain(app, sending, { isAtBank: true })
  else await recordRefundResult(app, sending, result)
}

/**
 * Loads the current transaction. `undefined`: the refund has ended, perhaps since it was read, and
 * there is nothing to query. A refund that arrived at a key is still queried for returns.
 */
async function sendingOf(app: Pick<App, 'sql'>, refund: Refund): Promise<Sending | undefined> {
  const transaction = await transactionById(app.sql, refund.accountId, refund.transactionId)
  const facts = transaction?.refunds?.find(({ id }) => id === refund.id)
  const isQueried = refund.status === 'PROCESSING' || refund.payout !== undefined
  return transaction && isQueried && facts?.status === refund.status
    ? { refund, transaction }
    : undefined
}

/**
 * Sends a refund again under the same id, or for the first time. Of two concurrent workers only one
 * sends it. While its account is suspended nothing is sent, and the provider is still queried.
 * `isAtBank`: the bank reports that it has the refund.
 */
async function sendAgain(
  app: App,
  { refund, transaction }: Sending,
  { isAtBank = false }: { readonly isAtBank?: boolean } = {},
): Promise<void> {
  const version = await markSent(app, refund, ownerLeaseMs)
  if (version === 'suspended') await recordRefundResult(app, { refund, transaction }, open)
  else if (version !== undefined) {
    const isSent = refund.isSent || isAtBank
    await sendRefund(app, { refund: { ...refund, version, isSent }, transaction })
  }
}

/**
 * Queries the refund by our own reference. `may-be-sent`: its provider does not know it, and
 * sending is safe. `may-be-repeated`: its bank has it, and the same request moves the money.
 */
async function query(
  app: Pick<App, 'config' | 'sql' | 'clock' | 'providers'>,
  sending: Sending,
): Promise<RefundResult | 'may-be-sent' | 'may-be-repeated'> {
  const { refund, transaction } = sending
  const signal = AbortSignal.timeout(callMsOf(app))
  if (refund.payout) {
    const result = await findAtBank(app, { refund, payout: refund.payout }, signal)
    if (result !== 'unseen' && result !== 'waiting') return result
    if (refund.status !== 'PROCESSING') return open
    return result === 'unseen' ? 'may-be-sent' : 'may-be-repeated'
  }
  return providerOf(transaction).find(app, sending, signal)
}

/**
 * Queries the open refunds of a payment, after a notice of its provider that may be about one of
 * them. It never sends a refund.
 */
export async function queryOpenRefunds(
  app: App,
  { accountId, refunds = [] }: Transaction,
): Promise<void> {
  for (const { id } of refunds.filter(({ status }) => status === 'PROCESSING')) {
    const refund = await refundById(app.sql, accountId, id)
    if (refund && !refund.payout) await queryRefund(app, refund)
  }
}

async function queryRefund(app: App, refund: Refund): Promise<void> {
  const sending = await sendingOf(app, refund)
  const result = sending && (await query(app, sending))
  if (result && result !== 'may-be-sent' && result !== 'may-be-repeated')
    await recordRefundResult(app, sending, result, { isHint: true })
}

/**
 * A payout bank reports a payment. The notice makes the matching refund due for a query. Returns
 * false when no refund has this id.
 */
export async function handleRefundNotice(
  app: App,
  providerId: string,
  reference: string,
): Promise<boolean> {
  const transaction = await transactionByReference(app.sql, providerId, reference)
  const facts = transaction?.refunds?.find((each) => bareId(each.id) === reference)
  if (!transaction || !facts) return false
  const refund = await refundById(app.sql, transaction.accountId, facts.id)
  if (!refund?.payout) return false
  await queryRefund(app, refund)
  return true
}

/**
 * The acquirer reports that it denies a cancel it had accepted. This is a hint. It is noted if it
 * can only be about this refund, and then queried.
 */
export async function handleDeniedCancel(app: App, { accountId, id }: Transaction): Promise<void> {
  const refund = await openRefundOf(app.sql, accountId, id)
  if (!refund) return
  await noteDenial(app, refund)
  await queryRefund(app, refund)
}
