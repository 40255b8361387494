import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import type { IdempotencyHandle } from '../../idempotency/idempotency-handle.ts'
import { base62FromKey } from '../../idempotency/keyed-id.ts'
import { type Write, write } from '../../journal/change.ts'
import { WriteConflict } from '../../journal/journal.ts'
import { defined } from '../../primitives/defined.ts'
import { newId, randomBase62 } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { ownerLeaseMs } from '../../providers/polling/retry-schedule.ts'
import type { CardAcquirer, CardOutcome, CardSale } from '../../providers/ports/card.ts'
import type { CardPayment, Creation, Order } from '../order.ts'
import { planTransaction } from '../plan-transaction.ts'
import type { Transaction } from '../transaction.ts'
import { createChange } from '../transaction-change.ts'
import { providerReferencesWriter, transactionById } from '../transaction-store.ts'
import type { Attempt } from './attempt.ts'
import { attemptByRef, newAttemptsWriter } from './attempt-store.ts'
import { cardCustomer } from './card-customer.ts'
import { resolveCardSource } from './card-source.ts'
import { spentCardTokensWriter } from './card-token-store.ts'
import type { PaymentSource } from './payment-source.ts'
import { recordOutcome } from './record-card-outcome.ts'
import { findSaleByWalletToken } from './wallet-token-replay.ts'
import { spentWalletTokensWriter } from './wallet-token-store.ts'

/**
 * Plans the sale, commits it, calls the acquirer, and records the outcome as a second change. The
 * draft and its attempt are committed before the first byte is sent, so after a crash at any line
 * the attempt can be queried. The card's data exist only in this call and are not stored.
 */
export async function createCard(
  app: App,
  account: Account,
  order: Order<CardPayment>,
  creation: Creation,
): Promise<Transaction> {
  const { source } = order.payment
  const { idempotency } = creation
  const ownRef = idempotency && refFromKey(account.id, idempotency)
  const wallet =
    source.kind === 'wallet' ? { order, token: source.token, ...defined({ ownRef }) } : undefined
  const earlier = wallet && (await findSaleByWalletToken(app, account, wallet))
  if (earlier) return earlier
  const at = app.clock.now()
  const planned = planTransaction(account, order, {
    id: newId(at.getTime()),
    secureId: randomBase62(24),
    at,
  })
  const paymentSource = await resolveCardSource(app, account, order, at)
  const { brand, lastFour, isWallet } = paymentSource
  const draft: Transaction = {
    ...planned,
    card: { brand, lastFour, capture: order.payment.capture, ...(isWallet && { isWallet }) },
  }
  const attempt = attemptFor(draft, at, creation.idempotency)
  try {
    await reserve(app, draft, saleWrites(draft, { attempt, paymentSource, creation }))
  } catch (cause) {
    const isRace = cause instanceof WriteConflict && cause.writer === spentWalletTokensWriter
    const winner = isRace && wallet ? await findSaleByWalletToken(app, account, wallet) : undefined
    const repeated = winner ?? (await saleOfKey(app, attempt, { cause, creation }))
    if (repeated) return repeated
    throw cause
  }
  const acquirer = app.providers.card(draft.providerId)
  const sale = saleFor(account, draft, { attempt, paymentSource })
  const { acquirerCallMs } = app.config.limits
  const outcome =
    (creation.idempotency && app.clockFollower.isRestored()
      ? await lostOutcome(acquirer, sale.attemptRef, acquirerCallMs)
      : undefined) ?? (await sell(acquirer, sale, acquirerCallMs))
  return recordOutcome(app, {
    transaction: draft,
    attempt,
    outcome,
    ...defined({ idempotency: creation.idempotency }),
    creating: true,
  })
}

/**
 * The sale of this key, if the attempt lost to it: the reference follows from the key, and stays
 * taken when the key is deleted.
 */
async function saleOfKey(
  { sql }: Pick<App, 'sql'>,
  { accountId, attemptRef }: Attempt,
  {
    cause,
    creation: { idempotency },
  }: { readonly cause: unknown; readonly creation: Pick<Creation, 'idempotency'> },
): Promise<Transaction | undefined> {
  if (!(cause instanceof WriteConflict) || cause.writer !== newAttemptsWriter) return undefined
  const earlier = idempotency && (await attemptByRef(sql, accountId, attemptRef))
  if (!earlier) return undefined
  idempotency.markRepeated()
  return transactionById(sql, accountId, earlier.transactionId)
}

function saleWrites(
  draft: Transaction,
  {
    attempt,
    paymentSource,
    creation: { idempotency, extraWrites = [] },
  }: {
    readonly attempt: Attempt
    readonly paymentSource: PaymentSource
    readonly creation: Creation
  },
): Write[] {
  return [
    write(newAttemptsWriter, attempt),
    write(providerReferencesWriter, {
      providerId: draft.providerId,
      reference: attempt.attemptRef,
      accountId: draft.accountId,
      transactionId: draft.id,
    }),
    ...paymentSource.spending(draft.id),
    ...extraWrites,
    ...(idempotency ? [idempotency.markInProgress(draft.id)] : []),
  ]
}

async function reserve(
  app: Pick<App, 'journal' | 'links'>,
  draft: Transaction,
  extraWrites: readonly Write[],
): Promise<void> {
  try {
    await app.journal.record(
      createChange(draft, {
        links: app.links,
        extraWrites,
        notify: false,
        eventType: 'transaction.created',
      }),
    )
  } catch (cause) {
    if (cause instanceof WriteConflict && cause.writer === spentCardTokensWriter) {
      throw new Rejection('card-token-invalid', { field: 'card.token' }, { cause })
    }
    throw cause
  }
}

const attemptFor = (
  draft: Transaction,
  at: Date,
  idempotency: IdempotencyHandle<Transaction> | undefined,
): Attempt => ({
  accountId: draft.accountId,
  id: newId(at.getTime()),
  transactionId: draft.id,
  providerId: draft.providerId,
  attemptRef: referenceOf(draft.accountId, idempotency),
  state: 'sending',
  version: 1,
  amount: draft.amount,
  queries: 0,
  notFound: 0,
  sentAt: at,
  dueAt: new Date(at.getTime() + ownerLeaseMs),
})

/**
 * The order id for the acquirer: 16 letters and digits, the most that Rede takes. With a key it
 * follows from the key: after a restore the sale of the first request is found by the reference of
 * its repeat. It ends with the last six digits of the account's id, for a person who looks for it.
 */
const referenceOf = (
  accountId: string,
  idempotency: IdempotencyHandle<Transaction> | undefined,
): string =>
  idempotency ? refFromKey(accountId, idempotency) : randomBase62(10) + accountId.slice(-6)

const refFromKey = (accountId: string, idempotency: IdempotencyHandle<Transaction>): string =>
  base62FromKey('card', accountId, idempotency, 10) + accountId.slice(-6)

function saleFor(
  account: Account,
  draft: Transaction,
  { attempt, paymentSource }: { readonly attempt: Attempt; readonly paymentSource: PaymentSource },
): CardSale {
  return {
    attemptRef: attempt.attemptRef,
    amount: draft.amount,
    installments: draft.installments,
    capture: draft.card?.capture ?? true,
    ...(account.settings.softDescriptor && { softDescriptor: account.settings.softDescriptor }),
    customer: cardCustomer(draft.order, paymentSource.holderName),
    source: paymentSource.source,
  }
}

/**
 * The outcome of a sale that a restored database has lost: the request is a repeat under its key,
 * so it has the same reference. `undefined`: the acquirer does not know the reference, and the sale
 * may be sent.
 */
async function lostOutcome(
  acquirer: CardAcquirer,
  attemptRef: string,
  callMs: number,
): Promise<CardOutcome | undefined> {
  const finding = await acquirer.findSale(attemptRef, AbortSignal.timeout(callMs))
  if (finding.kind === 'not-found') return undefined
  // A sale that was canceled, or several of them: the worker that queries open attempts decides.
  return finding.kind === 'found' && finding.outcome.kind !== 'voided'
    ? finding.outcome
    : { kind: 'unknown', cause: new Error('the acquirer knows the reference of a new sale') }
}

/**
 * Sends the sale once. It is sent again only on proof that no byte of it was sent
 * (docs/design/rules.md#u4).
 */
async function sell(acquirer: CardAcquirer, sale: CardSale, callMs: number): Promise<CardOutcome> {
  const signal = AbortSignal.timeout(callMs)
  let outcome = await acquirer.sale(sale, signal)
  for (const waitMs of [100, 400]) {
    if (outcome.kind !== 'not-sent' || signal.aborted) return outcome
    await new Promise((wake) => setTimeout(wake, waitMs))
    outcome = await acquirer.sale(sale, signal)
  }
  return outcome
}
