import type { NeedsQuery } from '../acquirer/confirm-by-query.ts'
import { present } from '../http/json-reader.ts'
import { isRejectedBeforeProcessing, type ProviderAnswer } from '../http/provider-client.ts'
import type { CancelOutcome, CaptureOutcome } from '../ports/card.ts'
import { decodeAnswer } from './decode.ts'
import { alreadyCaptured, approved, refundCodes } from './return-codes.ts'
import { unknown } from './sale-outcome.ts'

/** A yes names no captured amount, so the sale itself is always asked. */
export function captureAnswer(
  answer: ProviderAnswer,
): Exclude<CaptureOutcome, { kind: 'approved' | 'refused' }> | NeedsQuery {
  const code = codeOf(answer, 'capture')
  if (typeof code !== 'string') return code
  const isTelling = code === approved || code === alreadyCaptured || code === notToCapture
  return isTelling ? { kind: 'needs-query', code } : unknown(`capture answered code ${code}`)
}

export function refundAnswer(answer: ProviderAnswer, reference: string): CancelOutcome | NeedsQuery {
  if (answer.kind === 'answered' && isRejectedBeforeProcessing(answer.status))
    return { kind: 'not-sent', cause: unknown(`refund answered ${answer.status}`).cause }
  const code = codeOf(answer, 'refund')
  if (typeof code !== 'string') return code
  const meaning = refundCodes.get(code)
  if (meaning === 'done') return { kind: 'cancelled', reference }
  if (meaning === 'pending') return { kind: 'pending', reference, ...present({ cancelId: refundIdIn(answer) }) }
  return meaning ? { kind: 'denied', code, message: meaning.denied } : { kind: 'needs-query', code }
}

const refundIdIn = (answer: ProviderAnswer): string | undefined =>
  answer.kind === 'answered' ? decodeAnswer(answer.text)?.refundId : undefined

/** The authorisation is too old, or was cancelled. */
const notToCapture = '86'

function codeOf(answer: ProviderAnswer, what: string): string | Extract<CancelOutcome, { cause: unknown }> {
  if (answer.kind === 'not-sent') return answer
  if (answer.kind === 'lost') return unknown(answer.cause)
  const { status, text } = answer
  if (status === 401 || status === 403 || status === 429 || status >= 500) return unknown(`${what} answered ${status}`)
  return decodeAnswer(text)?.returnCode ?? unknown(`unreadable answer to a ${what}`)
}
