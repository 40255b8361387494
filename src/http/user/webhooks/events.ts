import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { envelopeOf } from '../../../../contract/envelope.ts'
import {
  EventWire,
  FeedPlace,
  ListEventsQuery,
  StreamEventsQuery,
} from '../../../../contract/events.ts'
import { RedeliveredWire, ResendEventRequest } from '../../../../contract/webhook-delivery.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import type { FeedPage } from '../../../webhooks/event-feed.ts'
import { type FeedEvent, feedEventById } from '../../../webhooks/event-feed-store.ts'
import { resendEvent } from '../../../webhooks/redeliver.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { validate } from '../../request/validation.ts'
import { readEventsQuery, readStreamQuery } from './read-webhook-query.ts'
import { redelivered } from './webhook-deliveries.ts'

export const listEvents = accountEndpoint({
  summary: 'Ler os eventos da conta, em ordem, sem buracos nem repetições',
  description:
    'Os mesmos dos webhooks. Guarde `feed.next` depois de tratar a página e mande-o em `after`. Com `wait` a resposta espera pelo próximo evento.',
  query: ListEventsQuery,
  answer: Type.Object({
    status: Type.Integer(),
    message: Type.String(),
    data: Type.Array(EventWire),
    feed: FeedPlace,
    error: Type.Null(),
  }),
  rejections: ['validation-failed', 'events-expired'],
  async handle({ app }, request) {
    const query = readEventsQuery(request.query)
    const { events, next, last } = await app.feed.read({
      accountId: request.holder.account.id,
      ...query,
    })
    const feed: FeedPlace = { next: String(next), last }
    return {
      message: { pt: 'Eventos da conta.', en: 'Events of the account.' },
      data: events.map(renderEvent),
      meta: { feed },
    }
  },
})

export const streamEvents = accountEndpoint({
  summary: 'Receber os eventos da conta assim que acontecem (server-sent events)',
  description:
    'Cada mensagem tem em `id` a posição e em `data` o evento, em JSON. Reaberto com Last-Event-ID ou `cursor`, continua exatamente depois. Sem eventos vem um comentário a cada 15 s. Até 32 abertos por conta.',
  query: StreamEventsQuery,
  isStream: true,
  rejections: ['validation-failed', 'events-expired'],
  async handle({ app }, request) {
    const { ends } = request
    if (!ends) throw new Error('a stream was reached without its end')
    const pages = await app.feed.follow({
      accountId: request.holder.account.id,
      ...readStreamQuery(request.query, request.headers['last-event-id']),
      ends,
    })
    return {
      status: 200,
      // The next page is read when this one was sent: memory does not grow for a slow reader.
      body: Readable.from(messagesOf(pages)),
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no', // nginx would hold the messages back.
      },
    }
  },
})

/** An empty page becomes a comment. The id beside it moves the reader past filtered events. */
async function* messagesOf(pages: AsyncIterable<FeedPage>): AsyncGenerator<string> {
  yield `retry: ${reopenAfterMs}\n\n`
  for await (const { events, next } of pages) {
    const messages = events.map(
      (event) => `id: ${event.position}\ndata: ${JSON.stringify(renderEvent(event))}\n\n`,
    )
    yield messages.length > 0 ? messages.join('') : `: ${next}\nid: ${next}\n\n`
  }
}

const reopenAfterMs = 2_000

export const getEvent = accountEndpoint({
  summary: 'Ver um evento',
  answer: envelopeOf(EventWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const event = await feedEventById(app.sql, request.holder.account.id, idFrom(request))
    if (!event) throw new Rejection('not-found')
    return { message: { pt: 'Evento.', en: 'Event.' }, data: renderEvent(event) }
  },
})

export const postEventResend = accountEndpoint({
  summary: 'Enviar um evento de novo',
  description:
    'A todos os endereços a que foi, ou a um deles. Mesmo webhook-id, mesmos bytes. Até 30 dias depois.',
  body: ResendEventRequest,
  answer: envelopeOf(RedeliveredWire),
  rejections: ['not-found', 'validation-failed', 'redelivery-expired'],
  handle(context, request) {
    const accountId = request.holder.account.id
    const eventId = idFrom(request)
    const { endpointId } = validate(ResendEventRequest, request.body ?? {})
    return withSealedResponse(context, request, {
      accountId,
      kind: 'leased', // Restarted twice, a delivery is still due at once.
      async run() {
        const choices = {
          eventId,
          ...(endpointId !== undefined && { webhookEndpointId: endpointId }),
        }
        return redelivered(eventId, await resendEvent(context.app, accountId, choices))
      },
    })
  },
})

const renderEvent = ({
  id,
  position,
  type,
  objectId,
  version,
  payload,
  occurredAt,
}: FeedEvent): EventWire => ({
  id,
  position,
  type,
  objectId,
  sequence: version,
  occurredAt: occurredAt.toISOString(),
  payload: JSON.parse(payload),
})
