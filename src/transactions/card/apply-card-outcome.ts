import { defined } from '../../primitives/defined.ts'
import type { Cents } from '../../primitives/money.ts'
import { nextQueryWaitMs } from '../../providers/polling/retry-schedule.ts'
import type { CardOutcome, CardVoided } from '../../providers/ports/card.ts'
import { canBecome, canBePaid, nextVersion, type Transaction } from '../transaction.ts'
import { type AnsweredAttempt, type Attempt, isNotProcessed, stateAfter } from './attempt.ts'

/** The reason of a sale that was not executed: nothing was charged, and a retry is safe. */
export const notProcessedReason =
  'Não processado: a adquirente não recebeu a cobrança. Nada foi cobrado; tente de novo.'

/**
 * The amount with which an acquirer reports an open sale as approved, if it is not the sale's, as
 * after a capture of a part on its portal. It is no evidence of this sale
 * (docs/design/rules.md#u3). The amount of a paid sale falls with its refunds at some acquirers,
 * and is not compared.
 */
export function otherAmount(
  { status, amount }: Pick<Transaction, 'status' | 'amount'>,
  outcome: CardOutcome | CardVoided,
): Cents | undefined {
  const isOpen = status === 'WAITING_PAYMENT' || status === 'AUTHORIZED'
  const isOther = isOpen && outcome.kind === 'approved' && outcome.amount !== amount
  return isOther ? outcome.amount : undefined
}

/**
 * The transaction after an acquirer's outcome, or `undefined` when the outcome changes nothing.
 * Pure. Only an explicit approval is PAID, and only an explicit refusal is REFUSED. After any other
 * outcome it stays WAITING_PAYMENT (docs/design/rules.md#u7). `creating`: it is the response to the
 * creation.
 */
export function afterOutcome(
  transaction: Transaction,
  outcome: CardOutcome | CardVoided,
  at: Date,
  creating = false,
): Transaction | undefined {
  const { status, version } = transaction
  const next = changesFor(transaction, outcome, at)
  if (next.status === status) {
    // The merchant gets the first event of a draft even if its status is still WAITING_PAYMENT. A
    // response WAITING_PAYMENT is a version, so that an approval is recorded before or after it.
    const isNews = version === 1 || (creating && status === 'WAITING_PAYMENT')
    return isNews ? nextVersion(transaction, at, next) : undefined
  }
  if (next.status === 'PAID' && !canBePaid(transaction)) return undefined
  return next.status && canBecome(status, next.status)
    ? nextVersion(transaction, at, next)
    : undefined
}

function changesFor(
  transaction: Transaction,
  outcome: CardOutcome | CardVoided,
  at: Date,
): Partial<Transaction> {
  switch (outcome.kind) {
    case 'approved': {
      const card = withFacts(transaction, outcome)
      if (outcome.captured) return { status: 'PAID', paidAt: transaction.paidAt ?? at, card }
      // The capture was requested and is not confirmed yet, so the sale is still undecided.
      return { status: transaction.card?.capture ? transaction.status : 'AUTHORIZED', card }
    }
    case 'refused':
      return {
        status: 'REFUSED',
        refusedReason: outcome.reason,
        card: withFacts(transaction, outcome),
      }
    case 'rejected':
      // The acquirer refused our credentials and not the card, so this is no refusal of the card.
      if (isNotProcessed(outcome)) return { status: 'CANCELED', canceledReason: 'not-processed' }
      return { status: 'REFUSED', refusedReason: outcome.message }
    case 'not-sent':
      return { status: 'REFUSED', refusedReason: notProcessedReason }
    case 'voided':
      if (transaction.status === 'AUTHORIZED')
        return { status: 'CANCELED', canceledReason: 'expired' }
      return {
        status: 'REFUSED',
        refusedReason: 'Cancelado na adquirente antes de ser confirmado. Nada foi cobrado.',
      }
    case 'analysing':
      return { status: transaction.status, card: withFacts(transaction, outcome) }
    case 'unknown':
      return { status: transaction.status }
  }
}

function withFacts(
  { card }: Transaction,
  facts: {
    reference: string
    authorizationCode?: string
    tid?: string
    nsu?: string
    card?: { brand: string; lastFour: string }
  },
): NonNullable<Transaction['card']> {
  // A response with fewer fields does not delete the numbers of the sale, because claims refer to
  // them.
  const known = card?.reference === facts.reference ? card : undefined
  const {
    reference,
    authorizationCode = known?.authorizationCode,
    tid = known?.tid,
    nsu = known?.nsu,
  } = facts
  return {
    brand: facts.card?.brand ?? card?.brand ?? '',
    lastFour: facts.card?.lastFour ?? card?.lastFour ?? '',
    capture: card?.capture ?? true,
    ...(card?.isWallet && { isWallet: true }),
    reference,
    ...defined({ authorizationCode, tid, nsu }),
  }
}

/**
 * The attempt after the same outcome. While it is open its next query is scheduled
 * (docs/design/rules.md#u5).
 */
export function attemptAfter(
  attempt: Attempt,
  outcome: CardOutcome | CardVoided,
  {
    at,
    captureWanted,
    byOwner = false,
  }: { readonly at: Date; readonly captureWanted: boolean; readonly byOwner?: boolean },
): AnsweredAttempt {
  // Authorized, although a capture was requested: the acquirer has the sale, and it is undecided.
  const uncaptured = outcome.kind === 'approved' && !outcome.captured && captureWanted
  const state = uncaptured ? 'analysing' : stateAfter(outcome)
  const open = state === 'unknown' || state === 'analysing'
  const waitMs = open
    ? nextQueryWaitMs(attempt.queries, at.getTime() - attempt.sentAt.getTime())
    : undefined
  const { dueAt: _, ...settled } = attempt
  return {
    ...settled,
    version: attempt.version + 1,
    state,
    answeredAt: at,
    ownerEnded: byOwner,
    ...('reference' in outcome && { reference: outcome.reference }),
    ...('code' in outcome && outcome.code !== undefined && { code: outcome.code }),
    ...(waitMs !== undefined && { dueAt: new Date(at.getTime() + waitMs) }),
  }
}
