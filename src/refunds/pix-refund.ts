import type { App } from '../app.ts'
import { bareId } from '../primitives/id.ts'
import { callMsOf } from '../providers/polling/retry-schedule.ts'
import type { Sending } from './record-refund-result.ts'
import { interpretPixFinding, interpretPixRefund, type RefundResult } from './refund-result.ts'

/** Requests the refund, under its own id, from the bank that received the PIX. */
export async function sendPixRefund(
  app: Pick<App, 'config' | 'providers'>,
  { refund, transaction }: Sending,
): Promise<RefundResult> {
  const outcome = await app.providers.pix(transaction.providerId).refund(
    {
      refundId: bareId(refund.id),
      endToEndId: transaction.pix?.endToEndId ?? '',
      amount: refund.amount,
    },
    AbortSignal.timeout(callMsOf(app)),
  )
  return interpretPixRefund(refund, outcome)
}

/**
 * Queries the bank's record of a refund. A refund may be sent again, because its id stays the same.
 */
export async function findPixRefund(
  app: Pick<App, 'providers'>,
  { refund, transaction }: Sending,
  signal: AbortSignal,
): Promise<RefundResult | 'may-be-sent'> {
  const finding = await app.providers
    .pix(transaction.providerId)
    .findRefund(transaction.pix?.endToEndId ?? '', bareId(refund.id), signal)
  return finding.kind === 'not-found' ? 'may-be-sent' : interpretPixFinding(refund, finding)
}
