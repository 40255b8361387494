import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiResponse, handleBankCall } from '../kit/bank-call.ts'
import { isRejected, type Scope } from './access.ts'
import { asEfi } from './efi-errors.ts'
import type { Psp } from './psp.ts'
import { shortList } from './short-list.ts'

/** The content of one call, the same for every route. */
export interface Call {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /**
   * Set by the fault `visible-late`: queries do not find what this call creates before this
   * instant.
   */
  readonly visibleAt: Date
}

/** Returns the handler of a route of the API. */
export function handle(
  psp: Psp,
  operation: string,
  scope: Scope,
  act: (psp: Psp, call: Call) => ApiResponse,
) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const { txid, e2eid, chave, idInfracao, id } = request.params as Record<
      string,
      string | undefined
    >
    const { params, query, body, headers } = request as {
      params: Call['path']
      query: Call['query']
      body: unknown
      headers: Call['headers']
    }
    return handleBankCall(psp.world, reply, {
      provider: 'pix',
      operation,
      reference: txid ?? e2eid ?? chave ?? idInfracao ?? id ?? null,
      reject: () =>
        isRejected(psp, scope, request, reply) ? `refused:${reply.statusCode}` : undefined,
      act(visibleAt) {
        const call = { path: params, query, body, headers, visibleAt }
        const response =
          psp.bank.hasShortLists && operation.endsWith('.list')
            ? shortList(call, () => act(psp, call))
            : act(psp, call)
        // Efí's routes about MED are younger: they use the form of the standard.
        const isYounger = operation.startsWith('infraction.')
        return psp.bank.isEfi && !isYounger ? asEfi(response) : response
      },
      send,
    })
  }
}

export function send(reply: FastifyReply, { status, body }: ApiResponse): FastifyReply {
  if (status === 204 || body === undefined) return reply.code(status).send()
  return reply
    .code(status)
    .type(status < 400 ? 'application/json' : 'application/problem+json')
    .send(JSON.stringify(body))
}
