import type { App } from '../app.ts'
import { bareId } from '../primitives/id.ts'
import { callMsOf, ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import { refundQueryMs } from '../providers/polling/timeouts.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { transactionById, transactionByReference } from '../transactions/transaction-store.ts'
import { cardRefundWord, isDenialOf, notPossibleWord } from './card-refund-result.ts'
import { findAtBank, sendToKey } from './payout-refund.ts'
import { recordRefundResult, type Sending } from './record-refund-result.ts'
import type { Refund } from './refund.ts'
import { interpretCancel, interpretPixRefund, open, pixFindingWord, type RefundResult } from './refund-result.ts'
import { lastFailureOf, markDenied, markSent, openRefundOf, refundById } from './refund-store.ts'

/**
 * Asks the provider for it and records the answer. That it may have left is committed before: whoever calls this has done so.
 * Answers the transaction as it then is.
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

/** A cancel has no id of ours. Before a second one of a sale, the acquirer's sum must be ours: an earlier one may have been done after all. */
async function sendCancel(app: App, sending: Sending): Promise<RefundResult> {
  const { refund, transaction } = sending
  if (transaction.refunds?.some(({ id }) => id !== refund.id)) {
    const word = await askAcquirer(app, sending, shortly(app))
    if (word.kind === 'open') return { ...word, isNotSent: true }
    if (word.kind !== 'unchanged') return word
  }
  const acquirer = app.providers.card(transaction.providerId)
  const outcome = await acquirer.cancel(
    transaction.card?.reference ?? '',
    refund.amount,
    AbortSignal.timeout(callMsOf(app)),
  )
  if (outcome.kind !== 'not-possible') return interpretCancel(outcome)
  return notPossibleWord(await askAcquirer(app, sending, shortly(app)))
}

/**
 * Queries beside a cancel do not use up its time, and all of them fit the time limit of an answer
 * (docs/design/rules.md#d4).
 */
const shortly = (app: App): AbortSignal => AbortSignal.timeout(Math.min(callMsOf(app), refundQueryMs))

async function askAcquirer(app: App, sending: Sending, signal: AbortSignal) {
  const { providerId, card } = sending.transaction
  const finding = await app.providers.card(providerId).findByReference(card?.reference ?? '', signal)
  return finding.kind === 'found' ? cardRefundWord(sending, finding.outcome, app.clock.now()) : open
}

/** A worker's share: the refund it claimed, with the transaction as it now is. */
export async function continueRefund(app: App, refund: Refund): Promise<void> {
  const sending = await sendingOf(app, refund)
  const word = sending && (await ask(app, sending))
  if (!word) return
  if (word === 'may-be-sent') await sendAgain(app, sending)
  else await recordRefundResult(app, sending, word)
}

/**
 * With the transaction as it now is. `undefined`: it has ended, perhaps since the refund was read, and there is nothing to ask;
 * but of what arrived at a key something may come back.
 */
async function sendingOf(app: App, refund: Refund): Promise<Sending | undefined> {
  const transaction = await transactionById(app.sql, refund.accountId, refund.transactionId)
  const facts = transaction?.refunds?.find(({ id }) => id === refund.id)
  const isAsked = refund.status === 'PROCESSING' || refund.payout !== undefined
  return transaction && isAsked && facts?.status === refund.status ? { refund, transaction } : undefined
}

/**
 * Under the same id, or for the first time for certain: of two that would send it one does. While its account is suspended
 * nothing is sent, and the provider is asked on.
 */
async function sendAgain(app: App, { refund, transaction }: Sending): Promise<void> {
  const version = await markSent(app, refund, ownerLeaseMs)
  if (version === 'suspended') await recordRefundResult(app, { refund, transaction }, open)
  else if (version !== undefined) await sendRefund(app, { refund: { ...refund, version }, transaction })
}

/** What became of a refund: asked by our own reference. `may-be-sent`: its provider knows nothing of it, and sending is safe. */
async function ask(app: App, sending: Sending): Promise<RefundResult | 'may-be-sent'> {
  const { refund, transaction } = sending
  const signal = AbortSignal.timeout(callMsOf(app))
  if (refund.payout) {
    const word = await findAtBank(app, { refund, payout: refund.payout }, signal)
    return word === 'unseen' ? (refund.status === 'PROCESSING' ? 'may-be-sent' : open) : word
  }
  if (transaction.method === 'PIX') {
    const finding = await app.providers
      .pix(transaction.providerId)
      .findRefund(transaction.pix?.endToEndId ?? '', bareId(refund.id), signal)
    // The bank knows nothing of it: the same id may be sent again, and means the same refund.
    return finding.kind === 'not-found' ? 'may-be-sent' : pixFindingWord(refund, finding)
  }
  const word = await askAcquirer(app, sending, signal)
  if (word.kind === 'unchanged' && word.isDenialTold) await noteDenial(app, refund)
  // What may have left once is never sent again, however long ago: two cancels cannot be told apart.
  return word.kind !== 'unchanged' ? word : refund.isSent ? open : 'may-be-sent'
}

/** The payment's provider speaks of it: perhaps of a refund that is under way. It is asked, never sent by this. */
export async function askOfOpenRefunds(app: App, { accountId, refunds = [] }: Transaction): Promise<void> {
  for (const { id } of refunds.filter(({ status }) => status === 'PROCESSING')) {
    const refund = await refundById(app.sql, accountId, id)
    if (refund && !refund.payout) await askOf(app, refund)
  }
}

async function askOf(app: App, refund: Refund): Promise<void> {
  const sending = await sendingOf(app, refund)
  const word = sending && (await ask(app, sending))
  if (word && word !== 'may-be-sent') await recordRefundResult(app, sending, word, { isHint: true })
}

/**
 * A bank that sends speaks of a payment: a hint to ask about the refund it was made for. False: none of ours has this id.
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

/** The acquirer says that a cancel it had accepted will not be done: a hint, noted where it can only mean this one, and asked about. */
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
