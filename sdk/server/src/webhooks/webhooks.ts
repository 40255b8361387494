export type { RequestHeaders, VerificationFailure, Webhook } from './verify-webhook.ts'
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'
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
} from './webhook-event.ts'
