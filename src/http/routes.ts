import { getAccount, listAccounts, patchAccount, postAccount } from './admin/accounts.ts'
import { listCashoutsToApprove, postCashoutApproval, postCashoutDenial } from './admin/cashouts.ts'
import { getClock, postClock } from './admin/clock.ts'
import { listAllDisputes, postDisputeAnswerForAccount } from './admin/disputes.ts'
import { deleteKey, listKeys, postKey, postKeyRotation } from './admin/keys.ts'
import {
  getTrialBalance,
  listCorrections,
  postCorrection,
  postResumeCashouts,
} from './admin/ledger.ts'
import {
  listProviderKinds,
  listProviders,
  patchProvider,
  postProvider,
  postProviderCallback,
} from './admin/providers.ts'
import {
  getCase,
  listCases,
  listSettlementFiles,
  postCaseResolution,
  postReconciliation,
} from './admin/reconciliation.ts'
import {
  getAccountWebhookSecret,
  postAccountWebhookSecretRotation,
} from './admin/webhook-secret.ts'
import { postProviderNotice } from './callbacks/provider-notices.ts'
import { getDocs, getErrorPage, getErrorPages, getEventsPage, getRoot } from './meta/docs.ts'
import { getLive, getReady } from './meta/health.ts'
import {
  getBoletoPdf,
  getPaymentPage,
  getPaymentPageStatus,
  getPaymentReceipt,
} from './pay/payment-page.ts'
import { postCardToken } from './public/card-tokens.ts'
import { postMerchantSession } from './public/merchant-sessions.ts'
import type { AccountRequest, ApiRequest, Endpoint } from './request/endpoint.ts'
import { getCashoutApproval } from './user/cashouts/cashout-approval.ts'
import { getCashoutSchedule, putCashoutSchedule } from './user/cashouts/cashout-schedule.ts'
import {
  getCashout,
  getCashoutReceipt,
  listCashouts,
  postCashout,
  postCashoutCancel,
} from './user/cashouts/cashouts.ts'
import { getEvidence, postEvidence } from './user/disputes/dispute-evidence.ts'
import { getDispute, listDisputes, postDisputeAnswer } from './user/disputes/disputes.ts'
import {
  deleteDomain,
  getDomain,
  getDomainDiagnosis,
  listDomains,
  postDomain,
  postDomainValidation,
} from './user/domains/domains.ts'
import { postRefund } from './user/transactions/refunds.ts'
import {
  getTransaction,
  getTransactionSummary,
  getTransactionTimeline,
  listTransactions,
  postTransaction,
  postTransactionCancel,
  postTransactionCapture,
} from './user/transactions/transactions.ts'
import { getBalance } from './user/wallet/balance.ts'
import { listBlocked } from './user/wallet/blocked-money.ts'
import { listReceivables, postQuote } from './user/wallet/receivables.ts'
import { getStatement, listEntries } from './user/wallet/statement.ts'
import { getEvent, listEvents, postEventResend } from './user/webhooks/events.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  postRedeliveries,
  postRedelivery,
} from './user/webhooks/webhook-deliveries.ts'
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  patchWebhookEndpoint,
  postWebhookEndpoint,
  postWebhookEndpointRotation,
  postWebhookPing,
} from './user/webhooks/webhook-endpoints.ts'
import { getWebhookSecret, postWebhookSecretRotation } from './user/webhooks/webhook-secret.ts'

/**
 * Every route of the gateway in one table. `/metrics` and `/openapi.json` describe this table and
 * are separate.
 */
export const routes: readonly Route[] = [
  user('POST', '/api/user/transactions', postTransaction),
  user('GET', '/api/user/transactions', listTransactions),
  user('GET', '/api/user/transactions/:id', getTransaction),
  user('GET', '/api/user/transactions/:id/summary', getTransactionSummary),
  user('GET', '/api/user/transactions/:id/timeline', getTransactionTimeline),
  user('POST', '/api/user/transactions/:id/refund', postRefund),
  user('POST', '/api/user/transactions/:id/cancel', postTransactionCancel),
  user('POST', '/api/user/transactions/:id/capture', postTransactionCapture),
  user('GET', '/api/user/wallet/balance', getBalance),
  user('GET', '/api/user/wallet/statement', getStatement),
  user('GET', '/api/user/wallet/entries', listEntries),
  user('GET', '/api/user/wallet/blocked', listBlocked),
  user('GET', '/api/user/receivables', listReceivables),
  user('POST', '/api/user/quotes', postQuote),
  user('GET', '/api/user/chargebacks', listDisputes),
  user('GET', '/api/user/chargebacks/:id', getDispute),
  user('POST', '/api/user/chargebacks/:id/answer', postDisputeAnswer),
  user('POST', '/api/user/chargebacks/:id/evidence', postEvidence),
  user('GET', '/api/user/chargebacks/:id/evidence/:evidenceId', getEvidence),
  user('POST', '/api/user/cashout', postCashout),
  user('GET', '/api/user/cashout', listCashouts),
  user('GET', '/api/user/cashout/schedule', getCashoutSchedule),
  user('PUT', '/api/user/cashout/schedule', putCashoutSchedule),
  user('GET', '/api/user/cashout/approval', getCashoutApproval),
  user('GET', '/api/user/cashout/:id', getCashout),
  user('GET', '/api/user/cashout/:id/receipt', getCashoutReceipt),
  user('POST', '/api/user/cashout/:id/cancel', postCashoutCancel),
  user('POST', '/api/user/device-pay/domains', postDomain),
  user('GET', '/api/user/device-pay/domains', listDomains),
  user('GET', '/api/user/device-pay/domains/:id', getDomain),
  user('DELETE', '/api/user/device-pay/domains/:id', deleteDomain),
  user('POST', '/api/user/device-pay/domains/:id/validate', postDomainValidation),
  user('GET', '/api/user/device-pay/domains/:id/diagnosis', getDomainDiagnosis),
  user('GET', '/api/user/events', listEvents),
  user('GET', '/api/user/events/:id', getEvent),
  user('POST', '/api/user/events/:id/resend', postEventResend),
  user('POST', '/api/user/webhooks/endpoints', postWebhookEndpoint),
  user('GET', '/api/user/webhooks/endpoints', listWebhookEndpoints),
  user('GET', '/api/user/webhooks/endpoints/:id', getWebhookEndpoint),
  user('PATCH', '/api/user/webhooks/endpoints/:id', patchWebhookEndpoint),
  user('DELETE', '/api/user/webhooks/endpoints/:id', deleteWebhookEndpoint),
  user('POST', '/api/user/webhooks/endpoints/:id/ping', postWebhookPing),
  user('POST', '/api/user/webhooks/endpoints/:id/secret/rotate', postWebhookEndpointRotation),
  user('GET', '/api/user/webhooks/deliveries', listWebhookDeliveries),
  user('GET', '/api/user/webhooks/deliveries/:id', getWebhookDelivery),
  user('POST', '/api/user/webhooks/deliveries/:id/redeliver', postRedelivery),
  user('POST', '/api/user/webhooks/redeliveries', postRedeliveries),
  user('GET', '/api/user/webhooks/secret', getWebhookSecret),
  user('POST', '/api/user/webhooks/secret/rotate', postWebhookSecretRotation),

  browser('POST', '/api/public/cards/tokens', postCardToken),
  browser('POST', '/api/public/device-pay/validate-merchant', postMerchantSession),

  admin('POST', '/api/admin/accounts', postAccount),
  admin('GET', '/api/admin/accounts', listAccounts),
  admin('GET', '/api/admin/accounts/:id', getAccount),
  admin('PATCH', '/api/admin/accounts/:id', patchAccount),
  admin('POST', '/api/admin/accounts/:id/keys', postKey),
  admin('GET', '/api/admin/accounts/:id/keys', listKeys),
  admin('POST', '/api/admin/accounts/:id/keys/:keyId/rotate', postKeyRotation),
  admin('DELETE', '/api/admin/accounts/:id/keys/:keyId', deleteKey),
  admin('GET', '/api/admin/accounts/:id/webhook-secret', getAccountWebhookSecret),
  admin('POST', '/api/admin/accounts/:id/webhook-secret/rotate', postAccountWebhookSecretRotation),
  admin('GET', '/api/admin/cashouts/to-approve', listCashoutsToApprove),
  admin('POST', '/api/admin/accounts/:id/cashouts/:cashoutId/approve', postCashoutApproval),
  admin('POST', '/api/admin/accounts/:id/cashouts/:cashoutId/deny', postCashoutDenial),
  admin('GET', '/api/admin/disputes', listAllDisputes),
  admin('POST', '/api/admin/accounts/:id/disputes/:disputeId/answer', postDisputeAnswerForAccount),
  admin('GET', '/api/admin/provider-kinds', listProviderKinds),
  admin('POST', '/api/admin/providers', postProvider),
  admin('GET', '/api/admin/providers', listProviders),
  admin('PATCH', '/api/admin/providers/:id', patchProvider),
  admin('POST', '/api/admin/providers/:id/callback', postProviderCallback),
  admin('GET', '/api/admin/reconciliation/cases', listCases),
  admin('GET', '/api/admin/reconciliation/cases/:id', getCase),
  admin('POST', '/api/admin/reconciliation/cases/:id/resolve', postCaseResolution),
  admin('GET', '/api/admin/reconciliation/files', listSettlementFiles),
  admin('POST', '/api/admin/reconciliation/run', postReconciliation),
  admin('GET', '/api/admin/ledger/trial-balance', getTrialBalance),
  admin('POST', '/api/admin/ledger/resume-cashouts', postResumeCashouts),
  admin('POST', '/api/admin/ledger/corrections', postCorrection),
  admin('GET', '/api/admin/ledger/corrections', listCorrections),
  admin('GET', '/api/admin/clock', getClock),
  admin('POST', '/api/admin/clock', postClock),

  open('POST', '/callbacks/:secret', postProviderNotice),
  open('POST', '/callbacks/:secret/pix', postProviderNotice),

  open('GET', '/pay/:secureId', getPaymentPage),
  open('GET', '/pay/:secureId/status', getPaymentPageStatus),
  open('GET', '/pay/:secureId/receipt', getPaymentReceipt),
  open('GET', '/pay/:secureId/boleto.pdf', getBoletoPdf),

  open('GET', '/', getRoot),
  open('GET', '/health/live', getLive),
  open('GET', '/health/ready', getReady),
  open('GET', '/docs', getDocs),
  open('GET', '/docs/events', getEventsPage),
  open('GET', '/docs/errors', getErrorPages),
  open('GET', '/docs/errors/:code', getErrorPage),
]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A row of the table. The request type of a handler follows from who may call it. */
export type Route = { readonly method: Method; readonly path: string } & (
  | { readonly access: 'user'; readonly endpoint: Endpoint<AccountRequest> }
  | { readonly access: 'public'; readonly endpoint: Endpoint<AccountRequest> }
  | { readonly access: 'admin'; readonly endpoint: Endpoint<ApiRequest> }
  | { readonly access: 'open'; readonly endpoint: Endpoint<ApiRequest> }
)

function user(method: Method, path: string, endpoint: Endpoint<AccountRequest>): Route {
  return { method, path, access: 'user', endpoint }
}

function browser(method: Method, path: string, endpoint: Endpoint<AccountRequest>): Route {
  return { method, path, access: 'public', endpoint }
}

function admin(method: Method, path: string, endpoint: Endpoint): Route {
  return { method, path, access: 'admin', endpoint }
}

function open(method: Method, path: string, endpoint: Endpoint): Route {
  return { method, path, access: 'open', endpoint }
}
