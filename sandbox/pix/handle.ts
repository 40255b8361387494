import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerBadly, isCarriedOut } from '../faults.ts'
import { isTurnedAway, type Scope } from './access.ts'
import type { Answer } from './problem.ts'
import type { Psp } from './psp.ts'

/** The content of one call, the same for every route. */
export interface Call {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
  /**
   * Set by the fault `visible-late`: queries do not find what this call creates before this
   * instant.
   */
  readonly visibleAt: Date
}

const visibleLateMs = 10_000

/**
 * Adds a route of the API: checks access, does the work, writes the call log, and applies a
 * requested fault.
 */
export function handle(
  psp: Psp,
  operation: string,
  scope: Scope,
  act: (psp: Psp, call: Call) => Answer,
) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (isTurnedAway(psp, scope, request, reply)) {
      log(psp, operation, request, `refused:${reply.statusCode}`)
      return reply
    }
    const fault = psp.world.faults.take('pix', operation)
    if (fault && !isCarriedOut(fault)) {
      log(psp, operation, request, `fault:${fault}`)
      return answerBadly(fault, reply, { status: 500, body: {} })
    }
    const now = psp.world.now()
    const visibleAt = fault === 'visible-late' ? new Date(now.getTime() + visibleLateMs) : now
    const { params, query, body } = request as {
      params: Call['path']
      query: Call['query']
      body: unknown
    }
    const answer = act(psp, { path: params, query, body, visibleAt })
    log(psp, operation, request, fault ? `fault:${fault}` : answer.outcome, answer.amount)
    if (fault) return answerBadly(fault, reply, answer)
    return send(reply, answer)
  }
}

export function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  if (status === 204) return reply.code(204).send()
  return reply
    .code(status)
    .type(status < 400 ? 'application/json' : 'application/problem+json')
    .send(JSON.stringify(body))
}

function log(
  psp: Psp,
  operation: string,
  request: FastifyRequest,
  outcome: string,
  amount?: number,
): void {
  const { txid, e2eid, chave, idInfracao } = request.params as Record<string, string | undefined>
  psp.world.calls.record({
    provider: 'pix',
    operation,
    reference: txid ?? e2eid ?? chave ?? idInfracao ?? null,
    amount: amount ?? null,
    outcome,
  })
}
