import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import { answerBadly, isCarriedOut } from '../faults.ts'
import type { Answer, Bank } from './bank.ts'

const scopes = ['cobrancas.boletos-requisicao', 'cobrancas.boletos-info']
const lifetimeSeconds = 600

/** `POST /oauth/token`: client credentials in Basic, the grant in a form. */
export function addTokenRoute(app: FastifyInstance, bank: Bank): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
  app.post('/oauth/token', (request, reply) => {
    const fault = bank.world.faults.take('boleto', 'token')
    const answer =
      fault && !isCarriedOut(fault) ? { status: 500, body: {}, outcome: '' } : grant(bank, request)
    const outcome = fault ? `fault:${fault}` : answer.outcome
    bank.world.calls.record({
      provider: 'boleto',
      operation: 'token',
      reference: null,
      amount: null,
      outcome,
    })
    if (fault) return answerBadly(fault, reply, answer)
    return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body)
  })
}

/** Why a call to the API is rejected. `undefined`: it has a valid token and the application key. */
export function turnedAway(bank: Bank, request: FastifyRequest): Answer | undefined {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined || !bank.tokens.isValid(token, bank.world.now())) {
    return gatewayError(401, 'Unauthorized', 'Bad Credentials')
  }
  const query = request.query as Record<string, unknown>
  const key = query['gw-dev-app-key'] ?? query['gw-app-key']
  if (typeof key !== 'string' || !isSame(key, bank.identity.appKey)) {
    return gatewayError(403, 'Forbidden', 'gw-dev-app-key ausente ou inválida')
  }
  return undefined
}

function grant(bank: Bank, request: FastifyRequest): Answer {
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const { clientId, clientSecret } = bank.identity
  if (!isSame(Buffer.from(basic, 'base64').toString(), `${clientId}:${clientSecret}`)) {
    return { status: 401, body: { error: 'invalid_client' }, outcome: 'refused:client' }
  }
  const form = (request.body ?? {}) as Record<string, string | undefined>
  if (form.grant_type !== 'client_credentials') {
    return { status: 400, body: { error: 'unsupported_grant_type' }, outcome: 'refused:grant' }
  }
  const requested = form.scope?.split(' ') ?? scopes
  if (!requested.every((scope) => scopes.includes(scope))) {
    return { status: 400, body: { error: 'invalid_scope' }, outcome: 'refused:scope' }
  }
  const now = bank.world.now()
  const token = randomBase62(64)
  bank.tokens.add(token, new Date(now.getTime() + lifetimeSeconds * 1000), now)
  const body = {
    access_token: token,
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    scope: requested.join(' '),
  }
  return { status: 200, body, outcome: 'granted' }
}

/** The gateway in front of the API has its own form of error. */
const gatewayError = (statusCode: number, error: string, message: string): Answer => ({
  status: statusCode,
  body: { statusCode, error, message, attributes: { error: message } },
  outcome: `refused:${statusCode}`,
})

const isSame = (said: string, expected: string): boolean =>
  timingSafeEqual(digest(said), digest(expected))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
