import { Type } from 'typebox'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { isEventFilter } from '../../../../contract/events.ts'
import {
  ChangeWebhookEndpointRequest,
  CreatedWebhookEndpointWire,
  CreateWebhookEndpointRequest,
  PingWire,
  WebhookEndpointWire,
} from '../../../../contract/webhook-endpoint.ts'
import { WebhookSecretWire } from '../../../../contract/webhook-secret.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  endpointOrNotFound,
  openEndpoint,
} from '../../../webhooks/open-endpoint.ts'
import { pingEndpoint } from '../../../webhooks/ping-endpoint.ts'
import type { WebhookEndpoint } from '../../../webhooks/webhook-endpoint.ts'
import { endpointsOf } from '../../../webhooks/webhook-endpoint-store.ts'
import { addressWarnings } from '../../request/address-warnings.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { assertNoIssues, validate } from '../../request/validation.ts'
import { rotateSecret } from '../../webhook-secret-response.ts'

export const postWebhookEndpoint = accountEndpoint({
  summary: 'Cadastrar um endereço que recebe os eventos da conta',
  description:
    'Recebe todo evento a partir daqui, além do postbackUrl de cada transação. O segredo que assina aparece só nesta resposta.',
  body: CreateWebhookEndpointRequest,
  answer: envelopeOf(CreatedWebhookEndpointWire),
  rejections: ['validation-failed', 'webhook-url-invalid', 'webhook-endpoint-limit'],
  warnings: ({ body }, rules) => addressWarnings(body, { called: ['url'] }, rules),
  handle(context, request) {
    const {
      url,
      events = ['*'],
      description = null,
    } = validate(CreateWebhookEndpointRequest, request.body)
    refuseUnknown(events)
    const accountId = request.holder.account.id
    return withSealedResponse(context, request, {
      accountId,
      kind: 'transaction',
      async run(app) {
        const { endpoint, secret } = await openEndpoint(app, accountId, {
          url,
          description,
          eventTypes: events,
        })
        const data: CreatedWebhookEndpointWire = { ...renderEndpoint(endpoint), secret }
        return {
          id: endpoint.id,
          message: {
            pt: 'Endereço cadastrado. Guarde o segredo: ele não será mostrado de novo.',
            en: 'Endpoint created. Keep the secret: it is not shown again.',
          },
          data,
        }
      },
    })
  },
})

export const listWebhookEndpoints = accountEndpoint({
  summary: 'Listar os endereços de webhook',
  answer: envelopeOf(Type.Array(WebhookEndpointWire)),
  async handle({ app }, { holder }) {
    const endpoints = await endpointsOf(app.sql, holder.account.id)
    return {
      message: { pt: 'Endereços de webhook.', en: 'Webhook endpoints.' },
      data: endpoints.map(renderEndpoint),
    }
  },
})

export const getWebhookEndpoint = accountEndpoint({
  summary: 'Ver um endereço de webhook',
  answer: envelopeOf(WebhookEndpointWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const endpoint = await endpointOrNotFound(app, request.holder.account.id, idFrom(request))
    return {
      message: { pt: 'Endereço de webhook.', en: 'Webhook endpoint.' },
      data: renderEndpoint(endpoint),
    }
  },
})

export const patchWebhookEndpoint = accountEndpoint({
  summary: 'Alterar, pausar ou retomar um endereço de webhook',
  description:
    'Os webhooks ainda não entregues seguem a mudança: vão para o endereço novo, ficam guardados durante a pausa e são enviados quando ela acaba.',
  body: ChangeWebhookEndpointRequest,
  answer: envelopeOf(WebhookEndpointWire),
  rejections: ['not-found', 'validation-failed', 'webhook-url-invalid'],
  warnings: ({ body }, rules) => addressWarnings(body, { called: ['url'] }, rules),
  async handle({ app }, request) {
    const { events, ...change } = validate(ChangeWebhookEndpointRequest, request.body)
    if (events) refuseUnknown(events)
    const endpoint = await changeEndpoint(app, request.holder.account.id, {
      id: idFrom(request),
      ...(change.url !== undefined && { url: change.url }),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.status !== undefined && { status: change.status }),
      ...(events && { eventTypes: events }),
    })
    return {
      message: { pt: 'Endereço alterado.', en: 'Endpoint changed.' },
      data: renderEndpoint(endpoint),
    }
  },
})

export const deleteWebhookEndpoint = accountEndpoint({
  summary: 'Apagar um endereço de webhook',
  answer: envelopeOf(WebhookEndpointWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const endpoint = await deleteEndpoint(app, request.holder.account.id, idFrom(request))
    return {
      message: { pt: 'Endereço apagado.', en: 'Endpoint deleted.' },
      data: renderEndpoint(endpoint),
    }
  },
})

export const postWebhookPing = accountEndpoint({
  summary: 'Testar um endereço de webhook',
  description:
    'Envia agora um aviso sem efeito (type ping), assinado como os outros, e devolve a resposta do endereço.',
  answer: envelopeOf(PingWire),
  rejections: ['not-found', 'overloaded'],
  async handle(context, request) {
    const { app } = context
    const accountId = request.holder.account.id
    const endpoint = await endpointOrNotFound(app, accountId, idFrom(request))
    return withSealedResponse(context, request, {
      accountId,
      kind: 'leased', // A ping has no effect, so a second one is harmless.
      async run() {
        const { state, status, durationMs, error, excerpt } = await pingEndpoint(app, endpoint)
        const data: PingWire = {
          delivered: state === 'delivered',
          status,
          durationMs,
          error,
          answer: excerpt,
        }
        const message = data.delivered
          ? { pt: 'O endereço recebeu o teste.', en: 'The endpoint took the test.' }
          : { pt: 'O endereço não aceitou o teste.', en: 'The endpoint did not take the test.' }
        return { id: endpoint.id, message, data }
      },
    })
  },
})

export const postWebhookEndpointRotation = accountEndpoint({
  summary: 'Trocar o segredo de um endereço de webhook',
  description:
    'Por 24 horas os dois assinam; nesse tempo não há outra troca. O novo aparece só nesta resposta.',
  answer: envelopeOf(WebhookSecretWire),
  rejections: ['not-found', 'webhook-secret-rotating'],
  async handle(context, request) {
    const accountId = request.holder.account.id
    const { id } = await endpointOrNotFound(context.app, accountId, idFrom(request))
    return withSealedResponse(context, request, {
      accountId,
      kind: 'transaction',
      run: async (app) => ({ id, ...(await rotateSecret(app, accountId, id)) }),
    })
  },
})

function refuseUnknown(events: readonly string[]): void {
  assertNoIssues(
    events.flatMap((filter, index) =>
      isEventFilter(filter) ? [] : [{ field: `events.${index}`, problem: 'unknown' }],
    ),
  )
}

const renderEndpoint = (endpoint: WebhookEndpoint): WebhookEndpointWire => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.eventTypes,
  status: endpoint.status,
  pausedReason: endpoint.pausedReason,
  failingSince: endpoint.failingSince?.toISOString() ?? null,
  createdAt: endpoint.createdAt.toISOString(),
  updatedAt: endpoint.updatedAt.toISOString(),
})
