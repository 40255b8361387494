import { createHash, createPrivateKey, createPublicKey, sign, X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Certified } from '../authority.ts'
import { type Charge, isExpired } from './charge.ts'
import { send } from './handle.ts'
import { problem } from './problem.ts'
import type { Psp } from './psp.ts'

/**
 * The public payloads (`/{pixUrlAccessToken}`): signed, and open to every client that knows the
 * address.
 */
export function addLocationRoutes(app: FastifyInstance, psp: Psp, signer: Certified): void {
  const key = createPrivateKey(signer.privateKey)
  const certificate = new X509Certificate(signer.certificate)
  const kid = createHash('sha256').update(certificate.raw).digest('base64url').slice(0, 22)
  const thumbprint = createHash('sha1').update(certificate.raw).digest('base64url')

  app.get<{ Params: { token: string } }>('/qr/v2/:token', (request, reply) => {
    const charge = psp.charges.findByToken(request.params.token)
    if (!charge) return send(reply, problem('CobPayloadNaoEncontrado'))
    // An expired charge may be extended. A paid or removed one is gone for good.
    if (charge.status !== 'ATIVA') return send(reply, problem('CobPayloadNaoEncontrado', [], 410))
    if (isExpired(charge, psp.world.now())) return send(reply, problem('CobPayloadNaoEncontrado'))
    const jku = `https://${psp.locationOf('').replace(/\/qr\/v2\/$/, '')}/.well-known/jwks.json`
    const header = { alg: 'ES256', typ: 'JWS', kid, x5t: thumbprint, jku }
    const text = [header, payloadOf(charge, psp.world.now())].map(encoded).join('.')
    const signature = sign('sha256', Buffer.from(text), {
      key,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64url')
    return reply.type('application/jose').send(`${text}.${signature}`)
  })

  const jwk = createPublicKey(key).export({ format: 'jwk' })
  const jwks = {
    keys: [
      {
        ...jwk,
        kid,
        alg: 'ES256',
        use: 'sig',
        x5t: thumbprint,
        x5c: [certificate.raw.toString('base64')],
      },
    ],
  }
  app.get('/.well-known/jwks.json', (_request, reply) => reply.type('application/json').send(jwks))
}

/** `CobPayload`: what the payer's bank shows. */
function payloadOf(charge: Charge, now: Date) {
  const { calendario, ...content } = charge.content
  return {
    calendario: {
      criacao: charge.createdAt.toISOString(),
      apresentacao: now.toISOString(),
      expiracao: calendario.expiracao,
    },
    txid: charge.txid,
    revisao: charge.revision,
    status: charge.status,
    ...content,
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
