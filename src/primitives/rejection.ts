/**
 * Every rejection of the gateway. Rules throw the code. `http/rejection-responses.ts` has the
 * status and the texts, and does not compile without one of the codes. Kebab-case, and never
 * renamed.
 */
export const rejectionCodes = [
  // The request itself
  'invalid-json',
  'duplicate-json-key',
  'body-too-large',
  'body-too-deep',
  'unsupported-media-type',
  'request-malformed',
  'host-invalid',
  'headers-too-large',
  'request-timeout',
  'version-not-supported',
  'method-not-allowed',
  'route-not-found',
  'dashboard-not-built',
  'validation-failed',
  'currency-not-supported',
  'card-number-misplaced',
  'idempotency-key-invalid',
  'idempotency-key-required',
  'idempotency-key-reused',
  'idempotency-in-progress',
  // The caller
  'unauthenticated',
  'public-key-invalid',
  'secret-key-in-browser',
  'account-suspended',
  'permission-denied',
  'key-address-denied',
  'admin-unauthenticated',
  'person-required',
  'rate-limited',
  // People
  'login-required',
  'origin-refused',
  'sign-in-refused',
  'second-factor-required',
  'second-factor-refused',
  'second-factor-missing',
  'second-factor-last',
  'proof-required',
  'password-refused',
  'link-not-valid',
  'email-invalid',
  'name-invalid',
  'role-not-found',
  'role-name-taken',
  'role-in-use',
  'role-limit-reached',
  'already-member',
  'invitation-limit-reached',
  'last-owner',
  'passkey-refused',
  // What the account may do
  'method-not-enabled',
  'device-pay-disabled',
  'provider-not-configured',
  'price-not-set',
  'amount-below-minimum',
  'amount-above-maximum',
  'installments-above-maximum',
  'installment-below-minimum',
  // Transactions
  'not-found',
  'card-or-wallet-required',
  'wallet-token-invalid',
  'wallet-token-used',
  'wallet-network-not-supported',
  'card-invalid',
  'card-brand-not-supported',
  'card-expired',
  'card-token-invalid',
  'document-required',
  'document-invalid',
  'postback-url-invalid',
  'customer-invalid',
  'payer-address-required',
  'due-date-invalid',
  'boleto-payable-days-invalid',
  'boleto-overdue-disabled',
  'boleto-overdue-not-supported',
  'boleto-overdue-days-invalid',
  'boleto-written-off-first',
  'boleto-in-protest',
  'checkout-boleto-sent',
  'pix-due-not-supported',
  'pix-due-date-invalid',
  'pix-due-amount-invalid',
  'status-does-not-allow',
  'operation-in-progress',
  'refund-above-paid',
  'refund-too-late',
  'refund-in-progress',
  'refund-not-available',
  'bank-account-invalid',
  'pix-key-required',
  'refund-bank-pays-holder-only',
  'insufficient-balance',
  'possible-duplicate',
  'card-refused-request',
  'charge-refused-by-provider',
  // Payment links and checkout
  'payment-link-unusable',
  'checkout-session-expired',
  'checkout-attempts-exhausted',
  'checkout-changed',
  // Device Pay
  'device-pay-not-supported',
  'domain-invalid',
  'domain-already-registered',
  'domain-limit-reached',
  'domain-check-failed',
  'device-pay-domain-unavailable',
  'validation-url-invalid',
  'session-limit-reached',
  'device-pay-unavailable',
  // Cashout
  'cashout-disabled',
  'pix-key-invalid',
  'pix-key-owner-mismatch',
  'qrcode-invalid',
  'qrcode-not-supported',
  'qrcode-not-payable',
  'qrcode-amount-differs',
  'cashout-limit-exceeded',
  'cashout-status-does-not-allow',
  'cashout-account-suspended',
  'approver-asked-for-it',
  'approver-not-a-person',
  'approver-not-independent',
  'approval-ended',
  'approval-outdated',
  // Disputes
  'dispute-answer-late',
  'dispute-status-does-not-allow',
  'dispute-already-answered',
  'dispute-defence-missing',
  'evidence-type-not-supported',
  'evidence-invalid',
  'evidence-limit-reached',
  // Operators
  'account-invalid',
  'account-setting-missing',
  'account-protest-days-invalid',
  'provider-invalid',
  'key-not-found',
  'clock-not-adjustable',
  'webhook-secret-rotating',
  'case-already-resolved',
  'cashout-stop-changed',
  'restore-not-swept',
  'files-not-available',
  'reconciliation-in-progress',
  // Webhooks and events
  'webhook-url-invalid',
  'webhook-endpoint-limit',
  'redelivery-expired',
  'events-expired',
  // Not the caller's fault: retry later
  'provider-unavailable',
  'answer-timeout',
  'overloaded',
  'database-unavailable',
  'database-silent',
  'commits-failing',
  'migrations-missing',
  'clock-unknown',
  'internal-error',
] as const

export type RejectionCode = (typeof rejectionCodes)[number]

export interface RejectionDetails {
  /** Path of the wrong field, as sent: `customer.document.number`. */
  readonly field?: string
  readonly issues?: readonly { readonly field: string; readonly problem: string }[]
  /** The provider that refused; its name is put before the message. */
  readonly provider?: string
  readonly providerCode?: string
  /** Facts for the message: limits, ids. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Whole seconds after which a retry makes sense. */
  readonly retryAfterSeconds?: number
  /** Returned in `data` beside the error, such as the existing registration. */
  readonly data?: unknown
}

/**
 * A definite rejection. Nothing has changed. The caller corrects the request, or retries when the
 * code says so.
 */
export class Rejection extends Error {
  readonly code: RejectionCode
  readonly details: RejectionDetails

  constructor(code: RejectionCode, details: RejectionDetails = {}, options?: ErrorOptions) {
    super(code, options)
    this.name = 'Rejection'
    this.code = code
    this.details = details
  }
}
