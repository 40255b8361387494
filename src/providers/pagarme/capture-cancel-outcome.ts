import type { NeedsQuery } from '../acquirer/confirm-by-query.ts'
import { isRejectedBeforeProcessing, type ProviderAnswer } from '../http/provider-client.ts'
import type { CancelOutcome, CaptureOutcome } from '../ports/card.ts'
import { decodeCharge, decodeErrorFields } from './decode.ts'
import { unknown } from './sale-outcome.ts'

/** Both answers tell the charge as it stands, but only a query is Pagar.me's own record of what was captured. */
export function captureAnswer(
  answer: ProviderAnswer,
): Exclude<CaptureOutcome, { kind: 'approved' | 'refused' }> | NeedsQuery {
  if (answer.kind === 'not-sent') return answer
  if (answer.kind === 'lost') return unknown(answer.cause)
  if (answer.status === 412 && decodeErrorFields(answer.text)) return { kind: 'needs-query', code: '412' }
  if (answer.status !== 200) return unknown(`capture answered ${answer.status}`)
  const charge = decodeCharge(answer.text)
  return charge ? { kind: 'needs-query', code: charge.transaction.status } : unknown('unreadable answer to a capture')
}

export function cancelAnswer(answer: ProviderAnswer, reference: string): CancelOutcome | NeedsQuery {
  if (answer.kind === 'not-sent') return answer
  if (answer.kind === 'lost') return unknown(answer.cause)
  if (isRejectedBeforeProcessing(answer.status))
    return { kind: 'not-sent', cause: unknown(`cancel answered ${answer.status}`).cause }
  if (answer.status === 412 && decodeErrorFields(answer.text))
    return { kind: 'needs-query', code: '412', isRefused: true }
  if (answer.status === 422 && decodeErrorFields(answer.text)?.some((field) => field === 'amount')) {
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
