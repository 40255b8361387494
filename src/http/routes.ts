import type { ReadAction } from '../../contract/audit.ts'
import type {
  AccountPermission,
  BrowserPermission,
  OperatorPermission,
} from '../../contract/permission.ts'
import { deleteAccountInvitation, postAccountInvitation } from './admin/account-people.ts'
import { accountView } from './admin/account-view.ts'
import { getAccount, listAccounts, patchAccount, postAccount } from './admin/accounts.ts'
import {
  getApproval,
  listApprovals,
  postApproval,
  postApprovalResult,
  postRejection,
  postWithdrawal,
} from './admin/approvals.ts'
import { listOperatorAudit } from './admin/audit.ts'
import {
  listCashoutsToApprove,
  postCashoutApproval as postAccountCashoutApproval,
  postCashoutDenial as postAccountCashoutDenial,
} from './admin/cashouts.ts'
import { getClock, postClock } from './admin/clock.ts'
import { listAllDisputes, postDisputeAnswerForAccount } from './admin/disputes.ts'
import {
  deleteKey as deleteAccountKey,
  listKeys as listAccountKeys,
  postKey as postAccountKey,
  postKeyRotation as postAccountKeyRotation,
} from './admin/keys.ts'
import {
  getTrialBalance,
  listCorrections,
  postLedgerCorrection,
  postResumeCashouts,
} from './admin/ledger.ts'
import { listLedgerBalances, listLedgerDays, listLedgerEntries } from './admin/ledger-reading.ts'
import { getOperatorOverview } from './admin/overview.ts'
import {
  deleteOperator,
  deleteOperatorInvitation,
  deletePersonSuspension,
  listOperators,
  patchOperator,
  postOperatorInvitation,
  postPersonSuspension,
} from './admin/people.ts'
import { getProviderHealth, listProviders } from './admin/provider-health.ts'
import {
  listProviderKinds,
  patchProvider,
  postProvider,
  postProviderCallback,
} from './admin/providers.ts'
import {
  getCase,
  listCases,
  postCaseResolution,
  postReconciliation,
} from './admin/reconciliation.ts'
import {
  getSettlementFile,
  listSettlementFiles,
  listSettlementLines,
} from './admin/settlement-files.ts'
import {
  getAccountWebhookSecret,
  postAccountWebhookSecretRotation,
} from './admin/webhook-secret.ts'
import { getWork, listStuckWork } from './admin/work.ts'
import { postDeviceDecision, postDeviceLogin, postDevicePoll } from './auth/device.ts'
import { postInvitationAcceptance, postInvitationReading } from './auth/invitations.ts'
import {
  deleteLogin,
  deleteOtherLogins,
  getInstallation,
  getLogin,
  listLogins,
  putAccount,
} from './auth/logins.ts'
import { getNotifications, putNotifications } from './auth/notifications.ts'
import {
  deletePasskey,
  listPasskeys,
  patchPasskey,
  postPasskey,
  postPasskeyChallenge,
  postPasskeyCreation,
  postPasskeySignIn,
  postPasskeySignInBegin,
} from './auth/passkeys.ts'
import { postForgottenPassword, postPassword, postPasswordReset } from './auth/passwords.ts'
import { patchPerson as patchOwnPerson } from './auth/person.ts'
import {
  deleteTotp,
  getSecondFactors,
  postRecoveryCodes,
  postTotp,
  postTotpConfirmation,
} from './auth/second-factor.ts'
import { postProof, postSecondFactor, postSignIn, postSignOut } from './auth/sign-in.ts'
import { postProviderNotice } from './callbacks/provider-notices.ts'
import { postLinkDevicePay, postSessionDevicePay } from './checkout/device-pay-session.ts'
import { getLinkLogo, getLinkPage, postLinkPage } from './checkout/link-page.ts'
import { getSessionLogo, getSessionPage, postSessionPage } from './checkout/session-page.ts'
import { getAssociationFile } from './meta/association-file.ts'
import { getLive, getReady } from './meta/health.ts'
import { getRoot } from './meta/root.ts'
import {
  getBoletoPdf,
  getPaymentLogo,
  getPaymentPage,
  getPaymentPageEvents,
  getPaymentPageStatus,
  getPaymentReceipt,
} from './pay/payment-page.ts'
import { postCardToken } from './public/card-tokens.ts'
import { postMerchantSession } from './public/merchant-sessions.ts'
import type { AccountRequest, Endpoint, LoginRequest } from './request/endpoint.ts'
import type { Method, Route } from './route.ts'
import { getOwnAccount } from './user/account/account.ts'
import {
  getApproval as getAccountApproval,
  listApprovals as listAccountApprovals,
  postApproval as postAccountApproval,
  postApprovalResult as postAccountApprovalResult,
  postRejection as postAccountRejection,
  postWithdrawal as postAccountWithdrawal,
} from './user/approvals/approvals.ts'
import { listAudit } from './user/audit/audit.ts'
import { getBrand, putBrand } from './user/brand/brand.ts'
import { getCashoutApproval } from './user/cashouts/cashout-approval.ts'
import { postCashoutReceiver } from './user/cashouts/cashout-receiver.ts'
import { getCashoutSchedule, putCashoutSchedule } from './user/cashouts/cashout-schedule.ts'
import {
  getCashout,
  getCashoutReceipt,
  listCashouts,
  postCashout,
  postCashoutApproval,
  postCashoutCancel,
  postCashoutDenial,
} from './user/cashouts/cashouts.ts'
import {
  getCheckoutSession,
  listCheckoutSessions,
  postCheckoutSession,
  postCheckoutSessionExpiry,
} from './user/checkout-sessions/checkout-sessions.ts'
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
import { deleteKey, listKeys, postKey, postKeyRotation } from './user/keys/keys.ts'
import { getOverview } from './user/overview/overview.ts'
import { getPaymentLinkPng, getPaymentLinkSvg } from './user/payment-links/link-qr.ts'
import {
  getPaymentLink,
  listPaymentLinks,
  patchPaymentLink,
  postPaymentLink,
} from './user/payment-links/payment-links.ts'
import {
  deleteInvitation,
  deletePerson,
  listPeople,
  patchPerson,
  postInvitation,
} from './user/people/people.ts'
import { deleteRole, listRoles, patchRole, postRole } from './user/people/roles.ts'
import { getRequest, listRequests } from './user/requests/requests.ts'
import { postRefund, postRefundQuote } from './user/transactions/refunds.ts'
import {
  getTransaction,
  getTransactionSummary,
  getTransactionTimeline,
  listTransactions,
  postTransaction,
  postTransactionCancel,
  postTransactionCapture,
} from './user/transactions/transactions.ts'
import { deleteView, listViews, postView } from './user/views/views.ts'
import { getBalance } from './user/wallet/balance.ts'
import { listBlocked } from './user/wallet/blocked-money.ts'
import { getReceivableCalendar, listReceivables, postQuote } from './user/wallet/receivables.ts'
import { getStatement, listEntries } from './user/wallet/statement.ts'
import { getEvent, listEvents, postEventResend, streamEvents } from './user/webhooks/events.ts'
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
  user('POST', '/api/user/transactions', 'transactions:create', postTransaction),
  user('GET', '/api/user/transactions', 'transactions:read', listTransactions),
  user('GET', '/api/user/transactions/:id', 'transactions:read', getTransaction),
  user('GET', '/api/user/transactions/:id/summary', 'transactions:read', getTransactionSummary),
  user('GET', '/api/user/transactions/:id/timeline', 'transactions:read', getTransactionTimeline),
  user('POST', '/api/user/transactions/:id/refund', 'transactions:refund', postRefund),
  user('POST', '/api/user/transactions/:id/refund/quote', 'wallet:read', postRefundQuote),
  user('POST', '/api/user/transactions/:id/cancel', 'transactions:cancel', postTransactionCancel),
  user(
    'POST',
    '/api/user/transactions/:id/capture',
    'transactions:capture',
    postTransactionCapture,
  ),
  user('POST', '/api/user/payment-links', 'payment-links:write', postPaymentLink),
  user('GET', '/api/user/payment-links', 'payment-links:read', listPaymentLinks),
  user('GET', '/api/user/payment-links/:id', 'payment-links:read', getPaymentLink),
  user('PATCH', '/api/user/payment-links/:id', 'payment-links:write', patchPaymentLink),
  user('GET', '/api/user/payment-links/:id/qr.svg', 'payment-links:read', getPaymentLinkSvg),
  user('GET', '/api/user/payment-links/:id/qr.png', 'payment-links:read', getPaymentLinkPng),
  user('POST', '/api/user/checkout-sessions', 'checkout-sessions:write', postCheckoutSession),
  user('GET', '/api/user/checkout-sessions', 'checkout-sessions:read', listCheckoutSessions),
  user('GET', '/api/user/checkout-sessions/:id', 'checkout-sessions:read', getCheckoutSession),
  user(
    'POST',
    '/api/user/checkout-sessions/:id/expire',
    'checkout-sessions:write',
    postCheckoutSessionExpiry,
  ),
  user('GET', '/api/user/brand', 'brand:read', getBrand),
  user('PUT', '/api/user/brand', 'brand:write', putBrand),
  user('GET', '/api/user/views', 'transactions:read', listViews),
  user('POST', '/api/user/views', 'transactions:read', postView),
  user('DELETE', '/api/user/views/:id', 'transactions:read', deleteView),
  user('GET', '/api/user/overview', 'transactions:read', getOverview),
  user('GET', '/api/user/wallet/balance', 'wallet:read', getBalance),
  user('GET', '/api/user/wallet/statement', 'wallet:read', getStatement),
  user('GET', '/api/user/wallet/entries', 'wallet:read', listEntries),
  user('GET', '/api/user/wallet/blocked', 'wallet:read', listBlocked),
  user('GET', '/api/user/receivables', 'wallet:read', listReceivables),
  user('GET', '/api/user/receivables/calendar', 'wallet:read', getReceivableCalendar),
  user('POST', '/api/user/quotes', 'wallet:read', postQuote),
  user('GET', '/api/user/chargebacks', 'disputes:read', listDisputes),
  user('GET', '/api/user/chargebacks/:id', 'disputes:read', getDispute),
  user('POST', '/api/user/chargebacks/:id/answer', 'disputes:answer', postDisputeAnswer),
  user('POST', '/api/user/chargebacks/:id/evidence', 'disputes:answer', postEvidence),
  user('GET', '/api/user/chargebacks/:id/evidence/:evidenceId', 'disputes:read', getEvidence),
  user('POST', '/api/user/cashout', 'cashouts:create', postCashout),
  user('POST', '/api/user/cashout/receiver', 'cashouts:create', postCashoutReceiver),
  user('GET', '/api/user/cashout', 'cashouts:read', listCashouts),
  user('GET', '/api/user/cashout/schedule', 'cashouts:read', getCashoutSchedule),
  user('PUT', '/api/user/cashout/schedule', 'cashout-schedule:write', putCashoutSchedule),
  user('GET', '/api/user/cashout/approval', 'cashout-approval:read', getCashoutApproval),
  user('GET', '/api/user/cashout/:id', 'cashouts:read', getCashout),
  user('GET', '/api/user/cashout/:id/receipt', 'cashouts:read', getCashoutReceipt),
  user('POST', '/api/user/cashout/:id/cancel', 'cashouts:cancel', postCashoutCancel),
  user('POST', '/api/user/cashout/:id/approve', 'approvals:decide', postCashoutApproval),
  user('POST', '/api/user/cashout/:id/deny', 'approvals:decide', postCashoutDenial),
  user('POST', '/api/user/device-pay/domains', 'domains:write', postDomain),
  user('GET', '/api/user/device-pay/domains', 'domains:read', listDomains),
  user('GET', '/api/user/device-pay/domains/:id', 'domains:read', getDomain),
  user('DELETE', '/api/user/device-pay/domains/:id', 'domains:write', deleteDomain),
  user('POST', '/api/user/device-pay/domains/:id/validate', 'domains:write', postDomainValidation),
  user('GET', '/api/user/device-pay/domains/:id/diagnosis', 'domains:read', getDomainDiagnosis),
  user('GET', '/api/user/events', 'events:read', listEvents),
  user('GET', '/api/user/events/stream', 'events:read', streamEvents),
  user('GET', '/api/user/events/:id', 'events:read', getEvent),
  user('POST', '/api/user/events/:id/resend', 'events:resend', postEventResend),
  user('POST', '/api/user/webhooks/endpoints', 'webhooks:write', postWebhookEndpoint),
  user('GET', '/api/user/webhooks/endpoints', 'webhooks:read', listWebhookEndpoints),
  user('GET', '/api/user/webhooks/endpoints/:id', 'webhooks:read', getWebhookEndpoint),
  user('PATCH', '/api/user/webhooks/endpoints/:id', 'webhooks:write', patchWebhookEndpoint),
  user('DELETE', '/api/user/webhooks/endpoints/:id', 'webhooks:write', deleteWebhookEndpoint),
  user('POST', '/api/user/webhooks/endpoints/:id/ping', 'webhooks:write', postWebhookPing),
  user(
    'POST',
    '/api/user/webhooks/endpoints/:id/secret/rotate',
    'webhook-secret:rotate',
    postWebhookEndpointRotation,
  ),
  user('GET', '/api/user/webhooks/deliveries', 'webhooks:read', listWebhookDeliveries),
  user('GET', '/api/user/webhooks/deliveries/:id', 'webhooks:read', getWebhookDelivery),
  user('POST', '/api/user/webhooks/deliveries/:id/redeliver', 'webhooks:redeliver', postRedelivery),
  user('POST', '/api/user/webhooks/redeliveries', 'webhooks:redeliver', postRedeliveries),
  user('GET', '/api/user/webhooks/secret', 'webhook-secret:read', getWebhookSecret),
  user(
    'POST',
    '/api/user/webhooks/secret/rotate',
    'webhook-secret:rotate',
    postWebhookSecretRotation,
  ),
  user('GET', '/api/user/approvals', 'approvals:read', listAccountApprovals),
  user('GET', '/api/user/approvals/:id', 'approvals:read', getAccountApproval),
  user('POST', '/api/user/approvals/:id/approve', 'approvals:decide', postAccountApproval),
  user('POST', '/api/user/approvals/:id/reject', 'approvals:decide', postAccountRejection),
  user('POST', '/api/user/approvals/:id/withdraw', 'approvals:read', postAccountWithdrawal),
  user('POST', '/api/user/approvals/:id/result', 'keys:write', postAccountApprovalResult),
  user('GET', '/api/user/account', 'wallet:read', getOwnAccount),
  user('GET', '/api/user/audit', 'audit:read', listAudit),
  user('GET', '/api/user/requests', 'requests:read', listRequests),
  user('GET', '/api/user/requests/:id', 'requests:read', getRequest),
  user('GET', '/api/user/keys', 'keys:read', listKeys),
  user('POST', '/api/user/keys', 'keys:write', postKey),
  user('POST', '/api/user/keys/:id/rotate', 'keys:write', postKeyRotation),
  user('DELETE', '/api/user/keys/:id', 'keys:write', deleteKey),

  user('GET', '/api/user/people', 'people:read', listPeople),
  user('POST', '/api/user/people/invitations', 'people:write', postInvitation),
  user('DELETE', '/api/user/people/invitations/:id', 'people:write', deleteInvitation),
  user('PATCH', '/api/user/people/:id', 'people:write', patchPerson),
  user('DELETE', '/api/user/people/:id', 'people:write', deletePerson),
  user('GET', '/api/user/roles', 'people:read', listRoles),
  user('POST', '/api/user/roles', 'people:write', postRole),
  user('PATCH', '/api/user/roles/:id', 'people:write', patchRole),
  user('DELETE', '/api/user/roles/:id', 'people:write', deleteRole),

  browser('POST', '/api/public/cards/tokens', 'cards:tokenize', postCardToken),
  browser(
    'POST',
    '/api/public/device-pay/validate-merchant',
    'merchant-sessions:create',
    postMerchantSession,
  ),

  admin('POST', '/api/admin/accounts', 'accounts:write', postAccount),
  admin('GET', '/api/admin/accounts', 'accounts:read', listAccounts),
  admin('GET', '/api/admin/accounts/:id', 'accounts:read', getAccount),
  admin('PATCH', '/api/admin/accounts/:id', 'accounts:write', patchAccount),
  admin('POST', '/api/admin/accounts/:id/keys', 'account-keys:write', postAccountKey),
  admin('GET', '/api/admin/accounts/:id/keys', 'account-keys:read', listAccountKeys),
  admin(
    'POST',
    '/api/admin/accounts/:id/keys/:keyId/rotate',
    'account-keys:write',
    postAccountKeyRotation,
  ),
  admin('DELETE', '/api/admin/accounts/:id/keys/:keyId', 'account-keys:write', deleteAccountKey),
  admin(
    'GET',
    '/api/admin/accounts/:id/webhook-secret',
    'account-secrets:read',
    getAccountWebhookSecret,
  ),
  admin(
    'POST',
    '/api/admin/accounts/:id/webhook-secret/rotate',
    'account-secrets:rotate',
    postAccountWebhookSecretRotation,
  ),
  view('/transactions', 'account-transactions:read', listTransactions, 'transactions.read'),
  view(
    '/transactions/:transactionId',
    'account-transactions:read',
    getTransaction,
    'transaction.read',
  ),
  view(
    '/transactions/:transactionId/timeline',
    'account-transactions:read',
    getTransactionTimeline,
  ),
  view('/wallet/balance', 'account-wallet:read', getBalance),
  view('/wallet/statement', 'account-wallet:read', getStatement, 'statement.read'),
  view('/wallet/entries', 'account-wallet:read', listEntries),
  view('/wallet/blocked', 'account-wallet:read', listBlocked),
  view('/receivables', 'account-wallet:read', listReceivables, 'receivables.read'),
  view('/cashouts', 'account-cashouts:read', listCashouts, 'cashouts.read'),
  view('/cashouts/:cashoutId', 'account-cashouts:read', getCashout, 'cashout.read'),
  view('/cashouts/:cashoutId/receipt', 'account-cashouts:read', getCashoutReceipt, 'cashout.read'),
  view('/disputes', 'account-disputes:read', listDisputes),
  view('/disputes/:disputeId', 'account-disputes:read', getDispute, 'dispute.read'),
  view(
    '/disputes/:disputeId/evidence/:evidenceId',
    'account-disputes:read',
    getEvidence,
    'dispute_document.read',
  ),
  view('/webhooks/endpoints', 'account-webhooks:read', listWebhookEndpoints),
  view('/webhooks/deliveries', 'account-webhooks:read', listWebhookDeliveries),
  view(
    '/webhooks/deliveries/:deliveryId',
    'account-webhooks:read',
    getWebhookDelivery,
    'webhook_delivery.read',
  ),
  view('/device-pay/domains', 'account-domains:read', listDomains),
  view('/people', 'accounts:read', listPeople, 'people.read'),
  view('/roles', 'accounts:read', listRoles),
  admin(
    'POST',
    '/api/admin/accounts/:id/people/invitations',
    'accounts:write',
    postAccountInvitation,
  ),
  admin(
    'DELETE',
    '/api/admin/accounts/:id/people/invitations/:invitationId',
    'accounts:write',
    deleteAccountInvitation,
  ),
  view('/device-pay/domains/:domainId', 'account-domains:read', getDomain),
  view('/device-pay/domains/:domainId/diagnosis', 'account-domains:read', getDomainDiagnosis),
  admin(
    'GET',
    '/api/admin/cashouts/to-approve',
    'account-cashouts:read',
    listCashoutsToApprove,
    'waiting_cashouts.read',
  ),
  admin(
    'POST',
    '/api/admin/accounts/:id/cashouts/:cashoutId/approve',
    'account-cashouts:decide',
    postAccountCashoutApproval,
  ),
  admin(
    'POST',
    '/api/admin/accounts/:id/cashouts/:cashoutId/deny',
    'account-cashouts:decide',
    postAccountCashoutDenial,
  ),
  admin('GET', '/api/admin/disputes', 'account-disputes:read', listAllDisputes),
  admin(
    'POST',
    '/api/admin/accounts/:id/disputes/:disputeId/answer',
    'account-disputes:answer',
    postDisputeAnswerForAccount,
  ),
  admin('GET', '/api/admin/provider-kinds', 'providers:read', listProviderKinds),
  admin('POST', '/api/admin/providers', 'providers:write', postProvider),
  admin('GET', '/api/admin/providers', 'providers:read', listProviders),
  admin('GET', '/api/admin/providers/:id/health', 'providers:read', getProviderHealth),
  admin('PATCH', '/api/admin/providers/:id', 'providers:write', patchProvider),
  admin('POST', '/api/admin/providers/:id/callback', 'providers:write', postProviderCallback),
  admin('GET', '/api/admin/reconciliation/cases', 'reconciliation:read', listCases),
  admin('GET', '/api/admin/reconciliation/cases/:id', 'reconciliation:read', getCase),
  admin(
    'POST',
    '/api/admin/reconciliation/cases/:id/resolve',
    'reconciliation:resolve',
    postCaseResolution,
  ),
  admin('GET', '/api/admin/reconciliation/files', 'reconciliation:read', listSettlementFiles),
  admin('GET', '/api/admin/reconciliation/files/:id', 'reconciliation:read', getSettlementFile),
  admin(
    'GET',
    '/api/admin/reconciliation/files/:id/lines',
    'reconciliation:read',
    listSettlementLines,
  ),
  admin('POST', '/api/admin/reconciliation/run', 'reconciliation:run', postReconciliation),
  admin('GET', '/api/admin/ledger/trial-balance', 'ledger:read', getTrialBalance),
  admin('GET', '/api/admin/ledger/balances', 'ledger:read', listLedgerBalances),
  admin('GET', '/api/admin/ledger/entries', 'ledger:read', listLedgerEntries),
  admin('GET', '/api/admin/ledger/days', 'ledger:read', listLedgerDays),
  admin('POST', '/api/admin/ledger/resume-cashouts', 'ledger:resume-cashouts', postResumeCashouts),
  admin('POST', '/api/admin/ledger/corrections', 'ledger:correct', postLedgerCorrection),
  admin('GET', '/api/admin/ledger/corrections', 'ledger:read', listCorrections),
  admin('GET', '/api/admin/approvals', 'operator-approvals:read', listApprovals),
  admin('GET', '/api/admin/approvals/:id', 'operator-approvals:read', getApproval),
  admin('POST', '/api/admin/approvals/:id/approve', 'operator-approvals:decide', postApproval),
  admin('POST', '/api/admin/approvals/:id/reject', 'operator-approvals:decide', postRejection),
  admin('POST', '/api/admin/approvals/:id/withdraw', 'operator-approvals:read', postWithdrawal),
  admin('POST', '/api/admin/approvals/:id/result', 'operator-approvals:decide', postApprovalResult),
  admin('GET', '/api/admin/overview', 'operator-overview:read', getOperatorOverview),
  admin('GET', '/api/admin/work', 'work:read', getWork),
  admin('GET', '/api/admin/work/stuck', 'work:read', listStuckWork),
  admin('GET', '/api/admin/audit', 'operator-audit:read', listOperatorAudit, 'audit.read'),
  admin('GET', '/api/admin/clock', 'clock:read', getClock),
  admin('POST', '/api/admin/clock', 'clock:move', postClock),
  admin('GET', '/api/admin/people', 'operators:read', listOperators, 'people.read'),
  admin('POST', '/api/admin/people/invitations', 'operators:write', postOperatorInvitation),
  admin('DELETE', '/api/admin/people/invitations/:id', 'operators:write', deleteOperatorInvitation),
  admin('PATCH', '/api/admin/people/:id', 'operators:write', patchOperator),
  admin('DELETE', '/api/admin/people/:id', 'operators:write', deleteOperator),
  admin('POST', '/api/admin/people/:id/suspension', 'operators:write', postPersonSuspension),
  admin('DELETE', '/api/admin/people/:id/suspension', 'operators:write', deletePersonSuspension),

  open('POST', '/callbacks/:secret', postProviderNotice),
  open('POST', '/callbacks/:secret/pix', postProviderNotice),

  open('GET', '/l/:slug', getLinkPage),
  open('POST', '/l/:slug', postLinkPage),
  open('POST', '/l/:slug/device-pay', postLinkDevicePay),
  open('GET', '/l/:slug/logo', getLinkLogo),
  open('GET', '/checkout/:token', getSessionPage),
  open('POST', '/checkout/:token', postSessionPage),
  open('POST', '/checkout/:token/device-pay', postSessionDevicePay),
  open('GET', '/checkout/:token/logo', getSessionLogo),
  open('GET', '/pay/:secureId', getPaymentPage),
  open('GET', '/pay/:secureId/status', getPaymentPageStatus),
  open('GET', '/pay/:secureId/events', getPaymentPageEvents),
  open('GET', '/pay/:secureId/logo', getPaymentLogo),
  open('GET', '/pay/:secureId/receipt', getPaymentReceipt),
  open('GET', '/pay/:secureId/boleto.pdf', getBoletoPdf),

  open('GET', '/', getRoot),
  open('GET', '/.well-known/:file', getAssociationFile),
  open('GET', '/health/live', getLive),
  open('GET', '/health/ready', getReady),

  signIn('GET', '/api/auth/installation', getInstallation),
  signIn('POST', '/api/auth/sign-in', postSignIn),
  signIn('POST', '/api/auth/password/forgot', postForgottenPassword),
  signIn('POST', '/api/auth/password/reset', postPasswordReset),
  signIn('POST', '/api/auth/invitations/read', postInvitationReading),
  signIn('POST', '/api/auth/invitations/accept', postInvitationAcceptance),
  signIn('POST', '/api/auth/passkeys/sign-in/begin', postPasskeySignInBegin),
  signIn('POST', '/api/auth/passkeys/sign-in', postPasskeySignIn),
  signIn('POST', '/api/auth/device', postDeviceLogin),
  signIn('POST', '/api/auth/device/poll', postDevicePoll),
  login('GET', '/api/auth/second-factor', getSecondFactors),
  login('POST', '/api/auth/second-factor', postSecondFactor),
  login('POST', '/api/auth/sign-out', postSignOut),
  login('GET', '/api/auth/login', getLogin),
  login('PATCH', '/api/auth/person', patchOwnPerson),
  login('PUT', '/api/auth/account', putAccount),
  login('POST', '/api/auth/device/decision', postDeviceDecision),
  login('GET', '/api/auth/logins', listLogins),
  login('DELETE', '/api/auth/logins', deleteOtherLogins),
  login('DELETE', '/api/auth/logins/:id', deleteLogin),
  login('POST', '/api/auth/password', postPassword),
  login('POST', '/api/auth/totp', postTotp),
  login('POST', '/api/auth/totp/confirm', postTotpConfirmation),
  login('DELETE', '/api/auth/totp', deleteTotp),
  login('POST', '/api/auth/recovery-codes', postRecoveryCodes),
  login('POST', '/api/auth/proof', postProof),
  login('POST', '/api/auth/passkeys/begin', postPasskeyCreation),
  login('POST', '/api/auth/passkeys/challenge', postPasskeyChallenge),
  login('POST', '/api/auth/passkeys', postPasskey),
  login('GET', '/api/auth/passkeys', listPasskeys),
  login('PATCH', '/api/auth/passkeys/:id', patchPasskey),
  login('DELETE', '/api/auth/passkeys/:id', deletePasskey),
  login('GET', '/api/auth/accounts/:id/notifications', getNotifications),
  login('PUT', '/api/auth/accounts/:id/notifications', putNotifications),
]

function user(
  method: Method,
  path: string,
  permission: AccountPermission,
  endpoint: Endpoint<AccountRequest>,
): Route {
  return { method, path, access: 'user', permission, endpoint }
}

function browser(
  method: Method,
  path: string,
  permission: BrowserPermission,
  endpoint: Endpoint<AccountRequest>,
): Route {
  return { method, path, access: 'public', permission, endpoint }
}

function admin(
  method: Method,
  path: string,
  permission: OperatorPermission,
  endpoint: Endpoint,
  readsPersonalData?: ReadAction,
): Route {
  return { method, path, access: 'admin', permission, endpoint, readsPersonalData }
}

/** What an account reads, for an operator who supports it. Nothing under it changes the account. */
function view(
  path: string,
  permission: OperatorPermission,
  shown: Endpoint<AccountRequest>,
  readsPersonalData?: ReadAction,
): Route {
  const endpoint = accountView(path, shown)
  return admin('GET', `/api/admin/accounts/:id${path}`, permission, endpoint, readsPersonalData)
}

/** A person who is signed in. The person's own login needs no permission. */
function login(method: Method, path: string, endpoint: Endpoint<LoginRequest>): Route {
  return { method, path, access: 'login', endpoint }
}

/** A person who is not signed in yet. */
function signIn(method: Method, path: string, endpoint: Endpoint): Route {
  return { method, path, access: 'sign-in', endpoint }
}

function open(method: Method, path: string, endpoint: Endpoint): Route {
  return { method, path, access: 'open', endpoint }
}
