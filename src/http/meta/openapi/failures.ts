import { Failure } from '../../../../contract/envelope.ts'
import { needsProof } from '../../../../contract/permission.ts'
import type { RejectionCode } from '../../../primitives/rejection.ts'
import { responses } from '../../rejection-responses.ts'
import type { Access } from '../../request/endpoint.ts'
import type { Route } from '../../route.ts'
import { headersOf, isOnceForKey } from './headers.ts'
import { bytesOf, type Json, jsonContent, referenced, type Schemas } from './schemas.ts'

/** Every failure of a route, by status, with its codes. */
export function failuresOf(route: Route, schemas: Schemas): Json {
  const byStatus = Map.groupBy(codesOf(route), (code) => responses[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        {
          description: codes.join(', '),
          headers: headersOf.failure(status),
          content: {
            ...jsonContent(referenced(Failure, schemas)).content,
            ...(isPage(route) && { 'text/html': { schema: bytesOf('text/html') } }),
          },
        },
      ]),
  )
}

/** A browser that opens a page of a payer gets its failure as a page. */
const isPage = ({ path }: Route): boolean => /^\/(?:pay|l|checkout)\//.test(path)

/** The codes of a route: its own, those of its access, and those of its body. */
function codesOf(route: Route): readonly RejectionCode[] {
  const { access, endpoint, method, path } = route
  const isHealth = path.startsWith('/health/')
  const takesBody = endpoint.body !== undefined || bodyMethods.has(method)
  return [
    ...new Set([
      ...(endpoint.rejections ?? []),
      ...accessCodes[access],
      ...(needsRecentProof(route) ? (['proof-required'] as const) : []),
      ...(path.includes(':') ? (['not-found'] as const) : []),
      ...(takesBody ? bodyCodes : []),
      ...(takesBody && access !== 'open' ? (['card-number-misplaced'] as const) : []),
      ...(isOnceForKey(route) ? keyCodes : []),
      ...anyCodes,
      ...(isHealth ? [] : workCodes),
    ]),
  ]
}

/** The methods whose bodies are read, also where the endpoint does not use them. */
const bodyMethods: ReadonlySet<Route['method']> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Whether a person needs a second factor of the last minutes for it. */
const needsRecentProof = (route: Route): boolean =>
  (route.access === 'user' || route.access === 'admin') && needsProof(route.permission)

const loginCodes = [
  'login-required',
  'second-factor-required',
  'origin-refused',
] as const satisfies RejectionCode[]

const accessCodes: Readonly<Record<Access, readonly RejectionCode[]>> = {
  user: [
    'unauthenticated',
    ...loginCodes,
    'permission-denied',
    'key-address-denied',
    'secret-key-in-browser',
    'account-suspended',
    'not-found', // A person named an account of others.
    'card-number-misplaced',
    'version-not-supported',
  ],
  public: [
    'public-key-invalid',
    'account-suspended',
    'card-number-misplaced',
    'version-not-supported',
  ],
  admin: [
    'admin-unauthenticated',
    ...loginCodes,
    'person-required',
    'permission-denied',
    'card-number-misplaced',
  ],
  login: loginCodes,
  'sign-in': ['origin-refused'],
  open: [],
}

const bodyCodes = [
  'invalid-json',
  'duplicate-json-key',
  'body-too-deep',
  'body-too-large',
  'unsupported-media-type',
  'request-timeout',
] as const satisfies RejectionCode[]

const keyCodes = [
  'idempotency-key-invalid',
  'idempotency-key-reused',
  'idempotency-in-progress',
] as const satisfies RejectionCode[]

/** A request that is not HTTP as it should be, and a bug. */
const anyCodes = [
  'host-invalid',
  'request-malformed',
  'internal-error',
] as const satisfies RejectionCode[]

/** What a busy gateway answers, and its database. */
const workCodes = [
  'rate-limited',
  'overloaded',
  'answer-timeout',
  'database-unavailable',
] as const satisfies RejectionCode[]
