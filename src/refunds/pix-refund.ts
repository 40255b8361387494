import type { App } from '../app.ts'
import { bareId } from '../primitives/id.ts'
import { callMsOf } from '../providers/polling/retry-schedule.ts'
import type { Sending } from './record-refund-result.ts'
import { interpretPixRefund, pixFindingWord, type RefundResult } from './refund-result.ts'

/** Asks the bank that received a PIX to return an amount of it, under the id of the refund. */
export async function sendPixRefund(
  app: App,
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

/** What the bank knows of a refund. The same id means the same refund, so it may be sent again. */
export async function findPixRefund(
  app: App,
  { refund, transaction }: Sending,
  signal: AbortSignal,
): Promise<RefundResult | 'may-be-sent'> {
  const finding = await app.providers
    .pix(transaction.providerId)
    .findRefund(transaction.pix?.endToEndId ?? '', bareId(refund.id), signal)
  return finding.kind === 'not-found' ? 'may-be-sent' : pixFindingWord(refund, finding)
}
