import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ControlOptions, refuse } from '../control-route.ts'
import { type Fault, isCarriedOut, sendFaulty } from '../faults.ts'
import { fieldsOf } from '../kit/fields.ts'
import { headersOfInterest, noticeShown } from './notice.ts'
import { openNoticeStore } from './notice-store.ts'
import { checkSignature, isSecret } from './signature.ts'

/**
 * What `POST /faults` accepts for a merchant's receiver: the faults that a sender of webhooks can
 * distinguish.
 */
export const inboxFaults = {
  name: 'inbox',
  operations: ['receive'],
  faults: [
    'timeout-before',
    'timeout-after',
    'reset-before',
    'reset-after',
    'reset-body',
    'slow-body',
    'error-500',
    'error-502-html',
    'error-503',
    'error-401',
    'error-403',
    'error-429',
    'done-then-500',
  ] as const satisfies readonly Fault[],
}

/** Larger than any notice of the gateway. */
const maxBodyBytes = 64 * 1024
const shownAtOnce = 100

interface Named {
  readonly Params: { readonly name: string }
  readonly Querystring: { readonly after?: string }
}

/**
 * `/inbox/:name`: a merchant's receiver. It stores each notice, checks its signature, and fails on
 * request.
 */
export function addInboxRoutes(app: FastifyInstance, { world, clock }: ControlOptions): void {
  const store = openNoticeStore(world.db)

  const receive = (request: FastifyRequest<Named>, reply: FastifyReply) => {
    const { name } = request.params
    if (!isName(name)) return refuseName(reply)
    const fault = world.faults.take(inboxFaults.name, 'receive') ?? null
    if (fault === null || isCarriedOut(fault)) {
      const at = clock.now()
      // Senders sign with the wall clock, however far business time was moved.
      const wallAt = new Date(at.getTime() - clock.offsetMs())
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const headers = headersOfInterest(request.headers)
      const check = checkSignature({ headers, raw, receivedAt: wallAt }, store.secretOf(name))
      store.add({ name, at, wallAt, headers, raw, check, fault })
    }
    if (fault === null) return reply.send(received)
    return sendFaulty(fault, reply, { status: 200, body: received })
  }
  app.register(async (raw) => {
    // A signature covers bytes: the body is stored unchanged, for every content type.
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxBodyBytes },
      (_request, body, done) => done(null, body),
    )
    raw.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      if (error.statusCode !== 413) throw error
      return refuse(reply, 413, 'too-large', `O corpo passa de ${maxBodyBytes / 1024} KiB.`)
    })
    raw.post<Named>('/inbox/:name', receive)
  })

  app.get<Named>('/inbox', (request, reply) => {
    const after = readAfter(request.query)
    if (after === undefined) return refuseAfter(reply)
    return reply.send({
      inboxes: store.summaries(),
      notices: store.newest(after, shownAtOnce).map(noticeShown),
    })
  })
  app.get<Named>('/inbox/:name', (request, reply) => {
    const after = readAfter(request.query)
    if (!isName(request.params.name)) return refuseName(reply)
    if (after === undefined) return refuseAfter(reply)
    return reply.send(store.after(request.params.name, after).map(noticeShown))
  })
  app.delete<Named>('/inbox/:name', (request, reply) => {
    if (!isName(request.params.name)) return refuseName(reply)
    store.empty(request.params.name)
    return reply.code(204).send()
  })
  app.put<Named>('/inbox/:name/secret', (request, reply) => {
    const { name } = request.params
    const { secret } = fieldsOf(request.body)
    if (!isName(name)) return refuseName(reply)
    if (typeof secret !== 'string' || !isSecret(secret)) {
      return refuse(
        reply,
        400,
        'invalid-request',
        'Informe secret: whsec_ seguido do base64 de 24 a 64 bytes.',
      )
    }
    store.keepSecret(name, secret)
    for (const { n, wallAt, headers, raw } of store.unchecked(name)) {
      store.setCheck(n, checkSignature({ headers, raw, receivedAt: wallAt }, secret))
    }
    return reply.code(204).send()
  })
}

const received = { received: true }

const isName = (name: string): boolean => /^[A-Za-z0-9._-]{1,64}$/.test(name)

const refuseName = (reply: FastifyReply) =>
  refuse(
    reply,
    400,
    'invalid-request',
    'O nome da caixa tem de 1 a 64 letras, números, pontos, hífens ou sublinhados.',
  )

const readAfter = ({ after = '0' }: { readonly after?: string }): number | undefined =>
  /^\d{1,15}$/.test(after) ? Number(after) : undefined

const refuseAfter = (reply: FastifyReply) =>
  refuse(reply, 400, 'invalid-request', 'O parâmetro after é um número inteiro a partir de 0.')
