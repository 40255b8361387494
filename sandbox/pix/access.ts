import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { bearerOf, thumbprintOf } from '../kit/bound-tokens.ts'
import { isSameSecret } from '../kit/same-secret.ts'
import { addTokenRoute } from '../kit/token-route.ts'
import type { Psp } from './psp.ts'

/**
 * The permissions a receiver's client can have (`components.securitySchemes.OAuth2`, and Efí's
 * extension).
 */
export const scopes = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
  'gn.infractions.read',
  'gn.infractions.write',
] as const
export type Scope = (typeof scopes)[number]

const lifetimeSeconds = 3_600

/**
 * `POST /oauth/token`: accepts client credentials and returns a token bound to the client
 * certificate.
 */
export function addPixTokenRoute(app: FastifyInstance, psp: Psp): void {
  addTokenRoute(app, {
    world: psp.world,
    provider: 'pix',
    grant: (request) => grant(psp, request),
    challenge: 'Basic realm="pix"',
  })
}

function grant(psp: Psp, request: FastifyRequest): ApiResponse {
  const body = isTextRecord(request.body) ? request.body : {}
  const [id, secret] = basicCredentials(request) ?? [body.client_id ?? '', body.client_secret ?? '']
  const { clientId, clientSecret } = psp.identity
  const isKnown = isSameSecret(id, clientId) && isSameSecret(secret, clientSecret)
  if (!isKnown) return refusal(401, 'invalid_client')
  if (body.grant_type !== 'client_credentials') return refusal(400, 'unsupported_grant_type')
  const wanted = body.scope?.split(' ').filter(Boolean) ?? [...scopes]
  if (!wanted.every((each) => scopes.some((scope) => scope === each)))
    return refusal(400, 'invalid_scope')

  const token = randomBase62(43)
  const now = psp.world.now()
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000)
  psp.tokens.add(
    token,
    { scopes: new Set(wanted), thumbprint: thumbprintOf(request), expiresAt },
    now,
  )
  const granted = {
    access_token: token,
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    scope: wanted.join(' '),
  }
  return { status: 200, body: granted, outcome: 'granted' }
}

const refusal = (status: number, error: string): ApiResponse => ({
  status,
  body: { error },
  outcome: `refused:${error}`,
})

function basicCredentials(request: FastifyRequest): [string, string] | undefined {
  const [scheme, encoded] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return [id, secret.join(':')]
}

const isTextRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string')

/**
 * Rejects a call without a valid token for this scope and this certificate. Returns true when the
 * reply has been sent.
 */
export function isRejected(
  psp: Psp,
  scope: Scope,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const text = bearerOf(request)
  const token = text === undefined ? undefined : psp.tokens.find(text)
  if (!token || token.expiresAt <= psp.world.now() || token.thumbprint !== thumbprintOf(request)) {
    reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send('')
    return true
  }
  if (token.scopes.has(scope)) return false
  reply
    .code(403)
    .header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
    .send('')
  return true
}
