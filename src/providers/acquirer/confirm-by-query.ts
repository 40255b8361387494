import type { Cents } from '../../primitives/money.ts'
import { unknownFrom } from '../http/unknown.ts'
import type { CancelOutcome, CaptureOutcome, CardFinding } from '../ports/card.ts'

/**
 * The response does not decide the outcome: query the sale, then call `confirmCapture` or
 * `confirmCancel`.
 */
export interface NeedsQuery {
  readonly kind: 'needs-query'
  /** The acquirer's code, for the record. */
  readonly code: string
  /** The code rejects this request: it was not carried out, whatever the state of the sale is. */
  readonly isRefused?: true
}

export const needsQuery = (answer: { readonly kind: string }): answer is NeedsQuery =>
  answer.kind === 'needs-query'

/**
 * Whether a capture was carried out, according to the sale itself. `code`: the code in the response
 * to the capture.
 */
export function confirmCapture(
  finding: CardFinding,
  amount: Cents,
  { code, isRefused }: Pick<NeedsQuery, 'code' | 'isRefused'>,
): CaptureOutcome {
  if (finding.kind !== 'found')
    return unknown(`a capture that the sale does not confirm: ${finding.kind}`)
  const { outcome } = finding
  switch (outcome.kind) {
    case 'approved':
      if (outcome.captured && outcome.amount === amount) return outcome
      return isRefused && !outcome.captured
        ? { kind: 'not-possible', code }
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
 * A sale that is wholly canceled has no amount left to return. Therefore our request is done,
 * whichever request canceled the sale. A partly canceled sale proves nothing about this request
 * without the sum before it: the caller compares `voidedAmount` with its own sum.
 */
export function confirmCancel(
  finding: CardFinding,
  { code, isRefused }: Pick<NeedsQuery, 'code' | 'isRefused'>,
): CancelOutcome {
  // An acquirer may not show an old sale any more.
  if (isRefused && finding.kind === 'not-found') return { kind: 'not-possible', code }
  if (finding.kind !== 'found') return unknown(`cancel answered ${code}, sale ${finding.kind}`)
  const { outcome } = finding
  if (outcome.kind === 'voided') return { kind: 'cancelled', reference: outcome.reference }
  if (outcome.kind === 'refused')
    return { kind: 'denied', code, message: 'A venda não foi aprovada: não há o que cancelar.' }
  if (isRefused && outcome.kind === 'approved') return { kind: 'not-possible', code }
  return unknown(`cancel answered ${code}, sale ${outcome.kind}`)
}

const unknown = unknownFrom()
