import type { NeedsQuery } from '../acquirer/confirm-by-query.ts'
import { received, receivedCancel } from '../acquirer/received.ts'
import { isNotFound } from '../http/not-found.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import type { CancelOutcome, CaptureOutcome } from '../ports/card.ts'
import { decodeErrorCodes, decodeMove } from './decode.ts'
import { cancelCode, cancelErrorDenial } from './return-codes.ts'
import { unknown } from './sale-outcome.ts'

const noSuchSale = 307
const notAvailableToCapture = 308
const notAvailableToVoid = 309

/** The response to a successful capture names no amount, so the sale itself is always queried. */
export function captureAnswer(
  response: ProviderAnswer,
): Exclude<CaptureOutcome, { kind: 'approved' }> | NeedsQuery {
  const answer = received(response, unknown)
  if (answer.kind !== 'answered') return answer
  const codes = answer.status === 400 ? decodeErrorCodes(answer.text) : undefined
  if (codes?.includes(notAvailableToCapture))
    return { kind: 'needs-query', code: String(notAvailableToCapture), isRefused: true }
  if (answer.status !== 200) return unknown(`capture answered ${answer.status}`)
  const move = decodeMove(answer.text)
  if (!move) return unknown('unreadable answer to a capture')
  return { kind: 'needs-query', code: move.returnCode ?? '' }
}

/**
 * Success is a 200 with the status of a whole cancel, or with both codes of a partial one
 * (docs/design/providers/cielo.md#cancel-responses).
 */
export function cancelAnswer(
  response: ProviderAnswer,
  reference: string,
): CancelOutcome | NeedsQuery {
  const answer = receivedCancel(response, unknown)
  if (answer.kind !== 'answered') return answer
  if (answer.status === 400) return cancelError(decodeErrorCodes(answer.text))
  if (answer.status !== 200) return unknown(`cancel answered ${answer.status}`)
  const move = decodeMove(answer.text)
  if (!move) return unknown('unreadable answer to a cancel')
  if (move.status === 10 || move.status === 11) return { kind: 'cancelled', reference }
  const code = move.returnCode ?? ''
  const meaning = cancelCode(code)
  switch (meaning.result) {
    case 'done':
      return move.status === 2 && move.reasonCode === 0
        ? { kind: 'cancelled', reference }
        : { kind: 'needs-query', code }
    case 'pending':
      return { kind: 'pending', reference }
    case 'denied':
      return { kind: 'denied', code, message: meaning.message }
    case 'wait':
      return { kind: 'not-sent', cause: unknown(`cancel answered ${code}`).cause }
    case 'not-possible':
      return { kind: 'needs-query', code, isRefused: true }
    case 'query':
      return { kind: 'needs-query', code }
  }
}

/** The response to a cancel by order id says that the sale does not exist. */
export const isNoSuchSale = (answer: ProviderAnswer): boolean =>
  isNotFound(answer) ||
  (answer.kind === 'answered' &&
    answer.status === 400 &&
    decodeErrorCodes(answer.text)?.includes(noSuchSale) === true)

function cancelError(codes: readonly number[] | undefined): CancelOutcome | NeedsQuery {
  const [code] = codes ?? []
  if (code === undefined) return unknown('cancel answered 400, unreadable')
  const message = cancelErrorDenial(code)
  if (message) return { kind: 'denied', code: String(code), message }
  return code === notAvailableToVoid
    ? { kind: 'needs-query', code: String(code), isRefused: true }
    : unknown(`cancel answered 400, code ${code}`)
}
