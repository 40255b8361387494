import { Type } from 'typebox'
import { Id, Instant, Nullable } from './fields.ts'
import { period, place } from './list.ts'
import type { Wire } from './wire.ts'

export const deliveryStates = ['waiting', 'held', 'delivered', 'exhausted', 'stopped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const State = Type.Enum([...deliveryStates], {
  description:
    'waiting espera a vez ou a próxima tentativa; held espera o endereço voltar da pausa; delivered aceito com 2xx; exhausted falhou 15 vezes; stopped o endereço cadastrado respondeu 410 ou foi apagado.',
})

/** The delivery of one event to one address. */
export const WebhookDeliveryWire = Type.Object(
  {
    id: Id,
    eventId: Type.String({
      format: 'uuid',
      description: 'O webhook-id que o seu servidor recebe.',
    }),
    type: Type.String({ examples: ['transaction.paid'] }),
    objectId: Id,
    sequence: Type.Integer({ minimum: 1 }),
    endpointId: Nullable(
      Type.String({ format: 'uuid', description: 'Nulo: foi ao postbackUrl da transação.' }),
    ),
    url: Type.String(),
    state: State,
    attempts: Type.Integer({ minimum: 0 }),
    nextAttemptAt: Nullable(Instant),
    lastStatus: Nullable(Type.Integer()),
    lastError: Nullable(Type.String()),
    createdAt: Instant,
    deliveredAt: Nullable(Instant),
  },
  { $id: 'WebhookDelivery' },
)
export type WebhookDeliveryWire = Wire<typeof WebhookDeliveryWire>

const Attempt = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    at: Instant,
    status: Nullable(Type.Integer({ description: 'O status HTTP; nulo quando nenhum veio.' })),
    durationMs: Type.Integer(),
    error: Nullable(Type.String({ examples: ['ECONNREFUSED'] })),
    answer: Nullable(
      Type.String({ description: 'O começo do corpo, até 1 KiB, sem dados sensíveis.' }),
    ),
  },
  { $id: 'WebhookAttempt' },
)

export const WebhookDeliveryDetailWire = Type.Object({
  ...WebhookDeliveryWire.properties,
  tries: Type.Array(Attempt),
  payload: Type.Unknown({ description: 'O corpo enviado.' }),
})
export type WebhookDeliveryDetailWire = Wire<typeof WebhookDeliveryDetailWire>

/** Query strings arrive as text. */
export const ListDeliveriesQuery = Type.Object({
  state: Type.Optional(
    Type.String({
      description: 'Um ou mais, separados por vírgula.',
      examples: ['exhausted,stopped'],
    }),
  ),
  types: Type.Optional(
    Type.String({
      description: 'Tipos ou curingas, separados por vírgula.',
      examples: ['transaction.*'],
    }),
  ),
  objectId: Type.Optional(Id),
  eventId: Type.Optional(Id),
  endpointId: Type.Optional(Id),
  ...period,
  ...place,
})

/** The deliveries to repeat: of the last 30 days, those that match every filter. */
export const RedeliverRequest = Type.Object({
  failedSince: Type.Optional(
    Type.String({
      description:
        'As entregas criadas desde este dia ou instante que falharam: exhausted, stopped e as que estão entre tentativas. O dia é o do aviso, não o da falha.',
    }),
  ),
  from: Type.Optional(
    Type.String({ description: 'Dia de São Paulo ou instante ISO 8601, incluído.' }),
  ),
  to: Type.Optional(
    Type.String({ description: 'Até este dia de São Paulo ou instante ISO 8601, incluído.' }),
  ),
  types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 50 })),
  endpointId: Type.Optional(Id),
  objectId: Type.Optional(Id),
})

export const ResendEventRequest = Type.Object({
  endpointId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Só a este endereço, mesmo que o evento seja anterior a ele.',
    }),
  ),
})

export const RedeliveredWire = Type.Object(
  { redelivered: Type.Integer({ minimum: 0, description: 'Quantas entregas recomeçaram.' }) },
  { $id: 'Redelivered' },
)
export type RedeliveredWire = Wire<typeof RedeliveredWire>
