import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerBadly, type Fault, isCarriedOut } from '../faults.ts'
import { turnedAway } from './access.ts'
import { baixar } from './baixa.ts'
import type { Answer, Bank } from './bank.ts'
import { queryPix, queryTitle } from './query.ts'
import { register } from './register.ts'
import { triggerOf } from './triggers.ts'

const visibleLateMs = 10_000

export function addBoletoRoutes(app: FastifyInstance, bank: Bank): void {
  app.post(
    '/cobrancas/v2/boletos',
    route(bank, 'register', ({ body }, visibleAt) => register(bank, body, visibleAt)),
  )
  app.get(
    '/cobrancas/v2/boletos/:id',
    route(bank, 'query', ({ id, convenio }) => queryTitle(bank, id, convenio)),
  )
  app.get(
    '/cobrancas/v2/boletos/:id/pix',
    route(bank, 'query', ({ id, convenio }) => queryPix(bank, id, convenio)),
  )
  app.post(
    '/cobrancas/v2/boletos/:id/baixar',
    route(bank, 'baixa', ({ id, body }) => baixar(bank, id, body)),
  )
}

interface Call {
  readonly id: string
  readonly convenio: string
  readonly body: unknown
}

/**
 * Adds a route of the API: checks access, does the work, writes the call log, and applies a
 * requested fault.
 */
function route(bank: Bank, operation: string, act: (call: Call, visibleAt: Date) => Answer) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const call = callOf(request)
    const log = (outcome: string, amount?: number) =>
      bank.world.calls.record({
        provider: 'boleto',
        operation,
        reference: call.id || null,
        amount: amount ?? null,
        outcome,
      })

    const refusal = turnedAway(bank, request)
    if (refusal) {
      log(refusal.outcome)
      return reply.code(refusal.status).send(refusal.body)
    }
    const fault = bank.world.faults.take('boleto', operation)
    if (fault && !isCarriedOut(fault)) {
      log(`fault:${fault}`)
      return answerBadly(fault, reply, { status: 500, body: {} })
    }
    const now = bank.world.now()
    const visibleAt = fault === 'visible-late' ? new Date(now.getTime() + visibleLateMs) : now
    const answer = act(call, visibleAt)
    log(fault ? `fault:${fault}` : answer.outcome, answer.amount)
    const spoil = fault ?? silence(operation, answer)
    return spoil ? answerBadly(spoil, reply, answer) : reply.code(answer.status).send(answer.body)
  }
}

/** Some amounts trigger a registration that is done and gets no response. */
const silence = (operation: string, { outcome, amount }: Answer): Fault | undefined =>
  operation === 'register' && outcome === 'registered' && triggerOf(amount ?? 0) === 'silent'
    ? 'timeout-after'
    : undefined

function callOf(request: FastifyRequest): Call {
  const { id } = request.params as { id?: string }
  const { numeroConvenio } = request.query as { numeroConvenio?: string }
  const { numeroTituloCliente } = (request.body ?? {}) as { numeroTituloCliente?: unknown }
  return {
    id: id ?? String(numeroTituloCliente ?? ''),
    convenio: String(numeroConvenio ?? ''),
    body: request.body,
  }
}
