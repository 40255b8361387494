import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomId } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { bearerOf, thumbprintOf } from '../kit/bound-tokens.ts'
import { isSameSecret } from '../kit/same-secret.ts'
import { addTokenRoute } from '../kit/token-route.ts'
import type { World } from '../world.ts'
import { account, type Identity } from './identity-store.ts'

export const scopes = ['boleto-cobranca.read', 'boleto-cobranca.write'] as const
export type Scope = (typeof scopes)[number]

const lifetimeSeconds = 3_600

export interface Access {
  /** Responds to a call without access. Returns the outcome, or `undefined` for other calls. */
  reject(scope: Scope, request: FastifyRequest, reply: FastifyReply): string | undefined
}

/**
 * Tokens, each bound to the client certificate of its request. `POST /oauth/v2/token`: the
 * credentials are in the form.
 */
export function openAccess(app: FastifyInstance, world: World, identity: Identity): Access {
  const tokens = new Map<
    string,
    { readonly scopes: readonly string[]; readonly thumbprint: string; readonly endsAt: number }
  >()
  addTokenRoute(app, {
    world,
    provider: 'inter',
    path: '/oauth/v2/token',
    grant(request) {
      const form = (request.body ?? {}) as Readonly<Record<string, string | undefined>>
      const { client_id: id = '', client_secret: secret = '', grant_type, scope = '' } = form
      if (!isSameSecret(id, identity.clientId) || !isSameSecret(secret, identity.clientSecret))
        return refusal(401, 'invalid_client')
      if (grant_type !== 'client_credentials') return refusal(400, 'unsupported_grant_type')
      const wanted = scope.split(' ').filter(Boolean)
      if (wanted.length === 0 || !wanted.every((each) => scopes.some((own) => own === each)))
        return refusal(400, 'invalid_scope')
      const token = randomId()
      const endsAt = world.now().getTime() + lifetimeSeconds * 1_000
      tokens.set(token, { scopes: wanted, thumbprint: thumbprintOf(request), endsAt })
      const body = {
        access_token: token,
        token_type: 'Bearer',
        expires_in: lifetimeSeconds,
        scope: wanted.join(' '),
      }
      return { status: 200, body, outcome: 'granted' }
    },
  })
  return {
    reject(scope, request, reply) {
      const token = tokens.get(bearerOf(request) ?? '')
      const isValid =
        token && token.endsAt > world.now().getTime() && token.thumbprint === thumbprintOf(request)
      if (!isValid) {
        reply.code(401).send('')
        return 'refused:401'
      }
      if (token.scopes.includes(scope) && request.headers['x-conta-corrente'] === account.number)
        return undefined
      reply.code(403).send('')
      return 'refused:403'
    },
  }
}

const refusal = (status: number, error: string): ApiResponse => ({
  status,
  body: { error },
  outcome: `refused:${error}`,
})
