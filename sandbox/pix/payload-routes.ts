import { createHash, createPrivateKey, createPublicKey, sign, X509Certificate } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reaisFromCents } from '../../src/brazil/reais.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Certified } from '../authority.ts'
import {
  amountOn,
  type Charge,
  type ChargeKind,
  dayOf,
  isExpired,
  renderReceiver,
} from './charge.ts'
import { send } from './handle.ts'
import { problem } from './problem.ts'
import type { Psp } from './psp.ts'

/**
 * The public payloads (`/{pixUrlAccessToken}`, `/cobv/{pixUrlAccessToken}`): signed, and open to
 * every client that knows the address.
 */
export function addPayloadRoutes(app: FastifyInstance, psp: Psp, signer: Certified): void {
  const key = createPrivateKey(signer.privateKey)
  const certificate = new X509Certificate(signer.certificate)
  const kid = createHash('sha256').update(certificate.raw).digest('base64url').slice(0, 22)
  const thumbprint = createHash('sha1').update(certificate.raw).digest('base64url')

  app.get<Asked>('/qr/v2/:token', (request, reply) => answer(request, reply, 'cob'))
  app.get<Asked>('/qr/v2/cobv/:token', (request, reply) => answer(request, reply, 'cobv'))

  function answer(
    { params, query }: Pick<FastifyRequest<Asked>, 'params' | 'query'>,
    reply: FastifyReply,
    kind: ChargeKind,
  ) {
    const txid = psp.locations.findByToken(params.token)?.txid
    const charge = txid === undefined ? undefined : psp.charges.find(txid)
    if (charge?.kind !== kind) return send(reply, problem('CobPayloadNaoEncontrado'))
    // An expired charge may be extended. A paid or removed one is gone for good.
    if (charge.status !== 'ATIVA') return send(reply, problem('CobPayloadNaoEncontrado', [], 410))
    if (isExpired(charge, psp.world.now())) return send(reply, problem('CobPayloadNaoEncontrado'))
    const day = paymentDay(query, psp.world.now())
    if (day === undefined || !/^(?:\d{7})?$/.test(query.codMun ?? ''))
      return send(reply, problem('CobPayloadOperacaoInvalida'))
    const jku = `https://${psp.host()}/.well-known/jwks.json`
    const header = { alg: 'ES256', typ: 'JWS', kid, x5t: thumbprint, jku }
    const text = [header, payloadOf(charge, psp, day)].map(encoded).join('.')
    const signature = sign('sha256', Buffer.from(text), {
      key,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64url')
    return reply.type('application/jose').send(`${text}.${signature}`)
  }

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

interface Asked {
  readonly Params: { readonly token: string }
  readonly Querystring: { readonly codMun?: string; readonly DPP?: string }
}

/** The planned day of payment (`DPP`), else today. `undefined`: it is no day. */
function paymentDay({ DPP }: Asked['Querystring'], now: Date): Temporal.PlainDate | undefined {
  if (DPP === undefined) return dayOf(now)
  try {
    return Temporal.PlainDate.from(DPP)
  } catch {
    return undefined
  }
}

/** `CobPayload`, `CobVPayload`: what the payer's bank shows. */
function payloadOf(charge: Charge, { world, identity }: Psp, day: Temporal.PlainDate) {
  const { calendario, ...content } = charge.content
  return {
    calendario: {
      criacao: charge.createdAt.toISOString(),
      apresentacao: world.now().toISOString(),
      ...calendario,
    },
    txid: charge.txid,
    revisao: charge.revision,
    status: charge.status,
    ...content,
    ...(charge.kind === 'cobv' && {
      recebedor: renderReceiver(identity),
      valor: finalAmount(charge, day),
    }),
  }
}

/** `CobVPayloadValor`: calculated for the day of payment. */
function finalAmount(charge: Charge, day: Temporal.PlainDate) {
  const { total, fine, interest, discount, rebate } = amountOn(charge, day)
  const part = (name: string, amount: number) =>
    amount > 0 ? { [name]: reaisFromCents(cents(amount)) } : {}
  return {
    original: charge.content.valor.original,
    ...part('multa', fine),
    ...part('juros', interest),
    ...part('abatimento', rebate),
    ...part('desconto', discount),
    final: reaisFromCents(cents(total)),
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
