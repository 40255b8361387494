import type { Access } from '../../request/endpoint.ts'
import type { Route } from '../../route.ts'
import { apiVersions } from '../../server/version.ts'
import type { Json } from './schemas.ts'

/** The headers of responses that a client reads, by their names in the components. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'O identificador desta requisição, para o suporte.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Daqui a quantos segundos tentar de novo.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'A credencial que o endereço espera.',
    required: true,
    schema: { type: 'string' },
  },
  'Guiche-Version': {
    description: 'A versão datada da resposta.',
    required: true,
    schema: { type: 'string', enum: [...apiVersions] },
  },
  'Guiche-Warnings': {
    description: 'O que foi aceito e parece um engano, como lista da RFC 9651.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'A resposta é a da primeira vez com esta Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: {
    description: 'O endereço da página seguinte.',
    required: true,
    schema: { type: 'string' },
  },
} as const satisfies Json

type HeaderName = keyof typeof responseHeaders

const named = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const))

const versioned: ReadonlySet<Access> = new Set(['user', 'public'])

/** Whether the route has dated versions. */
export const isVersioned = ({ access }: Pick<Route, 'access'>): boolean => versioned.has(access)

/** Whether an Idempotency-Key makes a repeated request return the first response. */
export const isOnceForKey = ({ access, method, endpoint }: Route): boolean =>
  method === 'POST' && (access === 'user' || access === 'admin' || endpoint.keepsKey === true)

/** The headers of a response, by what it is. */
export const headersOf = {
  success: (route: Route): Json =>
    named([
      'X-Request-Id',
      ...(isVersioned(route) ? (['Guiche-Version', 'Guiche-Warnings'] as const) : []),
      ...(isOnceForKey(route) ? (['Idempotent-Replayed'] as const) : []),
    ]),
  failure: (status: number): Json =>
    named([
      'X-Request-Id',
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
      ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ]),
  document: (status: number): Json =>
    named(['X-Request-Id', ...(status >= 300 && status < 400 ? (['Location'] as const) : [])]),
}
