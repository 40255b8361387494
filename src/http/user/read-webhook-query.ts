import type { Static, TSchema } from 'typebox'
import { isEventFilter, ListEventsQuery } from '../../../contract/events.ts'
import { deliveryStates, ListDeliveriesQuery, RedeliverRequest } from '../../../contract/webhook-delivery.ts'
import { endOfLocalDay, startOfLocalDay } from '../../brazil/local-time.ts'
import type { DeliveryFilter } from '../../webhooks/delivery-list-store.ts'
import type { FeedRequest } from '../../webhooks/event-feed.ts'
import type { DeliveryCursor } from '../../webhooks/inspect-deliveries.ts'
import type { Redelivery } from '../../webhooks/redelivery-store.ts'
import { checked, type Issue, refuseIssues } from '../problems.ts'
import { instant, oneOrMore, present, readCursor, whole } from './read-list-query.ts'

type Query = Readonly<Record<string, string>>

/** Where a reader of the feed stands, and what it wants. */
export function readEventsQuery(sent: Query): Omit<FeedRequest, 'accountId'> {
  const { query, read, refuse } = readerOf(ListEventsQuery, withoutBlanks(sent))
  const found = {
    after: read(query.after, 'after', 'cursor', placeFrom),
    types: read(query.types, 'types', 'unknown', (text) => filtersFrom(text.split(','))),
    limit: read(query.limit, 'limit', 'integer', (text) => whole(text, Number.MAX_SAFE_INTEGER)),
    waitSeconds: read(query.wait, 'wait', 'integer', (text) => (text === '0' ? 0 : whole(text, 1_000))),
  }
  refuse()
  return {
    after: found.after ?? 'oldest',
    types: found.types ?? ['*'],
    limit: Math.min(found.limit ?? 100, 100),
    waitMs: Math.min(found.waitSeconds ?? 0, longestWaitSeconds) * 1_000,
  }
}

export function readDeliveriesQuery(
  sent: Query,
): DeliveryFilter & { readonly limit: number; readonly after?: DeliveryCursor } {
  const { query, read, refuse } = readerOf(ListDeliveriesQuery, withoutBlanks(sent))
  const found = {
    states: read(query.state, 'state', `choice ${deliveryStates.join(', ')}`, statesFrom),
    types: read(query.types, 'types', 'unknown', (text) => filtersFrom(text.split(','))),
    from: read(query.start_date, 'start_date', 'date', (text) => instant(text, startOfLocalDay)),
    to: read(query.end_date, 'end_date', 'date', (text) => instant(text, endOfLocalDay)),
    after: read(query.cursor, 'cursor', 'cursor', readCursor),
    objectId: query.objectId,
    eventId: query.eventId,
    webhookEndpointId: query.endpointId,
  }
  const limit = read(query.limit, 'limit', 'integer', (text) => whole(text, Number.MAX_SAFE_INTEGER)) ?? 20
  refuse()
  return { ...present(found), limit: Math.min(limit, 100) }
}

/** Which deliveries to make again. Something must be named: nobody means "everything of thirty days" by sending nothing. */
export function readRedelivery(body: unknown): Redelivery {
  const { query, read, refuse } = readerOf(RedeliverRequest, body)
  const failedSince = read(query.failedSince, 'failedSince', 'date', (text) => instant(text, startOfLocalDay))
  const found = {
    from: failedSince ?? read(query.from, 'from', 'date', (text) => instant(text, startOfLocalDay)),
    to: read(query.to, 'to', 'date', (text) => instant(text, endOfLocalDay)),
    types: query.types && read(query.types, 'types', 'unknown', filtersFrom),
    webhookEndpointId: query.endpointId,
    objectId: query.objectId,
  }
  refuse()
  const given = present(found)
  if (Object.keys(given).length === 0) refuseIssues([{ field: 'failedSince', problem: 'required' }])
  return { ...given, isFailed: failedSince !== undefined }
}

/** Filters of event types; undefined when one of them lets nothing through. */
export function filtersFrom(given: readonly string[]): string[] | undefined {
  const filters = given.map((each) => each.trim()).filter((each) => each !== '')
  return filters.length > 0 && filters.length <= 50 && filters.every(isEventFilter) ? filters : undefined
}

const longestWaitSeconds = 25

/** The form of what was sent, then its meaning field by field; every problem is told at once. */
export function readerOf<Schema extends TSchema>(schema: Schema, sent: unknown) {
  const query: Static<Schema> = checked(schema, sent)
  const issues: Issue[] = []
  return {
    query,
    read<Sent, Value>(
      given: Sent | undefined,
      field: string,
      problem: string,
      reader: (given: Sent) => Value | undefined,
    ): Value | undefined {
      if (given === undefined) return undefined
      const value = reader(given)
      if (value === undefined) issues.push({ field, problem })
      return value
    },
    refuse: () => refuseIssues(issues),
  }
}

export const withoutBlanks = (sent: Query): Query =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''))

function placeFrom(text: string): FeedRequest['after'] | undefined {
  if (text === 'now' || text === 'oldest') return text
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** States are written in lower case, unlike those of transactions. */
const statesFrom = (text: string) => {
  const upper = deliveryStates.map((state) => state.toUpperCase())
  const named = oneOrMore(upper)(text)
  return named && deliveryStates.filter((state) => named.includes(state.toUpperCase()))
}
