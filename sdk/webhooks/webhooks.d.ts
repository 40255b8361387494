// Made of sdk/webhooks/src by scripts/build-sdk.ts: change it there.
/** A payment, as every answer and webhook shows it. Amounts are in cents. */
interface Transaction {
  readonly id: string
  readonly status:
    | 'WAITING_PAYMENT'
    | 'AUTHORIZED'
    | 'PAID'
    | 'REFUSED'
    | 'CANCELED'
    | 'REFUNDED'
    | 'IN_PROTEST'
    | 'CHARGEDBACK'
  readonly amount: number
  readonly refundedAmount: number
  readonly paymentMethod: 'PIX' | 'BOLETO' | 'CREDIT_CARD'
  readonly installments: number
  readonly customer: {
    readonly id: string
    readonly name: string | null
    readonly email: string | null
    readonly phone: string | null
    readonly document: {
      readonly number: string
      readonly type: 'CPF' | 'CNPJ'
    } | null
    /** Spelled so. */
    readonly externaRef: string | null
  } | null
  readonly items: readonly {
    readonly title: string | null
    readonly unitPrice: number | null
    readonly quantity: number | null
    readonly tangible: boolean | null
    readonly externalRef: string | null
  }[]
  /** As you sent it. */
  readonly metadata: unknown
  readonly postbackUrl: string | null
  readonly externalRef: string | null
  /** ISO 8601 in UTC. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly paidAt: string | null
  readonly refusedReason: string | null
  readonly secureId: string
  readonly secureUrl: string
  readonly endToEndId: string | null
  readonly fee: {
    readonly estimatedFee: number
    readonly netAmount: number
  }
  readonly refunds: readonly {
    readonly id: string
    readonly amount: number
    readonly status: string
    readonly createdAt: string
  }[]
  readonly pix?: {
    readonly qrcode: string | null
    readonly expirationDate: string | null
  }
  readonly boleto?: {
    readonly barcode: string
    readonly digitableLine: string
    readonly expirationDate: string
  }
  readonly card?: {
    readonly brand: string
    readonly lastDigits: string
  }
}
interface Notice<Type extends string, Event extends string, Data> {
  /** The `webhook-id`: the same at every try and redelivery. */
  readonly id: string
  readonly type: Type
  readonly event: Event
  readonly objectId: string
  /** The object's version: of two notices of one object the higher is the later. */
  readonly sequence: number
  readonly url: string | null
  readonly data: Data
}
type TransactionEvent = Notice<'transaction', `transaction.${string}`, Transaction>
/** Money on its way to you. */
type CashoutEvent = Notice<
  'cashout',
  `cashout.${string}`,
  {
    readonly id: string
    readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | 'REFUNDED'
    /** Cents. */
    readonly amount: number
    readonly [field: string]: unknown
  }
>
/** The verification file of a hostname is gone: the Device Pay button stops working there. */
type DomainEvent = Notice<
  'device_pay_domain',
  `device_pay_domain.${string}`,
  {
    readonly id: string
    readonly domain: string
    readonly status: string
    readonly lastError: string | null
  }
>
/** An address of yours has failed for five days. */
type EndpointEvent = Notice<
  'webhook_endpoint',
  `webhook_endpoint.${string}`,
  {
    readonly address: string
    readonly failingSince: string
  }
>
/** A test: answer 2xx and do nothing. */
type PingEvent = Notice<
  'ping',
  'ping',
  {
    readonly id: string
    readonly description: string | null
  }
>
/** What a webhook says. Later versions may add types: ignore the ones you do not know. */
type WebhookEvent = TransactionEvent | CashoutEvent | DomainEvent | EndpointEvent | PingEvent

interface Webhook {
  /** The raw bytes of the body, or the text of exactly these bytes. Never parsed JSON. */
  readonly body: string | Uint8Array
  /** Those of the request: a `Headers`, or an object as Node and its frameworks have it. */
  readonly headers: RequestHeaders
  /** `whsec_…`; several while one replaces the other. */
  readonly secret: string | readonly string[]
  /** How far `webhook-timestamp` may be from this machine's clock, seconds. Default: 300. */
  readonly toleranceSeconds?: number
  /** This machine's clock, ms since 1970. Default: `Date.now()`. */
  readonly nowMs?: number
}
type RequestHeaders =
  | {
      get(name: string): string | null
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>
type VerificationFailure =
  | 'body-not-raw'
  | 'header-missing'
  | 'secret-malformed'
  | 'timestamp-outside-tolerance'
  | 'signature-mismatch'
  | 'body-not-json'
/** Not to be trusted, for this `reason`. Answer 400: it is sent again. */
declare class WebhookVerificationError extends Error {
  readonly reason: VerificationFailure
  constructor(reason: VerificationFailure, message: string)
}
/** The event in a webhook that is yours, unchanged and of now (Standard Webhooks). @throws WebhookVerificationError */
declare function verifyWebhook(webhook: Webhook): Promise<WebhookEvent>

export {
  CashoutEvent,
  DomainEvent,
  EndpointEvent,
  PingEvent,
  RequestHeaders,
  Transaction,
  TransactionEvent,
  VerificationFailure,
  verifyWebhook,
  Webhook,
  WebhookEvent,
  WebhookVerificationError,
}
