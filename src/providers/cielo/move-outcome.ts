import type { Cents } from '../../primitives/money.ts'
import type { CancelOutcome, CaptureOutcome, CardFinding } from '../card.ts'
import type { ProviderAnswer } from '../provider-client.ts'
import { decodeErrorCodes, decodeMove } from './decode.ts'
import { cancelCode, cancelErrorDenial } from './return-codes.ts'
import { unknown } from './sale-outcome.ts'

/** The answer alone cannot tell: query the sale, then `settleCapture` or `settleCancel`. */
export interface Ask {
  readonly kind: 'ask'
  /** Cielo's code, for the record. */
  readonly code: string
}

const noSuchSale = 307
const notAvailableToCapture = 308
const notAvailableToVoid = 309

/** A yes to a capture names no amount, so the sale itself is always asked. */
export function captureAnswer(answer: ProviderAnswer): Exclude<CaptureOutcome, { kind: 'approved' }> | Ask {
  if (answer.kind === 'not-sent') return answer
  if (answer.kind === 'lost') return unknown(answer.cause)
  const codes = answer.status === 400 ? decodeErrorCodes(answer.text) : undefined
  if (codes?.includes(notAvailableToCapture)) return { kind: 'ask', code: String(notAvailableToCapture) }
  if (answer.status !== 200) return unknown(`capture answered ${answer.status}`)
  const move = decodeMove(answer.text)
  if (!move) return unknown('unreadable answer to a capture')
  return { kind: 'ask', code: move.returnCode ?? '' }
}

export function settleCapture(finding: CardFinding, amount: Cents, code: string): CaptureOutcome {
  if (finding.kind !== 'found') return unknown(`a capture that the sale does not confirm: ${finding.kind}`)
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

/** Success is a 200 and either the status of a whole cancel, or a part's two codes (acquirers 3.7). */
export function cancelAnswer(answer: ProviderAnswer, reference: string): CancelOutcome | Ask {
  if (answer.kind === 'not-sent') return answer
  if (answer.kind === 'lost') return unknown(answer.cause)
  if (answer.status === 400) return cancelError(decodeErrorCodes(answer.text))
  if (answer.status !== 200) return unknown(`cancel answered ${answer.status}`)
  const move = decodeMove(answer.text)
  if (!move) return unknown('unreadable answer to a cancel')
  if (move.status === 10 || move.status === 11) return { kind: 'cancelled', reference }
  const code = move.returnCode ?? ''
  const meaning = cancelCode(code)
  switch (meaning.means) {
    case 'done':
      return move.status === 2 && move.reasonCode === 0 ? { kind: 'cancelled', reference } : { kind: 'ask', code }
    case 'pending':
      return { kind: 'pending', reference }
    case 'denied':
      return { kind: 'denied', code, message: meaning.message }
    case 'ask':
      return { kind: 'ask', code }
  }
}

/** A cancel by order id, told there is no such sale. */
export const isNoSuchSale = (answer: ProviderAnswer): boolean =>
  answer.kind === 'answered' &&
  (answer.status === 404 || (answer.status === 400 && decodeErrorCodes(answer.text)?.includes(noSuchSale) === true))

function cancelError(codes: readonly number[] | undefined): CancelOutcome | Ask {
  const [code] = codes ?? []
  if (code === undefined) return unknown('cancel answered 400, unreadable')
  const message = cancelErrorDenial(code)
  if (message) return { kind: 'denied', code: String(code), message }
  return code === notAvailableToVoid
    ? { kind: 'ask', code: String(code) }
    : unknown(`cancel answered 400, code ${code}`)
}

/**
 * A sale cancelled whole has nothing left to give back: whichever request did it, ours is done. How much of a sale
 * was cancelled in parts says nothing of this request to who does not know the sum before it: our caller compares
 * `voidedAmount` with its own.
 */
export function settleCancel(finding: CardFinding, code: string): CancelOutcome {
  if (finding.kind !== 'found') return unknown(`cancel answered ${code}, sale ${finding.kind}`)
  const { outcome } = finding
  if (outcome.kind === 'voided') return { kind: 'cancelled', reference: outcome.reference }
  if (outcome.kind === 'refused')
    return { kind: 'denied', code, message: 'A venda não foi aprovada: não há o que cancelar.' }
  return unknown(`cancel answered ${code}, sale ${outcome.kind}`)
}
