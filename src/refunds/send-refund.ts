import type { App } from '../app.ts'
import { bareId } from '../primitives/id.ts'
import { callMsOf, ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import { refundQueryMs } from '../providers/polling/timeouts.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { transactionById, transactionByReference } from '../transactions/transaction-store.ts'
import { cardRefundResult, isDenialOf, notPossibleResult } from './card-refund-result.ts'
import { findAtBank, sendToKey } from './payout-refund.ts'
import { recordRefundResult, type Sending } from './record-refund-result.ts'
import type { Refund } from './refund.ts'
import { interpretCancel, interpretPixRefund, open, pixFindingWord, type RefundResult } from './refund-result.ts'
import { lastFailureOf, markDenied, markSent, openRefundOf, refundById } from './refund-store.ts'

/**
 * Sends the refund to the provider and records the response. The caller has committed before that
 * it may be sent. Returns the current transaction.
 */
export async function sendRefund(app: App, sending: Sending): Promise<Transaction> {
  return recordRefundResult(app, sending, await send(app, sending))
}

async function send(app: App, { refund, transaction }: Sending): Promise<RefundResult> {
  if (refund.payout) return sendToKey(app, { refund, payout: refund.payout })
  if (transaction.method !== 'PIX') return sendCancel(app, { refund, transaction })
  const outcome = await app.providers
    .pix(transaction.providerId)
    .refund(
      { refundId: bareId(refund.id), endToEndId: transaction.pix?.endToEndId ?? '', amount: refund.amount },
      AbortSignal.timeout(callMsOf(app)),
    )
  return interpretPixRefund(refund, outcome)
}

/**
 * A cancel has no id of ours. Before a second cancel of a sale the acquirer's sum must equal ours,
 * because an earlier cancel may have succeeded after all.
 */
async function sendCancel(app: App, sending: Sending): Promise<RefundResult> {
  const { refund, transaction } = sending
  if (transaction.refunds?.some(({ id }) => id !== refund.id)) {
    const result = await askAcquirer(app, sending, shortly(app))
    if (result.kind === 'open') return { ...result, isNotSent: true }
    if (result.kind !== 'unchanged') return result
  }
  const acquirer = app.providers.card(transaction.providerId)
  const outcome = await acquirer.cancel(
    transaction.card?.reference ?? '',
    refund.amount,
    AbortSignal.timeout(callMsOf(app)),
  )
  if (outcome.kind !== 'not-possible') return interpretCancel(outcome)
  return notPossibleResult(await askAcquirer(app, sending, shortly(app)))
}

/**
 * Queries beside a cancel have their own time. All of them fit the time limit of a response
 * (docs/design/rules.md#d4).
 */
const shortly = (app: App): AbortSignal => AbortSignal.timeout(Math.min(callMsOf(app), refundQueryMs))

async function askAcquirer(app: App, sending: Sending, signal: AbortSignal) {
  const { providerId, card } = sending.transaction
  const finding = await app.providers.card(providerId).findByReference(card?.reference ?? '', signal)
  return finding.kind === 'found' ? cardRefundResult(sending, finding.outcome, app.clock.now()) : open
}

/** Processes one refund that a worker claimed, with the current transaction. */
export async function continueRefund(app: App, refund: Refund): Promise<void> {
  const sending = await sendingOf(app, refund)
  const result = sending && (await ask(app, sending))
  if (!result) return
  if (result === 'may-be-sent') await sendAgain(app, sending)
  else await recordRefundResult(app, sending, result)
}

/**
 * Loads the current transaction. `undefined`: the refund has ended, perhaps since it was read, and
 * there is nothing to query. A refund that arrived at a key is still queried for returns.
 */
async function sendingOf(app: App, refund: Refund): Promise<Sending | undefined> {
  const transaction = await transactionById(app.sql, refund.accountId, refund.transactionId)
  const facts = transaction?.refunds?.find(({ id }) => id === refund.id)
  const isAsked = refund.status === 'PROCESSING' || refund.payout !== undefined
  return transaction && isAsked && facts?.status === refund.status ? { refund, transaction } : undefined
}

/**
 * Sends it again under the same id, or for the first time with certainty. Of two concurrent workers
 * one sends it. While its account is suspended nothing is sent, and the provider is still queried.
 */
async function sendAgain(app: App, { refund, transaction }: Sending): Promise<void> {
  const version = await markSent(app, refund, ownerLeaseMs)
  if (version === 'suspended') await recordRefundResult(app, { refund, transaction }, open)
  else if (version !== undefined) await sendRefund(app, { refund: { ...refund, version }, transaction })
}

/**
 * Queries the refund by our own reference. `may-be-sent`: its provider does not know it, and
 * sending is safe.
 */
async function ask(app: App, sending: Sending): Promise<RefundResult | 'may-be-sent'> {
  const { refund, transaction } = sending
  const signal = AbortSignal.timeout(callMsOf(app))
  if (refund.payout) {
    const result = await findAtBank(app, { refund, payout: refund.payout }, signal)
    return result === 'unseen' ? (refund.status === 'PROCESSING' ? 'may-be-sent' : open) : result
  }
  if (transaction.method === 'PIX') {
    const finding = await app.providers
      .pix(transaction.providerId)
      .findRefund(transaction.pix?.endToEndId ?? '', bareId(refund.id), signal)
    // The bank does not know it. The same id may be sent again, and refers to the same refund.
    return finding.kind === 'not-found' ? 'may-be-sent' : pixFindingWord(refund, finding)
  }
  const result = await askAcquirer(app, sending, signal)
  if (result.kind === 'unchanged' && result.isDenialReported) await noteDenial(app, refund)
  // A cancel that may have been sent is never sent again, at any age: two cancels cannot be
  // distinguished.
  return result.kind !== 'unchanged' ? result : refund.isSent ? open : 'may-be-sent'
}

/**
 * The payment's provider reports something about it, perhaps about an open refund. This queries the
 * refund and never sends it.
 */
export async function askOfOpenRefunds(app: App, { accountId, refunds = [] }: Transaction): Promise<void> {
  for (const { id } of refunds.filter(({ status }) => status === 'PROCESSING')) {
    const refund = await refundById(app.sql, accountId, id)
    if (refund && !refund.payout) await askOf(app, refund)
  }
}

async function askOf(app: App, refund: Refund): Promise<void> {
  const sending = await sendingOf(app, refund)
  const result = sending && (await ask(app, sending))
  if (result && result !== 'may-be-sent') await recordRefundResult(app, sending, result, { isHint: true })
}

/**
 * A payout bank reports a payment. The notice makes the matching refund due for a query. Returns
 * false when no refund has this id.
 */
export async function takeRefundNotice(app: App, providerId: string, reference: string): Promise<boolean> {
  const transaction = await transactionByReference(app.sql, providerId, reference)
  const facts = transaction?.refunds?.find((each) => bareId(each.id) === reference)
  if (!transaction || !facts) return false
  const refund = await refundById(app.sql, transaction.accountId, facts.id)
  if (!refund?.payout) return false
  await askOf(app, refund)
  return true
}

/**
 * The acquirer reports that it denies a cancel it had accepted. This is a hint. It is noted if it
 * can only be about this refund, and then queried.
 */
export async function takeDeniedCancel(app: App, { accountId, id }: Transaction): Promise<void> {
  const refund = await openRefundOf(app.sql, accountId, id)
  if (!refund) return
  await noteDenial(app, refund)
  await askOf(app, refund)
}

async function noteDenial(app: App, refund: Refund): Promise<void> {
  const now = app.clock.now()
  const lastFailureAt = await lastFailureOf(app.sql, refund.accountId, refund.transactionId)
  if (isDenialOf(refund, { lastFailureAt, now })) await markDenied(app.sql, refund, now)
}
