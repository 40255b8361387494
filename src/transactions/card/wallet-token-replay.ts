import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { replayDigest } from '../../device-pay/token/replay-digest.ts'
import { monotonicMs } from '../../primitives/clock.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { WalletToken } from '../../providers/ports/card.ts'
import type { CardPayment, Order } from '../order.ts'
import type { Transaction } from '../transaction.ts'
import { answeredSale, answerRepeat } from './answer-repeat.ts'
import { attemptOf } from './attempt-store.ts'
import { isSameWalletOrder } from './wallet-source.ts'
import { spentWalletToken } from './wallet-token-store.ts'

/**
 * A wallet token is a natural key (docs/design/rules.md#i7). A second equal order returns the
 * current sale. Any other order with the token is rejected, from any account. `undefined`: the
 * token is not spent, or cannot be read; `resolveWalletSource` rejects that. Throws
 * `wallet-token-used`, and `idempotency-in-progress` while the first request may still be answered.
 */
export async function findSaleByWalletToken(
  app: App,
  account: Account,
  {
    order,
    token,
    ownRef,
  }: {
    readonly order: Order<CardPayment>
    readonly token: WalletToken
    /**
     * The reference that follows from the key of this request. The key decides when its own sale is
     * answered.
     */
    readonly ownRef?: string
  },
): Promise<Transaction | undefined> {
  const digest = replayDigest(token)
  const spent = digest && (await spentWalletToken(app.sql, digest))
  if (!spent) return undefined
  if (spent.accountId !== account.id || !isSameWalletOrder(app, order, spent.fingerprint)) {
    throw new Rejection('wallet-token-used', { field: 'wallet.token' })
  }
  const sale = { accountId: account.id, id: spent.transactionId }
  const attempt = ownRef && (await attemptOf(app.sql, sale.accountId, sale.id))
  if (!attempt || attempt.attemptRef !== ownRef) return untilAnswered(app, sale)
  const answered = await answeredSale(app, attempt)
  if (!answered) throw inProgress()
  return answered
}

/** Whether a payment is the sale that spent a token. */
export async function isPaidByToken(
  { sql }: Pick<App, 'sql'>,
  { id }: Pick<Transaction, 'id'>,
  token: WalletToken,
): Promise<boolean> {
  const digest = replayDigest(token)
  const spent = digest && (await spentWalletToken(sql, digest))
  return spent?.transactionId === id
}

/**
 * The first request may still wait for the acquirer. This waits for its outcome, so long that a
 * query of the acquirer still fits into the time limit of the response.
 */
async function untilAnswered(
  app: App,
  sale: Pick<Transaction, 'accountId' | 'id'>,
): Promise<Transaction> {
  const deadline = monotonicMs() + Math.min(app.config.limits.acquirerCallMs, longestWaitMs)
  for (let waitMs = 25; ; waitMs = Math.min(waitMs * 2, 500)) {
    const answered = await answerRepeat(app, sale)
    if (answered) return answered
    if (monotonicMs() >= deadline) throw inProgress()
    await new Promise((wake) => setTimeout(wake, waitMs))
  }
}

const longestWaitMs = 10_000

const inProgress = () => new Rejection('idempotency-in-progress', { retryAfterSeconds: 2 })
