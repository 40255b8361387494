import { TokenRefused } from '../http/oauth-client.ts'
import { isRejectedBeforeProcessing, type ProviderAnswer } from '../http/provider-client.ts'
import type { MakeUnknown, Unknown } from '../http/unknown.ts'
import { type Rejected, rejected } from './request-rejected.ts'

type Received = Extract<ProviderAnswer, { kind: 'answered' }>
type NotSent = Extract<ProviderAnswer, { kind: 'not-sent' }>

/**
 * A response that was received whole. Without one, the outcome is decided: not sent, or unknown.
 */
export const received = (
  answer: ProviderAnswer,
  unknown: MakeUnknown,
): Received | NotSent | Unknown => (answer.kind === 'lost' ? unknown(answer.cause) : answer)

/**
 * The response to a sale. With 401 and 403 the acquirer rejects our keys, or an address that is not
 * on its list, before it reads the sale. It may reject the keys when it is asked for a token, too.
 */
export function receivedSale(
  answer: ProviderAnswer,
  unknown: MakeUnknown,
): Received | NotSent | Unknown | Rejected {
  if (answer.kind === 'answered' && (answer.status === 401 || answer.status === 403))
    return rejected('provider-misconfigured', String(answer.status))
  if (answer.kind === 'not-sent' && answer.cause instanceof TokenRefused)
    return rejected('provider-misconfigured', String(answer.cause.status))
  return received(answer, unknown)
}

/**
 * The response to a cancel. A cancel that was rejected before processing did nothing: it may be
 * sent again.
 */
export function receivedCancel(
  answer: ProviderAnswer,
  unknown: MakeUnknown,
): Received | NotSent | Unknown {
  if (answer.kind === 'answered' && isRejectedBeforeProcessing(answer.status))
    return { kind: 'not-sent', cause: unknown(`cancel answered ${answer.status}`).cause }
  return received(answer, unknown)
}
