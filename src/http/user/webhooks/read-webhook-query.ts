import { isEventFilter, ListEventsQuery, StreamEventsQuery } from '../../../../contract/events.ts'
import {
  deliveryStates,
  ListDeliveriesQuery,
  RedeliverRequest,
} from '../../../../contract/webhook-delivery.ts'
import { defined } from '../../../primitives/defined.ts'
import type { DeliveryFilter } from '../../../webhooks/delivery-list-store.ts'
import type { FeedRequest } from '../../../webhooks/event-feed.ts'
import type { DeliveryCursor } from '../../../webhooks/inspect-deliveries.ts'
import type { Redelivery } from '../../../webhooks/redelivery-store.ts'
import { byAge } from '../../request/list-page.ts'
import {
  choiceOf,
  firstInstant,
  lastInstant,
  limitFrom,
  oneOrMore,
  periodFrom,
  type Query,
  queryReader,
  readerOf,
  readList,
  whole,
} from '../../request/list-query.ts'
import { assertNoIssues } from '../../request/validation.ts'

/** The position of a reader of the feed, and its filters. */
export function readEventsQuery(sent: Query): Omit<FeedRequest, 'accountId'> {
  const reader = queryReader(ListEventsQuery, sent)
  const { read, refuse } = reader
  const after = read('after', 'cursor', placeFrom) ?? 'oldest'
  const types = read('types', 'unknown', (text) => filtersFrom(text.split(','))) ?? ['*']
  const waitSeconds = read('wait', 'integer', (text) => (text === '0' ? 0 : whole(text))) ?? 0
  const limit = limitFrom(reader, 100)
  refuse()
  return { after, types, limit, waitMs: Math.min(waitSeconds, longestWaitSeconds) * 1_000 }
}

/** The start of a stream, and its filters. A browser sends the header when it reconnects. */
export function readStreamQuery(
  sent: Query,
  lastEventId = '',
): Pick<FeedRequest, 'after' | 'types'> {
  const resumed = lastEventId.trim()
  const query = resumed === '' ? sent : { ...sent, cursor: resumed }
  const { read, refuse } = queryReader(StreamEventsQuery, query)
  const after = read('cursor', 'cursor', placeFrom) ?? 'now'
  const types = read('types', 'unknown', (text) => filtersFrom(text.split(','))) ?? ['*']
  refuse()
  return { after, types }
}

export const readDeliveriesQuery = (
  sent: Query,
): DeliveryFilter & { readonly limit: number; readonly after?: DeliveryCursor } =>
  readList(ListDeliveriesQuery, sent, (reader) => ({
    states: reader.read('state', choiceOf(deliveryStates), oneOrMore(deliveryStates)),
    types: reader.read('types', 'unknown', (text) => filtersFrom(text.split(','))),
    ...periodFrom(reader),
    after: reader.read('cursor', 'cursor', byAge.read),
    objectId: reader.query.objectId,
    eventId: reader.query.eventId,
    webhookEndpointId: reader.query.endpointId,
  }))

/**
 * The deliveries to repeat. A filter is required: an empty request must not repeat thirty days of
 * deliveries.
 */
export function readRedelivery(body: unknown): Redelivery {
  const { query, read, refuse } = readerOf(RedeliverRequest, body)
  const failedSince = read('failedSince', 'date', firstInstant)
  const found = {
    from: failedSince ?? read('from', 'date', firstInstant),
    to: read('to', 'date', lastInstant),
    types: read('types', 'unknown', filtersFrom),
    webhookEndpointId: query.endpointId,
    objectId: query.objectId,
  }
  refuse()
  const sent = defined(found)
  if (Object.keys(sent).length === 0)
    assertNoIssues([{ field: 'failedSince', problem: 'required' }])
  return { ...sent, isFailed: failedSince !== undefined }
}

/** Filters of event types; undefined when one of them matches nothing. */
export function filtersFrom(sent: readonly string[]): string[] | undefined {
  const filters = sent.map((each) => each.trim()).filter((each) => each !== '')
  return filters.length > 0 && filters.length <= 50 && filters.every(isEventFilter)
    ? filters
    : undefined
}

const longestWaitSeconds = 25

function placeFrom(text: string): FeedRequest['after'] | undefined {
  if (text === 'now' || text === 'oldest') return text
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
