import type { AcquirerFacts, CancelRecord, CardFinding } from '../providers/ports/card.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Refund } from './refund.ts'
import type { OpenWord, RefundResult } from './refund-result.ts'

type Found = Extract<CardFinding, { kind: 'found' }>['outcome']

/** The sale is as our books have it: nothing of this refund shows in it. */
export interface Unchanged {
  readonly kind: 'unchanged'
  /** It tells of a denied cancel without saying which: a hint, as a notice is. */
  readonly isDenialTold?: true
}

/**
 * What the acquirer's own record of a sale says of the one refund of it that is under way. A cancel has no id of ours: the
 * sum it counts as given back tells, and a denial counts only of a cancel it had accepted. Age says nothing.
 */
export function cardRefundWord(
  { refund, transaction }: { readonly refund: Refund; readonly transaction: Transaction },
  outcome: Found,
  now: Date,
): RefundResult | Unchanged {
  const { refundedAmount, amount } = transaction
  if (outcome.kind !== 'approved' && outcome.kind !== 'voided') return { kind: 'open' }
  const voidedAmount = outcome.kind === 'voided' ? amount : (outcome.voidedAmount ?? 0)
  const more = voidedAmount - refundedAmount
  if (more === refund.amount) return { kind: 'completed' }
  const differs = { what: 'sum', expected: { refundedAmount }, found: { voidedAmount } } as const
  // Nothing is left of the sale: its payer has this part too, whichever cancel gave it.
  if (outcome.kind === 'voided') return { kind: 'completed', differs }
  if (more > 0) return { kind: 'open', differs }
  if (more < 0) return { kind: 'open' } // A record behind our books: it will catch up.
  return acceptedWord(refund, outcome, now)
}

/** By what the acquirer says of the cancel itself, where it tells. */
function acceptedWord(
  { returnId, deniedAt, isSent }: Refund,
  { cancels = [], reference }: AcquirerFacts,
  now: Date,
): RefundResult | Unchanged {
  if (returnId === undefined) {
    const pending = cancels.find(({ state }) => state === 'pending')
    if (!pending) return { kind: 'unchanged' }
    // One cancel of a sale is under way at a time: what it has accepted and not done is this one, if this one may have left.
    return isSent ? accepted(pending, reference) : { kind: 'open' }
  }
  // An acquirer that names no cancels tells of the last one it knows: perhaps not yet of this.
  const last = cancels.find(({ id }) => id === undefined)?.state
  if (last === 'pending') return { kind: 'open' }
  const isDenied = cancels.some(({ id, state }) => id === returnId && state === 'denied')
  const isDenialOld = deniedAt !== undefined && now.getTime() - deniedAt.getTime() >= denialStandsAfterMs
  if (isDenied || isDenialOld) return { kind: 'failed', reason: 'A adquirente negou a devolução.' }
  return last === 'denied' ? { kind: 'unchanged', isDenialTold: true } : { kind: 'unchanged' }
}

const accepted = ({ id }: CancelRecord, reference: string): OpenWord => ({ kind: 'open', returnId: id ?? reference })

/**
 * The only request of a refund was refused because of how the sale stands. Nothing of it in the acquirer's sum: that was a no,
 * for a cancel is never sent twice.
 */
export const notPossibleWord = (record: RefundResult | Unchanged): RefundResult =>
  record.kind === 'unchanged' ? { kind: 'failed', reason: notPossible } : record

const notPossible = 'A adquirente não cancela esta venda como ela está. Veja no painel dela o que a impede.'

/**
 * Whether a report of a denied cancel is certainly about this one. A notice has no time and does
 * not name the cancel (docs/design/providers/cielo.md#notice-format). So the acquirer must have
 * accepted this cancel, and no other cancel of the sale may have failed so recently that its notice
 * can still be repeated.
 */
export const isDenialOf = (
  { returnId }: Pick<Refund, 'returnId'>,
  { lastFailureAt, now }: { readonly lastFailureAt: Date | undefined; readonly now: Date },
): boolean =>
  returnId !== undefined &&
  (lastFailureAt === undefined || now.getTime() - lastFailureAt.getTime() >= noticesAreRepeatedMs)

/** A denial that only a notice, or a record without names, told stands when the sum has not moved for so long after it. */
const denialStandsAfterMs = 3_600_000
const noticesAreRepeatedMs = 24 * 3_600_000
