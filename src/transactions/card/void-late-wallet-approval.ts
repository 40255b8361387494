import type { App } from '../../app.ts'
import { voidMs } from '../../providers/polling/timeouts.ts'
import type { CardOutcome, CardVoided } from '../../providers/ports/card.ts'
import type { Transaction } from '../transaction.ts'

/**
 * The payer of a wallet sale saw "not completed" when the status was WAITING_PAYMENT
 * (docs/design/interface.md#payment-on-the-page), and has probably paid in another way. An approval
 * found later is canceled at the acquirer, unless the account keeps late approvals
 * (docs/decisions/late-approvals.md#after-not-completed-on-a-device). Returns the new outcome:
 * voided, still open until the cancel is confirmed, or unchanged.
 */
export async function settleLateWallet(
  app: Pick<App, 'log' | 'accounts' | 'providers'>,
  transaction: Transaction,
  outcome: CardOutcome | CardVoided,
): Promise<CardOutcome | CardVoided> {
  if (outcome.kind !== 'approved' || !(await isUnwanted(app, transaction))) return outcome
  const { reference } = outcome
  const cancel = await app.providers
    .card(transaction.providerId)
    .cancel(reference, transaction.amount, AbortSignal.timeout(voidMs))
  if (cancel.kind === 'cancelled') return { kind: 'voided', reference, amount: transaction.amount }
  app.log.warn(
    { transactionId: transaction.id, accountId: transaction.accountId },
    'a late wallet approval is not canceled yet',
  )
  return { kind: 'analysing', reference }
}

async function isUnwanted(
  app: Pick<App, 'accounts'>,
  { card, status, version, accountId }: Transaction,
): Promise<boolean> {
  if (!card?.isWallet || status !== 'WAITING_PAYMENT' || version === 1) return false
  const account = await app.accounts.byId(accountId)
  return account?.settings.lateWalletApproval !== 'keep'
}
