import type { FastifyRequest } from 'fastify'
import { openBoundTokens } from '../kit/bound-tokens.ts'
import { isSameSecret } from '../kit/same-secret.ts'
import type { World } from '../world.ts'
import type { ChargebackKeys } from './store-keys.ts'

/**
 * Access to the chargeback API. Each token is bound to the client certificate of its request.
 * Tokens are lost when the process ends.
 */
export interface ChargebackAccess {
  /** Issues a token for a request with valid client credentials in a form. */
  grant(request: FastifyRequest): { readonly status: number; readonly body: unknown }
  isAllowed(request: FastifyRequest): boolean
}

const lifetimeSeconds = 1_200

export function openChargebackAccess(world: World, keys: ChargebackKeys): ChargebackAccess {
  const tokens = openBoundTokens(world, lifetimeSeconds)
  return {
    grant(request) {
      const form = (request.body ?? {}) as Record<string, string | undefined>
      const credentials = `${form.client_id ?? ''}:${form.client_secret ?? ''}`
      if (!isSameSecret(credentials, `${keys.clientId}:${keys.clientSecret}`))
        return { status: 401, body: { error: 'invalid_client' } }
      if (form.grant_type !== 'client_credentials')
        return { status: 400, body: { error: 'unsupported_grant_type' } }
      return { status: 200, body: tokens.issue(request) }
    },
    isAllowed: tokens.isAllowed,
  }
}
