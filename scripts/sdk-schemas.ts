import type { TSchema } from 'typebox'
import { KeyWire, OwnAccountWire } from '../contract/account.ts'
import { Balance } from '../contract/balance.ts'
import { BrandWire, PutBrandRequest } from '../contract/brand.ts'
import {
  CashoutApprovalWire,
  CashoutReceiptWire,
  CashoutReceiverRequest,
  CashoutReceiverWire,
  CashoutScheduleWire,
  CashoutWire,
  CreateCashoutRequest,
  cashoutStatuses,
  PutCashoutScheduleRequest,
  pixTypes,
} from '../contract/cashout.ts'
import { CheckoutSessionWire, CreateCheckoutSessionRequest } from '../contract/checkout-session.ts'
import { CreateTransactionRequest } from '../contract/create-transaction.ts'
import { DomainDiagnosis, DomainWire } from '../contract/device-pay.ts'
import {
  AnswerDisputeRequest,
  DisputeDetail,
  DisputeWire,
  disputeKinds,
  disputeStatuses,
  EvidenceWire,
  HeldPart,
} from '../contract/dispute.ts'
import { Warning } from '../contract/envelope.ts'
import { paymentMethods, transactionStatuses } from '../contract/fields.ts'
import { Counted } from '../contract/overview.ts'
import {
  ChangePaymentLinkRequest,
  CreatePaymentLinkRequest,
  PaymentLinkWire,
  paymentLinkStatuses,
} from '../contract/payment-link.ts'
import { keyPermissions } from '../contract/permission.ts'
import {
  QuoteRequest,
  QuoteWire,
  ReceivableCalendar,
  ReceivableWire,
  receivableStatuses,
} from '../contract/receivable.ts'
import { RefundQuoteWire, RefundRequest } from '../contract/refund.ts'
import { LoggedRequestDetail, LoggedRequestWire } from '../contract/request-log.ts'
import {
  DisputeSummary,
  ReceivablePlan,
  RefundWire,
  TimelineStep,
  TransactionSummary,
  TransactionWire,
} from '../contract/transaction.ts'
import {
  BlockedPartWire,
  EntryWire,
  merchantBooks,
  StatementLine,
  StatementMonth,
} from '../contract/wallet.ts'
import { noticeData } from '../contract/webhook.ts'
import {
  deliveryStates,
  RedeliveredWire,
  RedeliverRequest,
  WebhookDeliveryDetailWire,
  WebhookDeliveryWire,
} from '../contract/webhook-delivery.ts'
import {
  ChangeWebhookEndpointRequest,
  CreatedWebhookEndpointWire,
  CreateWebhookEndpointRequest,
  PingWire,
  WebhookEndpointWire,
} from '../contract/webhook-endpoint.ts'
import { WebhookSecretWire } from '../contract/webhook-secret.ts'

type Schemas = Readonly<Record<string, TSchema>>

/** What webhooks and the feed carry, by its name in the SDK. */
export const eventSchemas: Schemas = {
  Transaction: TransactionWire,
  Refund: RefundWire,
  DisputeSummary,
  ReceivablePlan,
  Cashout: CashoutWire,
  PaymentLink: PaymentLinkWire,
  DomainNotice: noticeData.device_pay_domain,
  FailingEndpointNotice: noticeData.webhook_endpoint,
  PingNotice: noticeData.ping,
}

/** The other objects of the API that the server SDK reads and sends. */
export const apiSchemas: Schemas = {
  CreateTransactionRequest,
  TransactionSummary,
  TimelineStep,
  RefundRequest,
  RefundQuote: RefundQuoteWire,
  HeldPart,
  CreatePaymentLinkRequest,
  ChangePaymentLinkRequest,
  CreateCheckoutSessionRequest,
  CheckoutSession: CheckoutSessionWire,
  Brand: BrandWire,
  PutBrandRequest,
  CreateCashoutRequest,
  CashoutReceipt: CashoutReceiptWire,
  CashoutReceiverRequest,
  CashoutReceiver: CashoutReceiverWire,
  CashoutSchedule: CashoutScheduleWire,
  PutCashoutScheduleRequest,
  CashoutApproval: CashoutApprovalWire,
  Balance,
  StatementLine,
  StatementMonth,
  Counted,
  Entry: EntryWire,
  BlockedPart: BlockedPartWire,
  Receivable: ReceivableWire,
  ReceivableCalendar,
  QuoteRequest,
  Quote: QuoteWire,
  Dispute: DisputeWire,
  DisputeDetail,
  AnswerDisputeRequest,
  Evidence: EvidenceWire,
  Domain: DomainWire,
  DomainDiagnosis,
  WebhookEndpoint: WebhookEndpointWire,
  CreatedWebhookEndpoint: CreatedWebhookEndpointWire,
  CreateWebhookEndpointRequest,
  ChangeWebhookEndpointRequest,
  WebhookPing: PingWire,
  WebhookDelivery: WebhookDeliveryWire,
  WebhookDeliveryDetail: WebhookDeliveryDetailWire,
  RedeliverRequest,
  Redelivered: RedeliveredWire,
  WebhookSecret: WebhookSecretWire,
  Account: OwnAccountWire,
  Key: KeyWire,
  LoggedRequest: LoggedRequestWire,
  LoggedRequestDetail,
  Warning,
}

/** Enumerations with a name of their own, because filters use them too. */
export const enumNames: Readonly<Record<string, readonly string[]>> = {
  TransactionStatus: transactionStatuses,
  PaymentMethod: paymentMethods,
  CashoutStatus: cashoutStatuses,
  PixType: pixTypes,
  DisputeStatus: disputeStatuses,
  DisputeKind: disputeKinds,
  ReceivableStatus: receivableStatuses,
  PaymentLinkStatus: paymentLinkStatuses,
  DeliveryState: deliveryStates,
  Book: merchantBooks,
  Permission: keyPermissions,
}
