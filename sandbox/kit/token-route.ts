import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isCarriedOut, sendFaulty } from '../faults.ts'
import type { World } from '../world.ts'

/** The response to a token request, and its outcome for the call log. */
export interface Grant {
  readonly status: number
  readonly body: unknown
  readonly outcome: string
}

/**
 * `POST /oauth/token`, or another `path`: accepts a form, writes the call log, and applies a
 * requested fault.
 */
export function addTokenRoute(
  app: FastifyInstance,
  {
    world,
    provider,
    grant,
    challenge,
    path = '/oauth/token',
  }: {
    readonly world: World
    readonly provider: string
    readonly grant: (request: FastifyRequest) => Grant
    /** The header `WWW-Authenticate` of a 401 response. */
    readonly challenge?: string
    readonly path?: string
  },
): void {
  acceptForm(app)
  app.post(path, (request, reply) => {
    const fault = world.faults.take(provider, 'token')
    const granted =
      fault && !isCarriedOut(fault) ? { status: 500, body: {}, outcome: '' } : grant(request)
    const outcome = fault ? `fault:${fault}` : granted.outcome
    world.calls.record({ provider, operation: 'token', reference: null, amount: null, outcome })
    if (fault) return sendFaulty(fault, reply, granted)
    if (granted.status === 401 && challenge) reply.header('www-authenticate', challenge)
    return reply.code(granted.status).header('cache-control', 'no-store').send(granted.body)
  })
}

/** The body of a form is an object of its fields. */
export function acceptForm(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
