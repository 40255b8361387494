import { createHash, timingSafeEqual } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { World } from '../world.ts'
import type { AccountStore } from './account-store.ts'
import type { Answer } from './bank.ts'

/**
 * Access to the API. Each token is bound to the client certificate of its request. Tokens are lost
 * when the process ends.
 */
export interface Access {
  /** `POST /oauth/token`. */
  grant(request: FastifyRequest): Answer
  isAllowed(request: FastifyRequest): boolean
}

const lifetimeSeconds = 3_600
const scope = 'gn.balance.read gn.pix.send.read pix.send webhook.read webhook.write'

export function openAccess(world: World, account: AccountStore): Access {
  const tokens = new Map<string, { readonly thumbprint: string; readonly endsAt: number }>()
  return {
    grant(request) {
      const [scheme, encoded = ''] = request.headers.authorization?.split(' ') ?? []
      const given =
        scheme?.toLowerCase() === 'basic' ? Buffer.from(encoded, 'base64').toString('utf8') : ''
      if (!isSame(given, `${account.clientId}:${account.clientSecret}`))
        return { status: 401, body: { error: 'invalid_client' }, outcome: 'refused:invalid_client' }
      if (
        (request.body as { grant_type?: unknown } | undefined)?.grant_type !== 'client_credentials'
      )
        return {
          status: 400,
          body: { error: 'unsupported_grant_type' },
          outcome: 'refused:unsupported_grant_type',
        }
      const token = randomBase62(64)
      const now = world.now().getTime()
      for (const [text, { endsAt }] of tokens) if (endsAt <= now) tokens.delete(text)
      tokens.set(token, {
        thumbprint: thumbprintOf(request),
        endsAt: now + lifetimeSeconds * 1_000,
      })
      const body = { access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds, scope }
      return { status: 200, body, outcome: 'granted' }
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
