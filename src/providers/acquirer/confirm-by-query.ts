import type { Cents } from '../../primitives/money.ts'
import { unknownFrom } from '../http/unknown.ts'
import type { CancelOutcome, CaptureOutcome, CardFinding } from '../ports/card.ts'

/** The answer alone cannot tell: query the sale, then `confirmCapture` or `confirmCancel`. */
export interface NeedsQuery {
  readonly kind: 'needs-query'
  /** The acquirer's code, for the record. */
  readonly code: string
  /** The code is a no to this request: whatever the sale says, it was not done by it. */
  readonly isRefused?: true
}

export const needsQuery = (answer: { readonly kind: string }): answer is NeedsQuery =>
  answer.kind === 'needs-query'

/** Whether a capture was done, by the sale itself. `code`: what the capture was answered. */
export function confirmCapture(finding: CardFinding, amount: Cents, code: string): CaptureOutcome {
  if (finding.kind !== 'found')
    return unknown(`a capture that the sale does not confirm: ${finding.kind}`)
  const { outcome } = finding
  switch (outcome.kind) {
    case 'approved':
      return outcome.captured && outcome.amount === amount
        ? outcome
        : unknown(`capture answered ${code}, sale not captured`)
    case 'refused':
      return outcome
    case 'voided':
      return {
        kind: 'refused',
        reference: outcome.reference,
        code,
        reason: 'A venda já foi cancelada.',
        retryable: false,
      }
    default:
      return unknown(`capture answered ${code}, sale ${outcome.kind}`)
  }
}

/**
 * A sale cancelled whole has nothing left to give back: whichever request did it, ours is done. How
 * much of a sale was cancelled in parts says nothing of this request to who does not know the sum
 * before it: our caller compares `voidedAmount` with its own.
 */
export function confirmCancel(
  finding: CardFinding,
  { code, isRefused }: Pick<NeedsQuery, 'code' | 'isRefused'>,
): CancelOutcome {
  if (finding.kind !== 'found') return unknown(`cancel answered ${code}, sale ${finding.kind}`)
  const { outcome } = finding
  if (outcome.kind === 'voided') return { kind: 'cancelled', reference: outcome.reference }
  if (outcome.kind === 'refused')
    return { kind: 'denied', code, message: 'A venda não foi aprovada: não há o que cancelar.' }
  if (isRefused && outcome.kind === 'approved') return { kind: 'not-possible', code }
  return unknown(`cancel answered ${code}, sale ${outcome.kind}`)
}

const unknown = unknownFrom()
