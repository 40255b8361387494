import { createHash, timingSafeEqual } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import { answerBadly, isCarriedOut } from '../faults.ts'
import type { Answer } from './problem.ts'
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
export function addTokenRoute(app: FastifyInstance, psp: Psp): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
  app.post('/oauth/token', (request, reply) => {
    const fault = psp.world.faults.take('pix', 'token')
    const answer = fault && !isCarriedOut(fault) ? undefined : grant(psp, request)
    const outcome = fault ? `fault:${fault}` : (answer?.outcome ?? '')
    psp.world.calls.record({
      provider: 'pix',
      operation: 'token',
      reference: null,
      amount: null,
      outcome,
    })
    if (fault) return answerBadly(fault, reply, answer ?? { status: 500, body: {} })
    if (answer?.status === 401) reply.header('www-authenticate', 'Basic realm="pix"')
    return reply
      .code(answer?.status ?? 500)
      .header('cache-control', 'no-store')
      .send(answer?.body)
  })
}

function grant(psp: Psp, request: FastifyRequest): Answer {
  const body = isTextRecord(request.body) ? request.body : {}
  const [id, secret] = basicCredentials(request) ?? [body.client_id ?? '', body.client_secret ?? '']
  const { clientId, clientSecret } = psp.identity
  const isKnown = isSame(id, clientId) && isSame(secret, clientSecret)
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

const refusal = (status: number, error: string): Answer => ({
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

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right))
const isTextRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'string')

/**
 * Rejects a call without a valid token for this scope and this certificate. Returns true when the
 * reply has been sent.
 */
export function isTurnedAway(
  psp: Psp,
  scope: Scope,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const text = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
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

const thumbprints = new WeakMap<object, string>()

/** SHA-256 of the client certificate, computed once for each connection. */
function thumbprintOf(request: FastifyRequest): string {
  const { socket } = request.raw
  const known = thumbprints.get(socket)
  if (known !== undefined) return known
  const shown = (socket as TLSSocket).getPeerX509Certificate()?.fingerprint256 ?? ''
  thumbprints.set(socket, shown)
  return shown
}
