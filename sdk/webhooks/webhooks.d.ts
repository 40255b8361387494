// Made from sdk/server/src/webhooks by scripts/build-sdk.ts. Make changes there.
export type { RequestHeaders, VerificationFailure, Webhook } from './verify-webhook.js'
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.js'
export type {
  CashoutEvent,
  DomainEvent,
  EndpointEvent,
  EventType,
  GuicheEvent,
  PaymentLinkEvent,
  PingEvent,
  Transaction,
  TransactionEvent,
  WebhookEvent,
} from './webhook-event.js'
