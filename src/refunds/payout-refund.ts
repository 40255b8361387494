import type { App } from '../app.ts'
import { cashoutStop } from '../books-audit/cashout-stop-store.ts'
import { openCase } from '../cases/open-case.ts'
import { collectAccountShortfall } from '../disputes/collect-shortfall.ts'
import { write } from '../journal/change.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { post } from '../ledger/ledger-store.ts'
import { bareId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { callMsOf } from '../providers/polling/retry-schedule.ts'
import type { PayoutReturn } from '../providers/ports/payout.ts'
import { hasDebtOrShortfall } from '../settlement/no-debt-guard-store.ts'
import { nextReturnCheck } from '../settlement/payout-return-schedule.ts'
import type { RefundFacts } from '../transactions/transaction.ts'
import { updateChange } from '../transactions/transaction-change.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import type { RefundPayout } from './refund.ts'
import { caseOf, mayPayMerchant, type Refund, returnPosting, withReturns } from './refund.ts'
import {
  interpretPayout,
  interpretPayoutFinding,
  open,
  type RefundResult,
} from './refund-result.ts'
import { refundById, refundsWriter, scheduleRefund } from './refund-store.ts'

/** A refund that is sent as a payment to a key. */
export interface PayoutRefund {
  readonly refund: Refund
  readonly payout: RefundPayout
}

/**
 * Sends the refund to its bank under its own id. So queries and repeated requests are about the
 * same payment. A refund that waited, and whose key may be the merchant's own, fails if the account
 * has a debt now. A cashout is canceled for the same reason.
 */
export async function sendToKey(app: App, { refund, payout }: PayoutRefund): Promise<RefundResult> {
  // While the books do not balance no money leaves (docs/design/rules.md#l6). It is sent after an
  // operator has resumed cashouts.
  if (await cashoutStop(app.sql)) return { kind: 'open', isNotSent: true }
  if (!refund.isSent && (await isOwedToOthers(app, { refund, payout })))
    return { kind: 'failed', reason: owed, isOwed: true }
  const { providerId, key, ownerDocument } = payout
  const outcome = await app.providers.payout(providerId).send(
    {
      payoutId: bareId(refund.id),
      amount: refund.amount,
      key,
      ...(ownerDocument !== undefined && { ownerDocument }),
      message: keyRefundMessage,
    },
    AbortSignal.timeout(callMsOf(app)),
  )
  return interpretPayout(refund, outcome)
}

/** The text that the receiver of a refund to a key reads. */
export const keyRefundMessage = 'Devolução de pagamento'

/** Disputes have the first claim on money received meanwhile. The rest can be refunded. */
async function isOwedToOthers(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'accounts' | 'links'>,
  { refund: { accountId }, payout }: PayoutRefund,
): Promise<boolean> {
  const account = await app.accounts.byId(accountId)
  if (account && !mayPayMerchant(account, payout)) return false
  if (!(await hasDebtOrShortfall(app.sql, accountId))) return false
  await collectAccountShortfall(app, accountId)
  return hasDebtOrShortfall(app.sql, accountId)
}

const owed = 'A conta passou a dever antes de a devolução sair.'

/**
 * Queries the result at the bank. `unseen`: the bank does not know the refund, and it may be sent
 * again under the same id. `waiting`: the bank has it, and sending it again moves the money.
 */
export async function findAtBank(
  app: Pick<App, 'providers'>,
  { refund, payout }: PayoutRefund,
  signal: AbortSignal,
): Promise<RefundResult | 'unseen' | 'waiting'> {
  const payer = app.providers.payout(payout.providerId)
  const finding = await payer.find(bareId(refund.id), signal)
  if (finding.kind === 'not-found')
    return payer.capabilities.isIdempotent || !refund.isSent ? 'unseen' : open
  if (finding.kind === 'waiting') return 'waiting'
  return interpretPayoutFinding(refund, finding)
}

/**
 * Money that had arrived was returned. Each return is one new credit under its D… id, and the
 * merchant is notified of it. The refund stays COMPLETED: it was paid, and the payer's bank did not
 * keep it.
 */
export const recordReturns = (
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  { accountId, id, transactionId }: Refund,
  returns: readonly PayoutReturn[],
): Promise<void> =>
  retryOnConflict(async () => {
    const [refund, transaction] = await Promise.all([
      refundById(app.sql, accountId, id),
      transactionById(app.sql, accountId, transactionId),
    ])
    const facts = transaction?.refunds?.find((each) => each.id === id)
    if (!refund || !transaction || !facts || refund.status !== 'COMPLETED') return
    const newReturns = unknownOf(facts, returns)
    const returnedAmount = cents(
      newReturns.reduce<number>((sum, { amount }) => sum + amount, refund.returnedAmount),
    )
    if (returnedAmount > refund.amount) {
      await openCase(app, refund.payout?.providerId ?? transaction.providerId, {
        ...caseOf(refund, 'refund-answer-differs', 'returns'),
        expected: { amount: refund.amount },
        found: { returnedAmount },
      })
      await scheduleRefund(app.sql, refund, { dueAt: null })
      return
    }
    const at = app.clock.now()
    const dueAt =
      returnedAmount === refund.amount ? undefined : nextReturnCheck(completedAtOf(facts), at)
    if (newReturns.length === 0) {
      await scheduleRefund(app.sql, refund, { dueAt: dueAt ?? null })
      return
    }
    const { dueAt: _, ...settled } = refund
    const returned = {
      ...settled,
      version: refund.version + 1,
      returnedAmount,
      updatedAt: at,
      ...(dueAt && { dueAt }),
    }
    const after = withReturns(
      transaction,
      { ...facts, returns: [...(facts.returns ?? []), ...newReturns] },
      at,
    )
    await app.journal.record(
      updateChange(transaction, after, {
        links: app.links,
        eventType: 'transaction.refund_returned',
        extraWrites: [
          write(refundsWriter, returned),
          ...post(returnPosting(refund, newReturns, at)),
        ],
      }),
    )
  })

function unknownOf({ returns = [] }: RefundFacts, recorded: readonly PayoutReturn[]) {
  const known = new Set(returns.map(({ id }) => id))
  return recorded
    .filter(({ returnId }) => !known.has(returnId))
    .map(({ returnId, amount, returnedAt }) => ({
      id: returnId,
      amount,
      at: returnedAt.toISOString(),
    }))
}

const completedAtOf = ({ completedAt, createdAt }: RefundFacts): Date =>
  new Date(completedAt ?? createdAt)
