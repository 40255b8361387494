import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { readCardNumber } from '../brazil/card-brand.ts'
import { isCardExpired } from '../brazil/card-expiry.ts'
import type { Remember } from '../idempotency/remember.ts'
import { type Write, write } from '../journal/change.ts'
import { LostChange } from '../journal/journal.ts'
import { newId, randomBase62 } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { CardAcquirer, CardData, CardOutcome, CardSale } from '../providers/card.ts'
import { type Attempt, ownerLeaseMs } from './attempt.ts'
import { newAttemptsWriter } from './attempt-store.ts'
import { openCardToken } from './card-token.ts'
import { spentCardTokensWriter } from './card-token-store.ts'
import { creationOf } from './change-for.ts'
import type { OrderFor } from './create-transaction.ts'
import { planTransaction } from './plan-transaction.ts'
import { recordOutcome } from './record-outcome.ts'
import type { Transaction } from './transaction.ts'
import { providerReferencesWriter } from './transaction-store.ts'

/**
 * Plan, reserve, call, record. The draft and its attempt are committed before a byte leaves, so a crash at any line
 * leaves something to ask about; the outcome is a second change. The card lives in this call and nowhere else.
 */
export async function createCard(
  app: App,
  account: Account,
  order: OrderFor<'CREDIT_CARD'>,
  remember?: Remember<Transaction>,
): Promise<Transaction> {
  const at = app.clock.now()
  const { card, spending } = cardFrom(app, account, order, at)
  const brand = checkCard(card, at)
  const planned = planTransaction(account, order, { id: newId(at.getTime()), secureId: randomBase62(24), at })
  const draft: Transaction = {
    ...planned,
    card: { brand, lastFour: card.number.slice(-4), capture: order.payment.capture },
  }
  const acquirer = app.providers.card(draft.providerId)
  const attempt = attemptFor(draft, at)
  const companions = [
    write(newAttemptsWriter, attempt),
    write(providerReferencesWriter, {
      providerId: draft.providerId,
      reference: attempt.attemptRef,
      accountId: account.id,
      transactionId: draft.id,
    }),
    ...spending,
    ...(remember ? [remember.running(draft.id)] : []),
  ]
  await reserve(app, draft, companions)
  const outcome = await sell(acquirer, saleFor(account, draft, attempt, card), app.config.limits.acquirerCallMs)
  return recordOutcome(app, { transaction: draft, attempt, outcome, ...(remember && { remember }), creating: true })
}

async function reserve(app: App, draft: Transaction, companions: readonly Write[]): Promise<void> {
  try {
    await app.journal.record(
      creationOf(draft, { links: app.links, companions, notify: false, eventType: 'transaction.created' }),
    )
  } catch (cause) {
    if (cause instanceof LostChange && cause.writer === spentCardTokensWriter.name) {
      throw new Rejection('card-token-invalid', { field: 'card.token' }, { cause })
    }
    throw cause
  }
}

function cardFrom(
  app: App,
  account: Account,
  { payment }: OrderFor<'CREDIT_CARD'>,
  at: Date,
): { card: CardData; spending: Write[] } {
  if (payment.source.kind === 'card') return { card: payment.source.card, spending: [] }
  const opened = openCardToken(app.vault, { accountId: account.id, token: payment.source.token, at })
  if (!opened) throw new Rejection('card-token-invalid', { field: 'card.token' })
  return {
    card: opened.card,
    spending: [write(spentCardTokensWriter, { accountId: account.id, digest: opened.digest })],
  }
}

/** Answers the brand. A number nobody could have issued never reaches an acquirer. */
function checkCard(card: CardData, at: Date): string {
  const reading = readCardNumber(card.number)
  if (!reading.ok && reading.problem === 'brand')
    throw new Rejection('card-brand-not-supported', { field: 'card.number' })
  if (!reading.ok) throw new Rejection('card-invalid', { field: 'card.number' })
  if (isCardExpired({ month: card.expirationMonth, year: card.expirationYear }, at))
    throw new Rejection('card-expired', { field: 'card.expirationYear' })
  return reading.brand
}

const attemptFor = (draft: Transaction, at: Date): Attempt => ({
  accountId: draft.accountId,
  id: newId(at.getTime()),
  transactionId: draft.id,
  providerId: draft.providerId,
  attemptRef: randomBase62(20),
  state: 'sending',
  version: 1,
  amount: draft.amount,
  queries: 0,
  notFound: 0,
  sentAt: at,
  dueAt: new Date(at.getTime() + ownerLeaseMs),
})

function saleFor(account: Account, draft: Transaction, attempt: Attempt, card: CardData): CardSale {
  const { customer } = draft.order
  return {
    attemptRef: attempt.attemptRef,
    amount: draft.amount,
    installments: draft.installments,
    capture: draft.card?.capture ?? true,
    ...(account.settings.softDescriptor && { softDescriptor: account.settings.softDescriptor }),
    customer: {
      name: customer?.name ?? card.holderName,
      ...(customer?.email && { email: customer.email }),
      ...(customer?.document && { document: customer.document.number }),
    },
    source: { kind: 'card', card },
  }
}

/** Sends the sale once; again only while the proof is that nothing left (reliability U4). */
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
