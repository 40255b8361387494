// Made from sdk/webhooks/src by scripts/build-sdk.ts. Make changes there.
/** A payment, in the form of every response and webhook. Amounts are in cents. */
export interface Transaction {
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
    /** The spelling of the interface. */
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
  /** Only where a payer paid on the checkout page. */
  readonly checkoutSessionId?: string
  readonly paymentLinkId?: string
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
  /** The `webhook-id`: the same at every attempt and redelivery. */
  readonly id: string
  readonly type: Type
  readonly event: Event
  readonly objectId: string
  /** The object's version: of two notices of one object the higher is the later. */
  readonly sequence: number
  readonly url: string | null
  readonly data: Data
}
export type TransactionEvent = Notice<'transaction', `transaction.${string}`, Transaction>
/** A withdrawal to you. */
export type CashoutEvent = Notice<
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
export type DomainEvent = Notice<
  'device_pay_domain',
  `device_pay_domain.${string}`,
  {
    readonly id: string
    readonly domain: string
    readonly status: string
    /** The problem found by the last check of the file. */
    readonly lastError: {
      readonly stage: string
      readonly seen: string
    } | null
  }
>
/** A payment link was created or changed, or its last use was paid. */
export type PaymentLinkEvent = Notice<
  'payment_link',
  `payment_link.${string}`,
  {
    readonly id: string
    readonly status: 'ACTIVE' | 'INACTIVE'
    readonly isUsable: boolean
    readonly title: string
    readonly url: string
    /** Cents. Null: the payer chooses the amount. */
    readonly amount: number | null
    /** Transactions that are paid or may still be. */
    readonly uses: number
    readonly paidUses: number
    readonly [field: string]: unknown
  }
>
/** An address of yours has failed for five days. */
export type EndpointEvent = Notice<
  'webhook_endpoint',
  `webhook_endpoint.${string}`,
  {
    readonly address: string
    readonly failingSince: string
  }
>
/** A test: respond with 2xx and do nothing. */
export type PingEvent = Notice<
  'ping',
  'ping',
  {
    readonly id: string
    readonly description: string | null
  }
>
/** The content of a webhook. Later versions may add types: ignore unknown ones. */
export type WebhookEvent =
  | TransactionEvent
  | CashoutEvent
  | DomainEvent
  | PaymentLinkEvent
  | EndpointEvent
  | PingEvent
