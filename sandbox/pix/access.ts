import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { bearerOf, thumbprintOf } from '../kit/bound-tokens.ts'
import { isSameSecret } from '../kit/same-secret.ts'
import { addTokenRoute } from '../kit/token-route.ts'
import type { CredentialPlace } from './bank.ts'
import type { Psp } from './psp.ts'

/**
 * The permissions a receiver's client can have (`components.securitySchemes.OAuth2`, and Efí's
 * extension).
 */
export const scopes = [
  'cob.write',
  'cob.read',
  'cobv.write',
  'cobv.read',
  'lotecobv.write',
  'lotecobv.read',
  'payloadlocation.write',
  'payloadlocation.read',
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
    path: psp.bank.tokenPath,
  })
}

function grant(psp: Psp, request: FastifyRequest): ApiResponse {
  const body = isTextRecord(request.body) ? request.body : {}
  if (!isKnown(psp, request, body)) return refusal(401, 'invalid_client')
  if (body.grant_type !== 'client_credentials') return refusal(400, 'unsupported_grant_type')
  const { granted: own } = psp.bank
  const wanted = body.scope?.split(' ').filter(Boolean) ?? own
  if (!wanted.every((each) => own.some((scope) => scope === each)))
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

/** Whether the credentials are where this bank reads them, and are those of the receiver. */
function isKnown(
  { bank, identity }: Psp,
  request: FastifyRequest,
  { client_id: id = '', client_secret: secret }: Readonly<Record<string, string | undefined>>,
): boolean {
  const isReceiver = ([givenId, givenSecret]: readonly [string, string]) =>
    isSameSecret(givenId, identity.clientId) && isSameSecret(givenSecret, identity.clientSecret)
  const basic = basicCredentials(request)
  const places: Record<CredentialPlace, boolean> = {
    header: basic !== undefined && isReceiver(basic),
    form: secret !== undefined && isReceiver([id, secret]),
    certificate: isSameSecret(id, identity.clientId) && secret === undefined,
  }
  return bank.credentials.some((place) => places[place])
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
 * Rejects a call without a valid token for this scope and this certificate, or without what the
 * bank requires beside it. Returns true when the reply has been sent.
 */
export function isRejected(
  psp: Psp,
  scope: Scope,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (!psp.bank.isComplete(request, psp.identity)) {
    reply.code(401).send('')
    return true
  }
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
