import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../faults.ts'
import { type ApiResponse, handleBankCall } from '../kit/bank-call.ts'
import { rejectCall } from './access.ts'
import { baixar } from './baixa.ts'
import type { Bank } from './bank.ts'
import { listTitles } from './list-titles.ts'
import { queryPix, queryTitle } from './query.ts'
import { register } from './register.ts'
import { triggerOf } from './triggers.ts'

export function addBoletoRoutes(app: FastifyInstance, bank: Bank): void {
  app.post(
    '/cobrancas/v2/boletos',
    route(bank, 'register', ({ body }, visibleAt) => register(bank, body, visibleAt)),
  )
  app.get(
    '/cobrancas/v2/boletos',
    route(bank, 'list', ({ query }) => listTitles(bank, query)),
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
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** Returns the handler of a route. */
function route(bank: Bank, operation: string, act: (call: Call, visibleAt: Date) => ApiResponse) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const call = callOf(request)
    return handleBankCall(bank.world, reply, {
      provider: 'boleto',
      operation,
      reference: call.id || null,
      // The gateway lists by itself.
      isPoll: operation === 'list',
      reject: () => rejectCall(bank, request, reply),
      act: (visibleAt) => act(call, visibleAt),
      send: (to, { status, body }) => to.code(status).send(body),
      ownFault: (response) => silence(operation, response),
    })
  }
}

/** Some amounts trigger a registration that is done and gets no response. */
const silence = (operation: string, { outcome, amount }: ApiResponse): Fault | undefined =>
  operation === 'register' && outcome === 'registered' && triggerOf(amount ?? 0) === 'silent'
    ? 'timeout-after'
    : undefined

function callOf(request: FastifyRequest): Call {
  const { id } = request.params as { id?: string }
  const query = request.query as Call['query']
  const { numeroTituloCliente } = (request.body ?? {}) as { numeroTituloCliente?: unknown }
  return {
    id: id ?? String(numeroTituloCliente ?? ''),
    convenio: String(query.numeroConvenio ?? ''),
    query,
    body: request.body,
  }
}
