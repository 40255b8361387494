import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, Text } from './fields.ts'
import type { Wire } from './wire.ts'

const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Endereço https público que recebe os avisos.',
  examples: ['https://loja.exemplo.com.br/webhooks'],
})
const Events = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  description:
    'Tipos de /docs/events; `transaction.*` é todos de um assunto, `*` todos. Padrão: `*`.',
  examples: [['transaction.paid', 'transaction.refused']],
})

export const endpointStatuses = ['active', 'paused', 'deleted'] as const
export type EndpointStatus = (typeof endpointStatuses)[number]

export const CreateWebhookEndpointRequest = Type.Object({
  url: Url,
  events: Type.Optional(Events),
  description: Type.Optional(Nullable(Text(255))),
})
export type CreateWebhookEndpointRequest = Static<typeof CreateWebhookEndpointRequest>

/** The given fields change, the rest stays. */
export const ChangeWebhookEndpointRequest = Type.Object({
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  description: Type.Optional(Nullable(Text(255))),
  status: Type.Optional(
    Type.Enum(['active', 'paused'], {
      description:
        'paused: nada é enviado e nada se perde; o que se acumula sai quando voltar a active.',
    }),
  ),
})
export type ChangeWebhookEndpointRequest = Static<typeof ChangeWebhookEndpointRequest>

export const WebhookEndpointWire = Type.Object(
  {
    id: Id,
    url: Type.String(),
    description: Nullable(Type.String()),
    events: Type.Array(Type.String()),
    status: Type.Enum([...endpointStatuses]),
    pausedReason: Nullable(
      Type.Enum(['requested', 'gone'], {
        description: 'gone: o endereço respondeu 410 e paramos de chamá-lo.',
      }),
    ),
    failingSince: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { $id: 'WebhookEndpoint' },
)
export type WebhookEndpointWire = Wire<typeof WebhookEndpointWire>

export const CreatedWebhookEndpointWire = Type.Object({
  ...WebhookEndpointWire.properties,
  secret: Type.String({
    description: 'Confere a assinatura. Aparece só aqui.',
    examples: ['whsec_…'],
  }),
})
export type CreatedWebhookEndpointWire = Wire<typeof CreatedWebhookEndpointWire>

/** The result of one attempt, as the receiver responded. */
export const PingWire = Type.Object(
  {
    delivered: Type.Boolean(),
    status: Nullable(Type.Integer({ description: 'O status HTTP; nulo quando nenhum veio.' })),
    durationMs: Type.Integer(),
    error: Nullable(Type.String({ examples: ['ECONNREFUSED'] })),
    answer: Nullable(
      Type.String({ description: 'O começo do corpo, até 1 KiB, sem dados sensíveis.' }),
    ),
  },
  { $id: 'WebhookPing' },
)
export type PingWire = Wire<typeof PingWire>
