import type { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { World } from '../world.ts'

/**
 * Access tokens that are bound to the client certificate of their request (RFC 8705, section 3).
 * They are lost when the process ends.
 */
export interface BoundTokens {
  /** Issues a token. Returns the body of the token response. */
  issue(request: FastifyRequest): TokenResponse
  /** Whether the request carries a valid token and shows the certificate of that token. */
  isAllowed(request: FastifyRequest): boolean
}

export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
}

export function openBoundTokens(world: World, lifetimeSeconds: number): BoundTokens {
  const tokens = new Map<string, { readonly thumbprint: string; readonly endsAt: number }>()
  return {
    issue(request) {
      const now = world.now().getTime()
      for (const [text, { endsAt }] of tokens) if (endsAt <= now) tokens.delete(text)
      const token = randomBase62(64)
      const endsAt = now + lifetimeSeconds * 1_000
      tokens.set(token, { thumbprint: thumbprintOf(request), endsAt })
      return { access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds }
    },
    isAllowed(request) {
      const token = tokens.get(bearerOf(request) ?? '')
      return (
        token !== undefined &&
        token.endsAt > world.now().getTime() &&
        token.thumbprint === thumbprintOf(request)
      )
    },
  }
}

/** The token of `Authorization: Bearer`. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]

const thumbprints = new WeakMap<object, string>()

/** SHA-256 of the client certificate, computed once for each connection. */
export function thumbprintOf({ raw: { socket } }: FastifyRequest): string {
  const known = thumbprints.get(socket)
  if (known !== undefined) return known
  const shown = (socket as TLSSocket).getPeerX509Certificate()?.fingerprint256 ?? ''
  thumbprints.set(socket, shown)
  return shown
}
