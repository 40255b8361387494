import type { NeedsQuery } from '../acquirer/confirm-by-query.ts'
import { received, receivedCancel } from '../acquirer/received.ts'
import { present } from '../http/json-reader.ts'
import { isRejectedBeforeProcessing, type ProviderAnswer } from '../http/provider-client.ts'
import type { Unknown } from '../http/unknown.ts'
import type { CancelOutcome, CaptureOutcome } from '../ports/card.ts'
import { decodeAnswer } from './decode.ts'
import { alreadyCaptured, approved, cancelCodes } from './return-codes.ts'
import { unknown } from './sale-outcome.ts'

/** The response to a successful capture names no amount, so the sale itself is always queried. */
export function captureAnswer(
  response: ProviderAnswer,
): Exclude<CaptureOutcome, { kind: 'approved' | 'refused' }> | NeedsQuery {
  const answer = received(response, unknown)
  if (answer.kind !== 'answered') return answer
  const code = codeOf(answer, 'capture')
  if (typeof code !== 'string') return code
  if (notToCapture.has(code)) return { kind: 'needs-query', code, isRefused: true }
  return code === approved || code === alreadyCaptured
    ? { kind: 'needs-query', code }
    : unknown(`capture answered code ${code}`)
}

export function cancelAnswer(
  response: ProviderAnswer,
  reference: string,
): CancelOutcome | NeedsQuery {
  const answer = receivedCancel(response, unknown)
  if (answer.kind !== 'answered') return answer
  const code = codeOf(answer, 'cancel')
  if (typeof code !== 'string') return code
  const meaning = cancelCodes.get(code)
  if (meaning === 'done') return { kind: 'cancelled', reference }
  if (meaning === 'pending')
    return { kind: 'pending', reference, ...present({ cancelId: refundIdIn(answer) }) }
  return meaning ? { kind: 'denied', code, message: meaning.denied } : { kind: 'needs-query', code }
}

const refundIdIn = ({ text }: Whole): string | undefined => decodeAnswer(text)?.refundId

/** The authorization is too old or was canceled, or the operation is not allowed. */
const notToCapture: ReadonlySet<string> = new Set(['86', '171', '173'])

type Whole = Extract<ProviderAnswer, { kind: 'answered' }>

function codeOf({ status, text }: Whole, what: string): string | Unknown {
  if (isRejectedBeforeProcessing(status) || status >= 500)
    return unknown(`${what} answered ${status}`)
  return decodeAnswer(text)?.returnCode ?? unknown(`unreadable answer to a ${what}`)
}
