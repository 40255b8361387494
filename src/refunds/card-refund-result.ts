import { dayMs } from '../primitives/durations.ts'
import type { AcquirerFacts, CancelRecord, CardFinding } from '../providers/ports/card.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Refund } from './refund.ts'
import type { OpenResult, RefundResult } from './refund-result.ts'

type Found = Extract<CardFinding, { kind: 'found' }>['outcome']

/** The acquirer's sums equal our books, and show nothing of this refund. */
export interface Unchanged {
  readonly kind: 'unchanged'
  /** The record has a denied cancel without an id. Like a notice, it is only a hint. */
  readonly isDenialReported?: true
}

/**
 * What the acquirer's record of a sale proves about the one open refund of it. A cancel has no id
 * of ours. So the refunded sum decides, and a denial counts only for a cancel that the acquirer had
 * accepted. The age of the refund proves nothing.
 */
export function cardRefundResult(
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
  // Nothing is left of the sale. So the payer has this part too, by one cancel or another.
  if (outcome.kind === 'voided') return { kind: 'completed', differs }
  if (more > 0) return { kind: 'open', differs }
  // The record is older than our books. A later query returns a newer one.
  if (more < 0) return { kind: 'open' }
  return acceptedResult(refund, outcome, now)
}

/** Decides by the state of the cancel itself, if the record has it. */
function acceptedResult(
  { returnId, deniedAt, isSent }: Refund,
  { cancels = [], reference }: AcquirerFacts,
  now: Date,
): RefundResult | Unchanged {
  if (returnId === undefined) {
    const pending = cancels.find(({ state }) => state === 'pending')
    if (!pending) return { kind: 'unchanged' }
    // A sale has one open cancel at a time. So a cancel that is accepted and not completed is this
    // one, if this one may have been sent.
    return isSent ? accepted(pending, reference) : { kind: 'open' }
  }
  // An acquirer that gives cancels no ids reports the last one it knows. That may be an earlier
  // one.
  const last = cancels.find(({ id }) => id === undefined)?.state
  if (last === 'pending') return { kind: 'open' }
  const isDenied = cancels.some(({ id, state }) => id === returnId && state === 'denied')
  const isDenialOld =
    deniedAt !== undefined && now.getTime() - deniedAt.getTime() >= denialStandsAfterMs
  if (isDenied || isDenialOld) return { kind: 'failed', reason: 'A adquirente negou a devolução.' }
  return last === 'denied' ? { kind: 'unchanged', isDenialReported: true } : { kind: 'unchanged' }
}

const accepted = ({ id }: CancelRecord, reference: string): OpenResult => ({
  kind: 'open',
  returnId: id ?? reference,
})

/**
 * The only request of a refund was rejected because of the state of the sale. If the acquirer's sum
 * shows nothing of it, the rejection is final, because a cancel is never sent twice.
 */
export const notPossibleResult = (record: RefundResult | Unchanged): RefundResult =>
  record.kind === 'unchanged' ? { kind: 'failed', reason: notPossible } : record

const notPossible =
  'A adquirente não cancela esta venda como ela está. Veja no painel dela o que a impede.'

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

/** A denial without an id is final when the sum is unchanged for this long after it. */
const denialStandsAfterMs = 3_600_000
const noticesAreRepeatedMs = dayMs
