import type { App } from '../app.ts'
import { callMsOf } from '../providers/polling/retry-schedule.ts'
import { refundQueryMs } from '../providers/polling/timeouts.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { cardRefundResult, isDenialOf, notPossibleResult } from './card-refund-result.ts'
import type { Sending } from './record-refund-result.ts'
import type { Refund } from './refund.ts'
import { interpretCancel, open, type RefundResult } from './refund-result.ts'
import { lastFailureOf, markDenied } from './refund-store.ts'

/**
 * A cancel has no id of ours. Before a second cancel of a sale the acquirer's sum must equal ours,
 * because an earlier cancel may have succeeded after all. So may one that a restore has lost.
 */
export async function sendCardRefund(
  app: Pick<App, 'config' | 'clock' | 'clockFollower' | 'providers'>,
  sending: Sending,
): Promise<RefundResult> {
  const { refund, transaction } = sending
  const isFindable = mayBeFound(app, transaction)
  // Of a sale that the acquirer does not show any more, each earlier refund has ended by itself.
  const hasEarlier = isFindable && transaction.refunds?.some(({ id }) => id !== refund.id)
  if (hasEarlier || app.clockFollower.isRestored()) {
    const result = await queryAcquirer(app, sending, shortly(app))
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
  return notPossibleResult(
    isFindable ? await queryAcquirer(app, sending, shortly(app)) : { kind: 'unchanged' },
  )
}

/** Whether the acquirer still shows the sale. */
function mayBeFound(
  { clock, providers }: Pick<App, 'clock' | 'providers'>,
  { providerId, createdAt }: Transaction,
): boolean {
  const { findableForMs = Number.POSITIVE_INFINITY } = providers.card(providerId).capabilities
  return clock.now().getTime() - createdAt.getTime() < findableForMs
}

/**
 * Queries beside a cancel have their own timeout. Together they fit the time limit of a response
 * (docs/design/rules.md#d4).
 */
const shortly = (app: Pick<App, 'config'>): AbortSignal =>
  AbortSignal.timeout(Math.min(callMsOf(app), refundQueryMs))

async function queryAcquirer(
  app: Pick<App, 'clock' | 'providers'>,
  sending: Sending,
  signal: AbortSignal,
) {
  const { providerId, card } = sending.transaction
  const finding = await app.providers
    .card(providerId)
    .findByReference(card?.reference ?? '', signal)
  return finding.kind === 'found'
    ? cardRefundResult(sending, finding.outcome, app.clock.now())
    : open
}

/** Queries the acquirer's record of the sale for a refund. */
export async function findCardRefund(
  app: Pick<App, 'sql' | 'clock' | 'providers'>,
  sending: Sending,
  signal: AbortSignal,
): Promise<RefundResult | 'may-be-sent'> {
  const { refund, transaction } = sending
  if (!refund.isSent && !mayBeFound(app, transaction)) return 'may-be-sent'
  const result = await queryAcquirer(app, sending, signal)
  if (result.kind === 'unchanged' && result.isDenialReported) await noteDenial(app, refund)
  // A cancel that may have been sent is never sent again, at any age: two cancels cannot be
  // distinguished.
  return result.kind !== 'unchanged' ? result : refund.isSent ? open : 'may-be-sent'
}

/** Records that the acquirer denied a cancel, if the denial can only be about this refund. */
export async function noteDenial(app: Pick<App, 'sql' | 'clock'>, refund: Refund): Promise<void> {
  const now = app.clock.now()
  const lastFailureAt = await lastFailureOf(app.sql, refund.accountId, refund.transactionId)
  if (isDenialOf(refund, { lastFailureAt, now })) await markDenied(app.sql, refund, now)
}
