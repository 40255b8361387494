import type { TSchema } from 'typebox'
import type { Route } from '../../route.ts'
import { apiVersions } from '../../server/version.ts'
import { isOnceForKey, isVersioned } from './headers.ts'
import { type Json, plainSchema } from './schemas.ts'

/** The parameters of an operation: in its path, its query and its headers. */
export const parametersOf = (route: Route): Json[] => [
  ...pathParameters(route.path),
  ...queryParameters(route.endpoint.query),
  ...headerParameters(route),
]

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(isId(name) && { format: 'uuid' }) },
  }))

/** The same format as ids have in responses: typed clients pass them on. */
const isId = (name: string): boolean => name === 'id' || (/Id$/.test(name) && name !== 'secureId')

function queryParameters(query: TSchema | undefined): Json[] {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, TSchema> }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: plainSchema(schema),
  }))
}

function headerParameters(route: Route): Json[] {
  const { access, endpoint } = route
  const isKeyRequired = endpoint.rejections?.includes('idempotency-key-required') ?? false
  return [
    ...(access === 'user' && endpoint.isStream ? [lastEvent] : []),
    ...(isOnceForKey(route) ? [{ ...idempotencyKey, required: isKeyRequired }] : []),
    ...(isVersioned(route) ? [version] : []),
    ...(access === 'user' ? [account] : []),
  ]
}

export const header = (
  name: string,
  description: string,
  {
    required = false,
    values,
  }: { readonly required?: boolean; readonly values?: readonly string[] } = {},
): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...(values && { enum: values }) },
})

const lastEvent = header(
  'Last-Event-ID',
  'A posição do último evento recebido; o navegador a manda.',
)

const idempotencyKey = header(
  'Idempotency-Key',
  'Repetir com a mesma chave devolve a primeira resposta, sem fazer de novo.',
)

const version = header(
  'Guiche-Version',
  'A versão datada da interface. Sem ela vale a da primeira chamada da conta.',
  { values: apiVersions },
)

const account = header(
  'Guiche-Account',
  'A conta, quando quem chama é uma pessoa. Sem ele vale a última escolhida.',
)
