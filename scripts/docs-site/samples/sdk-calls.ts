import type { SampleRequest } from './sample-request.ts'

/**
 * The call of `@guiche/server` for each operation that has one. ID and BODY stand for the values of
 * the sample.
 */
const calls: Readonly<Record<string, string>> = {
  postUserTransactions: 'transactions.create(BODY)',
  getUserTransactions: 'transactions.list().take(10)',
  getUserTransactionsId: 'transactions.get(ID)',
  getUserTransactionsIdSummary: 'transactions.summary(ID)',
  getUserTransactionsIdTimeline: 'transactions.timeline(ID)',
  postUserTransactionsIdRefund: 'transactions.refund(ID, BODY)',
  postUserTransactionsIdRefundQuote: 'transactions.quoteRefund(ID, BODY)',
  postUserTransactionsIdCancel: 'transactions.cancel(ID)',
  postUserTransactionsIdCapture: 'transactions.capture(ID)',
  postUserPaymentLinks: 'paymentLinks.create(BODY)',
  getUserPaymentLinks: 'paymentLinks.list().take(10)',
  getUserPaymentLinksId: 'paymentLinks.get(ID)',
  patchUserPaymentLinksId: 'paymentLinks.update(ID, BODY)',
  getUserPaymentLinksIdQrSvg: 'paymentLinks.qrSvg(ID)',
  getUserPaymentLinksIdQrPng: 'paymentLinks.qrPng(ID)',
  postUserCheckoutSessions: 'checkoutSessions.create(BODY)',
  getUserCheckoutSessions: 'checkoutSessions.list().take(10)',
  getUserCheckoutSessionsId: 'checkoutSessions.get(ID)',
  postUserCheckoutSessionsIdExpire: 'checkoutSessions.expire(ID)',
  getUserBrand: 'account.brand()',
  putUserBrand: 'account.setBrand(BODY)',
  getUserWalletBalance: 'wallet.balance()',
  getUserWalletStatement: 'wallet.statement().take(10)',
  getUserWalletEntries: 'wallet.entries().take(10)',
  getUserWalletBlocked: 'wallet.blocked().take(10)',
  getUserReceivables: 'wallet.receivables().take(10)',
  getUserReceivablesCalendar: 'wallet.receivableCalendar()',
  postUserQuotes: 'wallet.quote(BODY)',
  getUserChargebacks: 'disputes.list().take(10)',
  getUserChargebacksId: 'disputes.get(ID)',
  postUserChargebacksIdAnswer: 'disputes.answer(ID, BODY)',
  getUserChargebacksIdEvidenceEvidenceId: 'disputes.downloadEvidence(ID, SECOND)',
  postUserCashout: 'cashouts.create(BODY)',
  postUserCashoutReceiver: 'cashouts.receiver(BODY)',
  getUserCashout: 'cashouts.list().take(10)',
  getUserCashoutSchedule: 'cashouts.schedule()',
  putUserCashoutSchedule: 'cashouts.setSchedule(BODY)',
  getUserCashoutApproval: 'cashouts.approval()',
  getUserCashoutId: 'cashouts.get(ID)',
  getUserCashoutIdReceipt: 'cashouts.receipt(ID)',
  postUserCashoutIdCancel: 'cashouts.cancel(ID)',
  postUserDevicePayDomains: "devicePay.domains.register('loja.com.br')",
  getUserDevicePayDomains: 'devicePay.domains.list().take(10)',
  getUserDevicePayDomainsId: 'devicePay.domains.get(ID)',
  deleteUserDevicePayDomainsId: 'devicePay.domains.remove(ID)',
  postUserDevicePayDomainsIdValidate: 'devicePay.domains.validate(ID)',
  getUserDevicePayDomainsIdDiagnosis: 'devicePay.domains.diagnose(ID)',
  getUserEvents: 'events.read()',
  getUserEventsId: 'events.get(ID)',
  postUserEventsIdResend: 'events.resend(ID)',
  postUserWebhooksEndpoints: 'webhooks.endpoints.create(BODY)',
  getUserWebhooksEndpoints: 'webhooks.endpoints.list()',
  getUserWebhooksEndpointsId: 'webhooks.endpoints.get(ID)',
  patchUserWebhooksEndpointsId: 'webhooks.endpoints.update(ID, BODY)',
  deleteUserWebhooksEndpointsId: 'webhooks.endpoints.remove(ID)',
  postUserWebhooksEndpointsIdPing: 'webhooks.endpoints.ping(ID)',
  postUserWebhooksEndpointsIdSecretRotate: 'webhooks.endpoints.rotateSecret(ID)',
  getUserWebhooksDeliveries: 'webhooks.deliveries.list().take(10)',
  getUserWebhooksDeliveriesId: 'webhooks.deliveries.get(ID)',
  postUserWebhooksDeliveriesIdRedeliver: 'webhooks.deliveries.redeliver(ID)',
  postUserWebhooksRedeliveries: 'webhooks.deliveries.redeliverAll(BODY)',
  getUserWebhooksSecret: 'webhooks.secret()',
  postUserWebhooksSecretRotate: 'webhooks.rotateSecret()',
  getUserAccount: 'account.get()',
  getUserRequests: 'requests.list().take(10)',
  getUserRequestsId: 'requests.get(ID)',
  getUserKeys: 'keys.list()',
}

/** Calls that are more than one expression. */
const programs: Readonly<Record<string, string>> = {
  postUserChargebacksIdEvidence: `const evidence = await guiche.disputes.addEvidence(ID, {
  name: 'entrega.pdf',
  contentType: 'application/pdf',
  content: await readFile('entrega.pdf'),
})
console.log(evidence)`,
  getUserEventsStream: `for await (const event of guiche.events.stream()) {
  console.log(event.type, event.objectId)
  break // Without this line the loop goes on with each new event.
}`,
}

/** The lines of a program that calls the SDK. Undefined: the SDK does not have the operation. */
export function sdkProgram(
  { operationId, ids, body }: SampleRequest,
  literal: (value: unknown) => string,
): string | undefined {
  const call = calls[operationId]
  const program =
    call === undefined
      ? programs[operationId]
      : call.includes('.remove(')
        ? `await guiche.${call}`
        : `const result = await guiche.${call}\nconsole.log(result)`
  return program
    ?.replace('ID', () => literal(ids[0]))
    .replace('SECOND', () => literal(ids[1]))
    .replace('BODY', () => literal(body))
}
