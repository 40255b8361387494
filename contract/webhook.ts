import { type Static, type TSchema, Type } from 'typebox'
import { CashoutWire } from './cashout.ts'
import { DomainWire } from './device-pay.ts'
import type { EventTypeOf, NotifiedObject } from './events.ts'
import { Id, Instant, Nullable, Text } from './fields.ts'
import { PaymentLinkWire } from './payment-link.ts'
import { TransactionWire } from './transaction.ts'
import type { Wire } from './wire.ts'

/**
 * The body of a notice (docs/design/interface.md#webhook-body). A redelivery has the same bytes.
 */
const noticeOf = <Kind extends string, Data extends TSchema>(
  type: Kind,
  data: Data,
  names: { readonly $id: string; readonly event: string },
) =>
  Type.Object(
    {
      type: Type.Literal(type),
      objectId: Id,
      url: Nullable(Type.String({ description: 'O postbackUrl dado na criação.' })),
      sequence: Type.Integer({
        minimum: 1,
        description: 'A versão do objeto: entre os avisos dele, o maior é o mais novo.',
      }),
      event: Type.String({
        description: 'O que aconteceu: um dos tipos de /docs/events.',
        examples: [names.event],
      }),
      data,
    },
    { $id: names.$id },
  )

export const TransactionWebhook = noticeOf('transaction', TransactionWire, {
  $id: 'TransactionWebhook',
  event: 'transaction.paid',
})
/** In the form that a receiver reads. */
export type TransactionWebhook = Static<typeof TransactionWebhook>

export const CashoutWebhook = noticeOf('cashout', CashoutWire, {
  $id: 'CashoutWebhook',
  event: 'cashout.completed',
})

export const PaymentLinkWebhook = noticeOf('payment_link', PaymentLinkWire, {
  $id: 'PaymentLinkWebhook',
  event: 'payment_link.completed',
})

/** A domain as its events show it. */
const DomainNotice = Type.Object({
  id: Id,
  domain: DomainWire.properties.domain,
  status: DomainWire.properties.status,
  verifiedAt: Nullable(Instant),
  lastError: Nullable(Type.Object({ stage: Type.String(), seen: Type.String() })),
})

/** An address that has failed for days. */
const FailingEndpointNotice = Type.Object({ address: Type.String(), failingSince: Instant })

/** A test of a webhook endpoint. */
const PingNotice = Type.Object({ id: Id, description: Nullable(Type.String()) })

export const DomainWebhook = noticeOf('device_pay_domain', DomainNotice, {
  $id: 'DevicePayDomainWebhook',
  event: 'device_pay_domain.unreachable',
})

export const FailingEndpointWebhook = noticeOf('webhook_endpoint', FailingEndpointNotice, {
  $id: 'WebhookEndpointWebhook',
  event: 'webhook_endpoint.failing',
})

export const PingWebhook = noticeOf('ping', PingNotice, { $id: 'PingWebhook', event: 'ping' })

/** The kinds of notice: the objects of the catalogue of events, and the test of an endpoint. */
export type NoticeType = NotifiedObject | 'ping'

/** The schema of `data` of a notice, by its `type`. */
export const noticeData = {
  transaction: TransactionWire,
  cashout: CashoutWire,
  device_pay_domain: DomainNotice,
  payment_link: PaymentLinkWire,
  webhook_endpoint: FailingEndpointNotice,
  ping: PingNotice,
} satisfies Readonly<Record<NoticeType, TSchema>>

/** The content of a notice: its event and its data are those of its type. */
export type Notice = {
  [Type in NoticeType]: {
    readonly type: Type
    readonly event: Type extends NotifiedObject ? EventTypeOf<Type> : 'ping'
    readonly objectId: string
    readonly url: string | null
    readonly sequence: number
    readonly data: Wire<(typeof noticeData)[Type]>
  }
}[NoticeType]

/** The request to a merchant's own program before a cashout is sent. It is signed like a notice. */
export const CashoutApprovalQuestion = Type.Object(
  {
    type: Type.Literal('cashout_approval'),
    objectId: Id,
    url: Type.String({ description: 'O endereço do seu programa, como foi configurado.' }),
    data: CashoutWire,
  },
  { $id: 'CashoutApprovalQuestion' },
)
export type CashoutApprovalQuestion = Wire<typeof CashoutApprovalQuestion>

/** Any other response is no decision, and the request is repeated. */
export const CashoutApprovalAnswer = Type.Object(
  {
    approved: Type.Boolean({
      description: 'true envia o saque; false o cancela, e o valor volta ao saldo.',
    }),
    reason: Type.Optional(Text(255)),
  },
  { $id: 'CashoutApprovalAnswer' },
)
