import type { FastifyRequest } from 'fastify'
import { isBasic } from '../acquirer/handle.ts'
import { openBoundTokens } from '../kit/bound-tokens.ts'
import type { Grant } from '../kit/token-route.ts'
import type { World } from '../world.ts'
import type { Affiliation } from './affiliation.ts'

/**
 * Access to the API: OAuth 2.0 client credentials
 * (docs/design/providers/rede.md#authentication). Tokens are lost when the process ends.
 */
export interface Access {
  /** The response to a token request. */
  grant(request: FastifyRequest): Grant
  isAllowed(request: FastifyRequest): boolean
}

/** 24 minutes. */
const lifetimeSeconds = 1_440

export function openAccess(world: World, { number, token }: Affiliation): Access {
  const tokens = openBoundTokens(world, lifetimeSeconds)
  return {
    grant(request) {
      if (!isBasic(request.headers.authorization, number, token))
        return { status: 401, body: { error: 'invalid_client' }, outcome: 'refused:invalid_client' }
      const { grant_type: type } = (request.body ?? {}) as { readonly grant_type?: unknown }
      if (type !== 'client_credentials')
        return {
          status: 400,
          body: { error: 'unsupported_grant_type' },
          outcome: 'refused:unsupported_grant_type',
        }
      return { status: 200, body: tokens.issue(request), outcome: 'granted' }
    },
    isAllowed: tokens.isAllowed,
  }
}
