// Made from sdk/webhooks/src by scripts/build-sdk.ts. Make changes there.
export type { RequestHeaders, VerificationFailure, Webhook } from './verify-webhook.ts'
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'
export type {
  CashoutEvent,
  DomainEvent,
  EndpointEvent,
  PaymentLinkEvent,
  PingEvent,
  Transaction,
  TransactionEvent,
  WebhookEvent,
} from './webhook-event.ts'
