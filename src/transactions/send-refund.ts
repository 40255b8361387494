import type { App } from '../app.ts'
import type { CancelOutcome, CardFinding } from '../providers/card.ts'
import type { PixRefundFinding, PixRefundOutcome } from '../providers/pix.ts'
import { nextQueryWaitMs } from './attempt.ts'
import type { Refund } from './refund.ts'
import { openRefundOf, scheduleRefund } from './refund-store.ts'
import { settleRefund } from './settle-refund.ts'
import type { Transaction } from './transaction.ts'
import { transactionById } from './transaction-store.ts'

/** A committed refund and its transaction. */
export interface Sending {
  readonly refund: Refund
  readonly transaction: Transaction
}

/** What a provider's word means for a refund. Silence and doubt leave it PROCESSING. */
type Word =
  | { readonly kind: 'completed'; readonly returnId?: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'open'; readonly isSent: boolean; readonly returnId?: string }

/** Asks the provider for it and records the answer. Answers the transaction as it then is. */
export async function sendRefund(app: App, sending: Sending): Promise<Transaction> {
  const { refund, transaction } = sending
  const signal = AbortSignal.timeout(callMsOf(app))
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
/** 32 letters and digits, ours: within the 35 of API Pix. */
const refundRef = ({ id }: Refund): string => id.replaceAll('-', '')

const settleMs = (app: App, { providerId }: Transaction): number =>
  app.providers.card(providerId).capabilities.settleWindowMs

async function record(app: App, { refund, transaction }: Sending, word: Word): Promise<Transaction> {
  if (word.kind !== 'open') return settleRefund(app, refund, word)
  const now = app.clock.now()
  const waitMs = nextQueryWaitMs(refund.queries, now.getTime() - refund.createdAt.getTime())
  if (waitMs === undefined) {
    app.log.error(
      { transactionId: transaction.id, accountId: refund.accountId },
      'a refund is open for seven days: a person must look',
    )
  }
  await scheduleRefund(app.sql, refund, waitMs === undefined ? null : new Date(now.getTime() + waitMs), word)
  return transaction
}

function pixWord(outcome: PixRefundOutcome | Exclude<PixRefundFinding, { kind: 'not-found' }>): Word {
  switch (outcome.kind) {
    case 'returned':
      return { kind: 'completed', returnId: outcome.returnId }
    case 'failed':
      return { kind: 'failed', reason: outcome.reason }
    case 'rejected':
      return { kind: 'failed', reason: outcome.message }
    case 'processing':
      return { kind: 'open', isSent: true, returnId: outcome.returnId }
    case 'unknown':
      return { kind: 'open', isSent: true }
  }
}

function cardWord(outcome: CancelOutcome): Word {
  switch (outcome.kind) {
    case 'cancelled':
      return { kind: 'completed' }
    case 'denied':
      return { kind: 'failed', reason: outcome.message }
    case 'not-sent':
      return { kind: 'open', isSent: false }
    case 'pending':
      return { kind: 'open', isSent: true, returnId: outcome.reference }
    case 'unknown':
      return { kind: 'open', isSent: true }
  }
}
