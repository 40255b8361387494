// Made from sdk/server/src/webhooks by scripts/build-sdk.ts. Make changes there.
import type { EventData, PingNotice } from './event-types.js'

export type { Transaction } from './event-types.js'
/** The type of an event, such as `transaction.paid`. */
export type EventType = keyof EventData
/** The kind of object of an event: `transaction` of `transaction.paid`. */
type KindOf<Type extends string> = Type extends `${infer Kind}.${string}` ? Kind : Type
/** The body of a webhook, in the feed too. */
export interface Notice<Event extends string, Data> {
  readonly type: KindOf<Event>
  readonly event: Event
  readonly objectId: string
  /** The object's version: of two notices of one object the higher is the later. */
  readonly sequence: number
  /** The `postbackUrl` of the object. */
  readonly url: string | null
  readonly data: Data
}
/** A verified notice. */
type Received<Event extends string, Data> = Notice<Event, Data> & {
  /** The `webhook-id`: the same at every attempt and redelivery. */
  readonly id: string
}
/**
 * A verified webhook: `event` decides what `data` is. Later versions may add types, so ignore those
 * that you do not know.
 */
export type GuicheEvent =
  | {
      readonly [Type in EventType]: Received<Type, EventData[Type]>
    }[EventType]
  | PingEvent
/** A test of an endpoint: respond with 2xx and do nothing. */
export type PingEvent = Received<'ping', PingNotice>
/** The events of one kind of object. */
type OfKind<Kind extends string> = Extract<
  GuicheEvent,
  {
    readonly type: Kind
  }
>
export type TransactionEvent = OfKind<'transaction'>
/** A withdrawal to you. */
export type CashoutEvent = OfKind<'cashout'>
/** The verification file of a hostname is gone: the Device Pay button stops working there. */
export type DomainEvent = OfKind<'device_pay_domain'>
/** A payment link was created or changed, or its last use was paid. */
export type PaymentLinkEvent = OfKind<'payment_link'>
/** An address of yours has failed for five days. */
export type EndpointEvent = OfKind<'webhook_endpoint'>
/** The name of `GuicheEvent` in @guiche/webhooks. */
export type WebhookEvent = GuicheEvent
