import type { EventType } from '../../contract/events.ts'

/** The meaning of each event in English. The catalogue has it in Portuguese. */
export const englishEvents: Readonly<Record<EventType, string>> = {
  'transaction.waiting_payment':
    'The transaction was created and waits for its payment, or the card is under analysis.',
  'transaction.authorized': 'The card was authorized and waits for its capture.',
  'transaction.paid': 'The payment was confirmed.',
  'transaction.refused': 'The payment was refused. The reason is in data.refusedReason.',
  'transaction.canceled': 'The transaction expired or was canceled without a payment.',
  'transaction.boleto_registered':
    'The bank registered a boleto that it received by file. The status stays the same, and it can be paid now.',
  'transaction.boleto_protest':
    'The bank took the boleto to protest, or out of it: see data.boleto.inProtestSince. The status stays the same, and it can still be paid.',
  'transaction.refunded': 'The whole amount was returned to the payer.',
  'transaction.partially_refunded':
    'A part was returned to the payer, by a refund or by a MED that was lost in part. See data.refunds and data.disputes; data.status shows whether a dispute is still open.',
  'transaction.refund_failed': 'A refund could not be done. The money is in the balance again.',
  'transaction.refund_returned':
    'The receiving bank returned the PIX of a refund. The amount is a new credit of the balance.',
  'transaction.in_protest': 'The payment is in dispute and the money is blocked.',
  'transaction.chargedback': 'The dispute was lost and the money was returned to the payer.',
  'transaction.dispute_opened':
    'A dispute was opened and the status did not change: there was another one, or no amount of the payment is left.',
  'transaction.dispute_reopened':
    'The issuer opened the dispute again. The new stage needs another answer.',
  'transaction.dispute_due': 'The time to answer a dispute ends in 48 hours, and it has no answer.',
  'transaction.dispute_answered':
    'A dispute was answered. The answer is sent to the issuer or the bank.',
  'transaction.dispute_answer_rejected':
    'The issuer or the bank rejected the answer to a dispute. You can send another one until the deadline.',
  'transaction.dispute_won': 'A dispute was won, or a lost one was reversed. The money is yours.',
  'transaction.dispute_lost': 'A dispute was lost. The rest of the payment stays as it was.',
  'device_pay_domain.unreachable':
    'The file of a verified domain disappeared. The domain is PENDING again and the button stopped. Read data.lastError, publish the file and validate again.',
  'cashout.pending': 'The cashout was requested and its amount is reserved.',
  'cashout.processing': 'The cashout is at the bank.',
  'cashout.completed': 'The money arrived.',
  'cashout.failed': 'The bank refused the cashout. The amount is in the balance again.',
  'cashout.canceled':
    'The cashout was canceled before it left. The amount is in the balance again.',
  'cashout.refunded': 'The receiver returned the money of a cashout.',
  'cashout.partially_refunded': 'The receiver returned a part of the money of a cashout.',
  'payment_link.created': 'A payment link was created.',
  'payment_link.updated': 'A payment link changed: its offer, end, limit or status.',
  'payment_link.completed': 'The last use of a payment link with a limit was paid.',
  'webhook_endpoint.failing':
    'All notices to this address have failed for five days. Correct the address; the events stay in the feed.',
}
