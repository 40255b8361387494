import type { NeedsQuery } from '../acquirer/confirm-by-query.ts'
import { received, receivedCancel } from '../acquirer/received.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import type { CancelOutcome, CaptureOutcome } from '../ports/card.ts'
import { decodeCharge, decodeErrorFields } from './decode.ts'
import { unknown } from './sale-outcome.ts'

/**
 * Both responses contain the current charge, but only a query is Pagar.me's own record of the
 * captured amount.
 */
export function captureAnswer(
  response: ProviderAnswer,
): Exclude<CaptureOutcome, { kind: 'approved' | 'refused' }> | NeedsQuery {
  const answer = received(response, unknown)
  if (answer.kind !== 'answered') return answer
  if (answer.status === 412 && decodeErrorFields(answer.text))
    return { kind: 'needs-query', code: '412', isRefused: true }
  if (answer.status !== 200) return unknown(`capture answered ${answer.status}`)
  const charge = decodeCharge(answer.text)
  return charge
    ? { kind: 'needs-query', code: charge.transaction.status }
    : unknown('unreadable answer to a capture')
}

export function cancelAnswer(
  response: ProviderAnswer,
  reference: string,
): CancelOutcome | NeedsQuery {
  const answer = receivedCancel(response, unknown)
  if (answer.kind !== 'answered') return answer
  if (answer.status === 412 && decodeErrorFields(answer.text))
    return { kind: 'needs-query', code: '412', isRefused: true }
  if (
    answer.status === 422 &&
    decodeErrorFields(answer.text)?.some((field) => field === 'amount')
  ) {
    return { kind: 'denied', code: '422', message: 'O valor é maior que o que resta da venda.' }
  }
  if (answer.status !== 200) return unknown(`cancel answered ${answer.status}`)
  const charge = decodeCharge(answer.text)
  if (!charge) return unknown('unreadable answer to a cancel')
  if (charge.id !== reference) return unknown('the answer is about another charge')
  const { status, returnCode = '' } = charge.transaction
  switch (status) {
    case 'refunded':
    case 'voided':
    case 'partial_refunded':
    case 'partial_void':
      return { kind: 'cancelled', reference }
    case 'waiting_cancellation':
      return { kind: 'pending', reference }
    case 'error_on_refunding':
    case 'error_on_voiding':
      return { kind: 'denied', code: returnCode || status, message: notCancelled }
    default:
      return { kind: 'needs-query', code: status }
  }
}

const notCancelled = 'A adquirente não concluiu o cancelamento. Tente nos próximos dias.'
