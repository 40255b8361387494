import type { FastifyRequest } from 'fastify'
import type { ApiResponse } from '../kit/bank-call.ts'
import { openBoundTokens } from '../kit/bound-tokens.ts'
import { isSameSecret } from '../kit/same-secret.ts'
import type { World } from '../world.ts'
import type { AccountStore } from './account-store.ts'

/**
 * Access to the API. Each token is bound to the client certificate of its request. Tokens are lost
 * when the process ends.
 */
export interface Access {
  /** `POST /oauth/token`. */
  grant(request: FastifyRequest): ApiResponse
  isAllowed(request: FastifyRequest): boolean
}

const lifetimeSeconds = 3_600
const scope =
  'gn.balance.read gn.pix.sameownership.send gn.pix.send.read gn.qrcodes.pay gn.qrcodes.read ' +
  'gn.reports.read gn.reports.write pix.send webhook.read webhook.write'

export function openAccess(world: World, account: AccountStore): Access {
  const tokens = openBoundTokens(world, lifetimeSeconds)
  return {
    grant(request) {
      const [scheme, encoded = ''] = request.headers.authorization?.split(' ') ?? []
      const credentials =
        scheme?.toLowerCase() === 'basic' ? Buffer.from(encoded, 'base64').toString('utf8') : ''
      if (!isSameSecret(credentials, `${account.clientId}:${account.clientSecret}`))
        return { status: 401, body: { error: 'invalid_client' }, outcome: 'refused:invalid_client' }
      if (
        (request.body as { grant_type?: unknown } | undefined)?.grant_type !== 'client_credentials'
      )
        return {
          status: 400,
          body: { error: 'unsupported_grant_type' },
          outcome: 'refused:unsupported_grant_type',
        }
      return { status: 200, body: { ...tokens.issue(request), scope }, outcome: 'granted' }
    },
    isAllowed: tokens.isAllowed,
  }
}
