import type { App } from '../app.ts'
import type { CardFinding } from '../providers/card.ts'
import { openCase } from '../settlement/reconciliation/open-case.ts'
import { nextQueryWaitMs } from './attempt.ts'
import { findAtBank, recordReturns, sendToKey } from './payout-refund.ts'
import { caseOf, type Refund, refundRef } from './refund.ts'
import { openRefundOf, refundById, scheduleRefund } from './refund-store.ts'
import { cardWord, pixWord, type RefundWord } from './refund-word.ts'
import { settleRefund } from './settle-refund.ts'
import type { Transaction } from './transaction.ts'
import { transactionById, transactionByReference } from './transaction-store.ts'

/** A committed refund and its transaction. */
export interface Sending {
  readonly refund: Refund
  readonly transaction: Transaction
}

/** Asks the provider for it and records the answer. Answers the transaction as it then is. */
export async function sendRefund(app: App, sending: Sending): Promise<Transaction> {
  const { refund, transaction } = sending
  const signal = AbortSignal.timeout(callMsOf(app))
  if (refund.payout) return record(app, sending, await sendToKey(app, { refund, payout: refund.payout }, signal))
  if (transaction.method === 'PIX') {
    const outcome = await app.providers
      .pix(transaction.providerId)
      .refund(
        { refundId: refundRef(refund), endToEndId: transaction.pix?.endToEndId ?? '', amount: refund.amount },
        signal,
      )
    return record(app, sending, pixWord(outcome))
  }
  const outcome = await app.providers
    .card(transaction.providerId)
    .cancel(transaction.card?.reference ?? '', refund.amount, signal)
  return record(app, sending, cardWord(outcome))
}

/** A worker's share: the refund it claimed, with the transaction as it now is. */
export async function continueRefund(app: App, refund: Refund): Promise<void> {
  const transaction = await transactionById(app.sql, refund.accountId, refund.transactionId)
  if (transaction) await resolveRefund(app, { refund, transaction })
}

/**
 * Finds out what became of a refund that is still open: asked by our own reference, never sent again under another, and
 * sent again under the same one only where that is safe.
 */
async function resolveRefund(app: App, sending: Sending): Promise<Transaction> {
  const { refund, transaction } = sending
  const signal = AbortSignal.timeout(callMsOf(app))
  if (refund.payout) {
    const word = await findAtBank(app, { refund, payout: refund.payout }, signal)
    const maySend = word === 'unseen' && refund.status === 'PROCESSING'
    return maySend
      ? sendRefund(app, sending)
      : record(app, sending, word === 'unseen' ? { kind: 'open', isSent: true } : word)
  }
  if (transaction.method === 'PIX') {
    const finding = await app.providers
      .pix(transaction.providerId)
      .findRefund(transaction.pix?.endToEndId ?? '', refundRef(refund), signal)
    // The bank knows nothing of it: the same id may be sent again, and means the same refund.
    return finding.kind === 'not-found' ? sendRefund(app, sending) : record(app, sending, pixWord(finding))
  }
  const finding = await app.providers
    .card(transaction.providerId)
    .findByReference(transaction.card?.reference ?? '', signal)
  if (finding.kind !== 'found') return record(app, sending, { kind: 'open', isSent: refund.isSent })
  const { outcome } = finding
  const given =
    outcome.kind === 'voided' ? transaction.amount : outcome.kind === 'approved' ? (outcome.voidedAmount ?? 0) : 0
  if (given >= transaction.refundedAmount + refund.amount) return record(app, sending, { kind: 'completed' })
  if (!refund.isSent) return sendRefund(app, sending) // It never left.
  // Accepted and not done yet: the acquirer says when, or that it will not. Doubtful and not done when its answer can no
  // longer be on its way: it was not done, and is not sent again, for a cancel has no id to tell two of them apart.
  const isAccepted = refund.returnId !== undefined
  const ageMs = app.clock.now().getTime() - refund.createdAt.getTime()
  if (!isAccepted && ageMs > settleMs(app, transaction)) {
    return record(app, sending, {
      kind: 'failed',
      reason: 'A adquirente não recebeu o pedido de devolução. Peça de novo.',
    })
  }
  return record(app, sending, { kind: 'open', isSent: true })
}

/** The payment's bank speaks of it: perhaps of a refund that is under way. */
export async function askOfOpenRefunds(app: App, { accountId, refunds = [] }: Transaction): Promise<void> {
  for (const { id } of refunds.filter(({ status }) => status === 'PROCESSING')) {
    const refund = await refundById(app.sql, accountId, id)
    if (refund && !refund.payout) await continueRefund(app, refund)
  }
}

/**
 * A bank that sends speaks of a payment: a hint to ask about the refund it was made for. False: none of ours has this id.
 */
export async function takeRefundNotice(app: App, providerId: string, reference: string): Promise<boolean> {
  const transaction = await transactionByReference(app.sql, providerId, reference)
  const facts = transaction?.refunds?.find((each) => refundRef(each) === reference)
  if (!transaction || !facts) return false
  const refund = await refundById(app.sql, transaction.accountId, facts.id)
  if (!refund?.payout) return false
  await resolveRefund(app, { refund, transaction })
  return true
}

/** The acquirer says that a cancel it had accepted will not be done: a hint, like every notice, until its own record agrees. */
export async function takeDeniedCancel(app: App, transaction: Transaction): Promise<void> {
  const refund = await openRefundOf(app.sql, transaction.accountId, transaction.id)
  if (!refund) return
  const finding = await app.providers
    .card(transaction.providerId)
    .findByReference(transaction.card?.reference ?? '', AbortSignal.timeout(callMsOf(app)))
  if (finding.kind !== 'found' || givenBack(finding.outcome, transaction) > transaction.refundedAmount) return
  await settleRefund(app, refund, { kind: 'failed', reason: 'A adquirente negou a devolução.' })
}

/** What the acquirer counts as given back of a sale, in cents. */
function givenBack(outcome: Extract<CardFinding, { kind: 'found' }>['outcome'], { amount }: Transaction): number {
  if (outcome.kind === 'voided') return amount
  return outcome.kind === 'approved' ? (outcome.voidedAmount ?? 0) : 0
}

/** The acquirer's patience, within what an answer may take (reliability D4). */
const callMsOf = ({ config }: Pick<App, 'config'>): number => Math.min(config.limits.acquirerCallMs, 18_000)

const settleMs = (app: App, { providerId }: Transaction): number =>
  app.providers.card(providerId).capabilities.settleWindowMs

async function record(app: App, { refund, transaction }: Sending, word: RefundWord): Promise<Transaction> {
  const isOpen = refund.status === 'PROCESSING'
  if (isOpen && word.kind === 'failed') return settleRefund(app, refund, word)
  if (word.kind === 'completed' && refund.status !== 'FAILED') {
    const settled = isOpen ? await settleRefund(app, refund, word) : transaction
    const { returns = [] } = word
    if (!isOpen || returns.length > 0) await recordReturns(app, refund, returns)
    return settled
  }
  if (word.kind !== 'open')
    await openCase(app, providerOf(refund, transaction), {
      ...caseOf(refund, 'refund-answer-differs', 'status'),
      ...{ expected: { status: refund.status }, found: { status: word.kind } },
    })
  const now = app.clock.now()
  const ageMs = now.getTime() - refund.createdAt.getTime()
  const waitMs = isOpen ? nextQueryWaitMs(refund.queries, ageMs) : ageMs < askedAfterEndMs ? quarterDayMs : undefined
  if (isOpen && waitMs === undefined)
    await openCase(app, providerOf(refund, transaction), {
      ...caseOf(refund, 'refund-unresolved'),
      expected: { amount: refund.amount, status: refund.status },
    })
  const dueAt = waitMs === undefined ? null : new Date(now.getTime() + waitMs)
  await scheduleRefund(app.sql, refund, dueAt, word.kind === 'open' ? word : { isSent: true })
  return transaction
}

/** What came back of one that arrived is asked about again when the bank does not answer. */
const quarterDayMs = 6 * 3_600_000
const askedAfterEndMs = 100 * 24 * 3_600_000

const providerOf = ({ payout }: Refund, { providerId }: Transaction): string => payout?.providerId ?? providerId
