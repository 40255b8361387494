import { type Static, Type } from 'typebox'
import { actorKinds } from './audit.ts'
import { Id, Instant, Nullable } from './fields.ts'
import { period, place } from './list.ts'
import type { Wire } from './wire.ts'

/** The days for which an account's requests are kept. */
export const requestLogDays = 7

export const requestMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type RequestMethod = (typeof requestMethods)[number]

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const
export type StatusClass = (typeof statusClasses)[number]

/** One request of an account, in a list: without its bodies. */
export const LoggedRequestWire = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'O X-Request-Id da resposta.',
    }),
    at: Instant,
    method: Type.Enum([...requestMethods]),
    route: Type.String({
      description: 'A rota, com os nomes dos parâmetros.',
      examples: ['/api/user/transactions/:id'],
    }),
    path: Type.String({
      description: 'O caminho, sem a query. O que não é um id fica oculto.',
      examples: ['/api/user/transactions/0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10'],
    }),
    status: Type.Integer({ description: 'O status HTTP.' }),
    errorCode: Nullable(Type.String({ examples: ['validation-failed'] })),
    actor: Type.Object(
      {
        kind: Type.Enum([...actorKinds]),
        id: Id,
        name: Type.String(),
      },
      { description: 'A chave, ou a pessoa, que fez a requisição.' },
    ),
    durationMs: Type.Number({ description: 'Até o fim da resposta, em milissegundos.' }),
    idempotencyKey: Nullable(
      Type.String({ description: 'Só os últimos caracteres.', examples: ['…1042'] }),
    ),
  },
  { $id: 'LoggedRequest' },
)
export type LoggedRequestWire = Wire<typeof LoggedRequestWire>

/** Who makes the requests of an account. */
export const requestActors = ['key', 'person'] as const
export type RequestActor = (typeof requestActors)[number]

const Body = Nullable(
  Type.Unknown({
    description:
      'Só os campos conhecidos e sem segredo; os outros aparecem ocultos. Null: sem corpo, de um GET, ou grande demais.',
  }),
)

/** The same with its bodies. */
export const LoggedRequestDetail = Type.Object(
  {
    ...LoggedRequestWire.properties,
    requestBody: Body,
    responseBody: Body,
  },
  { $id: 'LoggedRequestDetail' },
)
export type LoggedRequestDetail = Wire<typeof LoggedRequestDetail>

export const ListRequestsQuery = Type.Object({
  status: Type.Optional(
    Type.String({
      description: 'Uma ou mais classes, separadas por vírgula: 2xx, 3xx, 4xx, 5xx.',
      examples: ['4xx,5xx'],
    }),
  ),
  method: Type.Optional(
    Type.String({ description: 'Um ou mais métodos, separados por vírgula.', examples: ['POST'] }),
  ),
  path: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'O começo do caminho.',
      examples: ['/api/user/cashout'],
    }),
  ),
  errorCode: Type.Optional(Type.String({ maxLength: 60, examples: ['validation-failed'] })),
  keyId: Type.Optional(Type.String({ description: 'O id de uma chave, ou de uma pessoa.' })),
  actorKind: Type.Optional(
    Type.String({
      description: 'key: de programas, por uma chave. person: de pessoas no painel.',
      examples: ['key'],
    }),
  ),
  requestId: Type.Optional(Type.String({ description: 'O X-Request-Id de uma resposta.' })),
  ...period,
  ...place,
})
export type ListRequestsQuery = Static<typeof ListRequestsQuery>
