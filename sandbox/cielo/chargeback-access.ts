import { createHash, timingSafeEqual } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
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
  const tokens = new Map<string, { readonly thumbprint: string; readonly endsAt: number }>()
  return {
    grant(request) {
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const given = `${form.get('client_id') ?? ''}:${form.get('client_secret') ?? ''}`
      if (!isSame(given, `${keys.clientId}:${keys.clientSecret}`))
        return { status: 401, body: { error: 'invalid_client' } }
      if (form.get('grant_type') !== 'client_credentials')
        return { status: 400, body: { error: 'unsupported_grant_type' } }
      const now = world.now().getTime()
      for (const [text, { endsAt }] of tokens) if (endsAt <= now) tokens.delete(text)
      const token = randomBase62(64)
      tokens.set(token, {
        thumbprint: thumbprintOf(request),
        endsAt: now + lifetimeSeconds * 1_000,
      })
      return {
        status: 200,
        body: { access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds },
      }
    },
    isAllowed(request) {
      const text = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const token = text === undefined ? undefined : tokens.get(text)
      return (
        token !== undefined &&
        token.endsAt > world.now().getTime() &&
        token.thumbprint === thumbprintOf(request)
      )
    },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right))

const thumbprintOf = ({ raw }: FastifyRequest): string =>
  (raw.socket as TLSSocket).getPeerX509Certificate()?.fingerprint256 ?? ''
