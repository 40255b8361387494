import { envelopeOf } from '../../../../contract/envelope.ts'
import {
  ListDeliveriesQuery,
  RedeliveredWire,
  RedeliverRequest,
  WebhookDeliveryDetailWire,
  WebhookDeliveryWire,
} from '../../../../contract/webhook-delivery.ts'
import { type DeliverySeen, deliveryPage } from '../../../webhooks/delivery-list-store.ts'
import { showDelivery } from '../../../webhooks/inspect-deliveries.ts'
import { redeliverAll, redeliverOne } from '../../../webhooks/redeliver.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byAge } from '../../request/list-page.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { readDeliveriesQuery, readRedelivery } from './read-webhook-query.ts'

export const listWebhookDeliveries = accountListEndpoint({
  summary: 'Listar as entregas de webhooks, da mais nova à mais antiga',
  description:
    'Com `types` uma página procura em até 1.000 entregas: ela pode vir curta, ou vazia, e `nextCursor` continua.',
  query: ListDeliveriesQuery,
  item: WebhookDeliveryWire,
  message: { pt: 'Entregas de webhooks.', en: 'Webhook deliveries.' },
  read: readDeliveriesQuery,
  async find({ sql }, { holder }, wanted) {
    const { rows, end } = await deliveryPage(sql, holder.account.id, wanted)
    return { rows, nextCursor: end ? byAge.text(end) : null }
  },
  cursor: byAge.text,
  render: (delivery) => renderDelivery(delivery),
})

export const getWebhookDelivery = accountEndpoint({
  summary: 'Ver uma entrega, com todas as tentativas',
  answer: envelopeOf(WebhookDeliveryDetailWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const delivery = await showDelivery(app, request.holder.account.id, idFrom(request))
    const data: WebhookDeliveryDetailWire = {
      ...renderDelivery(delivery),
      tries: delivery.tries.map(({ at, excerpt, ...each }) => ({
        ...each,
        at: at.toISOString(),
        answer: excerpt,
      })),
      payload: JSON.parse(delivery.payload),
    }
    return { message: { pt: 'Entrega de webhook.', en: 'Webhook delivery.' }, data }
  },
})

export const postRedelivery = accountEndpoint({
  summary: 'Entregar de novo',
  description:
    'O mesmo evento, com o mesmo webhook-id e os mesmos bytes. Até 30 dias depois do evento. 404 se o endereço foi apagado.',
  answer: envelopeOf(WebhookDeliveryWire),
  rejections: ['not-found', 'redelivery-expired'],
  handle(context, request) {
    const accountId = request.holder.account.id
    const id = idFrom(request)
    return withSealedResponse(context, request, {
      accountId,
      kind: 'leased', // Restarted twice, a delivery is still due at once.
      async run() {
        await redeliverOne(context.app, accountId, id)
        const data = renderDelivery(await showDelivery(context.app, accountId, id))
        return {
          id,
          message: { pt: 'A entrega recomeçou.', en: 'The delivery starts again.' },
          data,
        }
      },
    })
  },
})

export const postRedeliveries = accountEndpoint({
  summary: 'Entregar de novo tudo o que falhou, ou um período',
  description:
    'Nomeie ao menos um filtro. Para tudo o que falhou, dos avisos desde 20 de novembro: {"failedSince": "2026-11-20"}.',
  body: RedeliverRequest,
  answer: envelopeOf(RedeliveredWire),
  rejections: ['validation-failed'],
  handle(context, request) {
    const { account } = request.holder
    const wanted = readRedelivery(request.body)
    return withSealedResponse(context, request, {
      accountId: account.id,
      kind: 'leased',
      run: async () => redelivered(account.id, await redeliverAll(context.app, account, wanted)),
    })
  },
})

export const redelivered = (id: string, count: number) => {
  const data: RedeliveredWire = { redelivered: count }
  return {
    id,
    message:
      count === 1
        ? { pt: '1 entrega recomeçou.', en: '1 delivery starts again.' }
        : { pt: `${count} entregas recomeçaram.`, en: `${count} deliveries start again.` },
    data,
  }
}

const renderDelivery = (delivery: DeliverySeen): WebhookDeliveryWire => ({
  id: delivery.id,
  eventId: delivery.eventId,
  type: delivery.type,
  objectId: delivery.objectId,
  sequence: delivery.sequence,
  endpointId: delivery.webhookEndpointId,
  url: delivery.url,
  state: delivery.state,
  attempts: delivery.attempts,
  nextAttemptAt: delivery.state === 'waiting' ? delivery.dueAt.toISOString() : null,
  lastStatus: delivery.lastStatus,
  lastError: delivery.lastError,
  createdAt: delivery.createdAt.toISOString(),
  deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
})
