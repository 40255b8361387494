import type { App } from '../../app.ts'
import { voidMs } from '../../providers/polling/timeouts.ts'
import type { CardOutcome, CardVoided } from '../../providers/ports/card.ts'
import type { Transaction } from '../transaction.ts'
import type { Attempt } from './attempt.ts'
import { creationOf, type SaleCreation } from './attempt-store.ts'

/**
 * The payer of a wallet sale saw "not completed" when its creation was answered with
 * WAITING_PAYMENT (docs/design/interface.md#payment-on-the-page), and has probably paid in another
 * way. An approval found later is canceled at the acquirer, unless the account keeps late approvals
 * (docs/decisions/late-approvals.md#after-not-completed-on-a-device). Returns the new outcome:
 * voided, still open until the cancel is confirmed, or unchanged.
 */
export async function settleLateWallet(
  app: Pick<App, 'log' | 'sql' | 'accounts' | 'providers'>,
  {
    transaction,
    attempt,
    outcome,
  }: {
    readonly transaction: Transaction
    readonly attempt: Attempt
    readonly outcome: CardOutcome | CardVoided
  },
): Promise<CardOutcome | CardVoided> {
  // Every response to the creation is a later version than the draft.
  const mayBeLate = transaction.card?.isWallet && transaction.version > 1
  if (outcome.kind !== 'approved' || !mayBeLate) return outcome
  const { id, accountId, providerId } = transaction
  const [creation, account] = await Promise.all([
    creationOf(app.sql, attempt),
    app.accounts.byId(accountId),
  ])
  if (!isLate(creation) || account?.settings.lateWalletApproval === 'keep') return outcome
  const { reference, amount } = outcome
  const cancel = await app.providers
    .card(providerId)
    .cancel(reference, amount, AbortSignal.timeout(voidMs))
  if (cancel.kind === 'cancelled') return { kind: 'voided', reference, amount }
  app.log.warn({ transactionId: id, accountId }, 'a late wallet approval is not canceled yet')
  return { kind: 'analysing', reference }
}

/**
 * Whether an approval comes after the payer of a wallet sale has seen "not completed". A notice may
 * leave the sale open while its sender waits, and then the payer has seen nothing.
 */
export const isLate = ({ status, isAnswered }: SaleCreation): boolean =>
  status === 'WAITING_PAYMENT' && isAnswered
