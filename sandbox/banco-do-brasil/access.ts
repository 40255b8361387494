import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { bearerOf } from '../kit/bound-tokens.ts'
import { isSameSecret } from '../kit/same-secret.ts'
import { addTokenRoute } from '../kit/token-route.ts'
import type { Bank } from './bank.ts'

const scopes = ['cobrancas.boletos-requisicao', 'cobrancas.boletos-info']
const lifetimeSeconds = 600

/** `POST /oauth/token`: client credentials in Basic, the grant in a form. */
export function addBankTokenRoute(app: FastifyInstance, bank: Bank): void {
  addTokenRoute(app, {
    world: bank.world,
    provider: 'boleto',
    grant: (request) => grant(bank, request),
  })
}

/**
 * Responds to a call without a valid token or without the application key, and returns the outcome.
 * `undefined`: the call has both.
 */
export function rejectCall(
  bank: Bank,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  const refusal = refusalOf(bank, request)
  if (refusal) reply.code(refusal.status).send(refusal.body)
  return refusal?.outcome
}

function refusalOf(bank: Bank, request: FastifyRequest): ApiResponse | undefined {
  const token = bearerOf(request)
  if (token === undefined || !bank.tokens.isValid(token, bank.world.now())) {
    return gatewayError(401, 'Unauthorized', 'Bad Credentials')
  }
  const query = request.query as Record<string, unknown>
  const key = query['gw-dev-app-key'] ?? query['gw-app-key']
  if (typeof key !== 'string' || !isSameSecret(key, bank.identity.appKey)) {
    return gatewayError(403, 'Forbidden', 'gw-dev-app-key ausente ou inválida')
  }
  return undefined
}

function grant(bank: Bank, request: FastifyRequest): ApiResponse {
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const { clientId, clientSecret } = bank.identity
  if (!isSameSecret(Buffer.from(basic, 'base64').toString(), `${clientId}:${clientSecret}`)) {
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
const gatewayError = (statusCode: number, error: string, message: string): ApiResponse => ({
  status: statusCode,
  body: { statusCode, error, message, attributes: { error: message } },
  outcome: `refused:${statusCode}`,
})
