import type { EventTypeOf, NotifiedObject } from '../../contract/events.ts'
import type { Notice } from '../../contract/webhook.ts'
import type { PaymentStep } from '../metrics/payment-step.ts'
import { idBeside, newId } from '../primitives/id.ts'
import { type Change, type EventKind, type JournalEvent, type Write, write } from './change.ts'
import { deliveriesWriter } from './postback-store.ts'
import { webhookBody } from './webhook-body.ts'

/** How a status of an object is recorded. */
export interface ChangeOptions<Kind extends NotifiedObject> {
  readonly links: { readonly baseUrl: string }
  /** When a worker processes the object next. Left out: never. */
  readonly checkAt?: Date
  /** Rows that are written in the same commit or not at all. */
  readonly extraWrites?: readonly Write[]
  /** The event, when it is not the status itself. */
  readonly eventType?: EventTypeOf<Kind>
  /** False: the postbackUrl does not receive the event. */
  readonly notify?: boolean
}

interface NewVersion {
  readonly accountId: string
  readonly at: Date
  /** The rows of the version, and those that depend on it. */
  readonly writes: readonly Write[]
  readonly payment?: PaymentStep | undefined
}

type ObjectNotice = Exclude<Notice, { readonly type: 'ping' }>

/**
 * The change that creates a version of an object of which merchants are notified: its rows, its
 * event with the body of the webhook, and the delivery to its postbackUrl, if it has one.
 */
export function objectChange({
  notice,
  notify = true,
  ...version
}: NewVersion & { readonly notice: ObjectNotice; readonly notify?: boolean }): Change {
  const { type, event: eventType, objectId, url, sequence } = notice
  const kind = {
    objectType: type === 'device_pay_domain' ? 'domain' : type,
    type: eventType,
  } as EventKind
  const { writes, event } = changeOf(version, {
    kind,
    objectId,
    version: sequence,
    payload: webhookBody(notice),
  })
  if (!notify || url === null) return { writes, event }
  const delivery = {
    accountId: event.accountId,
    id: idBeside(event.id, 'postback'),
    eventId: event.id,
    objectId,
    sequence,
    url,
    createdAt: event.occurredAt,
  }
  return { writes: [...writes, write(deliveriesWriter, delivery)], event }
}

/** The change that creates a version of an object of which merchants are not notified. */
export const internalChange = ({
  kind,
  objectId,
  version,
  data,
  ...rest
}: NewVersion & {
  readonly kind: Extract<
    EventKind,
    { readonly objectType: 'checkout_session' | 'correction' | 'receivable' }
  >
  readonly objectId: string
  readonly version: number
  readonly data: object
}): Change =>
  changeOf(rest, {
    kind,
    objectId,
    version,
    payload: JSON.stringify({ type: kind.objectType, objectId, data }),
  })

const changeOf = (
  { accountId, at, writes, payment }: NewVersion,
  {
    kind,
    ...of
  }: Pick<JournalEvent, 'objectId' | 'version' | 'payload'> & { readonly kind: EventKind },
) => ({
  writes,
  event: {
    ...kind,
    ...of,
    id: newId(at.getTime()),
    accountId,
    occurredAt: at,
    ...(payment && { payment }),
  },
})
