import type { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCarriedOut, sendFaulty } from '../faults.ts'
import type { World } from '../world.ts'
import type { Done, WalletGateway } from './gateway.ts'
import { type ApiResponse, failure, failureOf } from './gateway-responses.ts'

export const operations = ['session', 'register', 'unregister', 'merchant', 'fetch'] as const
type Operation = (typeof operations)[number]

/**
 * `/paymentservices/…`, for clients with an integrator's certificate. `acquirerOf` finds the
 * acquirer by the SHA-256 fingerprint of the certificate.
 */
export function addGatewayRoutes(
  app: FastifyInstance,
  {
    world,
    gateway,
    acquirerOf,
  }: {
    world: World
    gateway: WalletGateway
    acquirerOf: (fingerprint: string) => string | undefined
  },
): void {
  const handle = async (
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (acquirer: string) => Done | Promise<Done>,
  ): Promise<unknown> => {
    const log = (reference: string | null, outcome: string) =>
      world.calls.record({ provider: 'wallet', operation, reference, amount: null, outcome })
    const acquirer = shownBy(request, acquirerOf)
    if (!acquirer) {
      log(null, 'unauthorized')
      return send(reply, failure(401, 'Client certificate is not allowed'))
    }
    const fault = world.faults.take('wallet', operation)
    if (fault && !isCarriedOut(fault)) {
      log(null, fault === 'timeout-before' ? 'swallowed' : `fault:${fault}`)
      const refusal = failureOf(fault)
      return refusal ? send(reply, refusal) : sendFaulty(fault, reply, { status: 500, body: {} })
    }
    const { response, reference, outcome } = await work(acquirer)
    log(reference, outcome)
    if (!fault) return send(reply, response)
    const body: unknown = response.text === undefined ? {} : JSON.parse(response.text)
    return sendFaulty(fault, reply, { status: response.status, body })
  }

  app.post('/paymentservices/paymentSession', (request, reply) =>
    handle('session', request, reply, (acquirer) => gateway.openSession(acquirer, request.body)),
  )
  app.post('/paymentservices/registerMerchant', (request, reply) =>
    handle('register', request, reply, (acquirer) => gateway.register(acquirer, request.body)),
  )
  app.post('/paymentservices/unregisterMerchant', (request, reply) =>
    handle('unregister', request, reply, (acquirer) => gateway.unregister(acquirer, request.body)),
  )
  app.get<{ Params: { id: string } }>('/paymentservices/merchant/:id', (request, reply) =>
    handle('merchant', request, reply, (acquirer) => gateway.read(acquirer, request.params.id)),
  )
}

export function send(reply: FastifyReply, { status, text }: ApiResponse): FastifyReply {
  return text === undefined
    ? reply.code(status).send()
    : reply.code(status).type('application/json').send(text)
}

function shownBy(
  request: FastifyRequest,
  acquirerOf: (fingerprint: string) => string | undefined,
): string | undefined {
  const socket = request.raw.socket as TLSSocket
  return socket.authorized ? acquirerOf(socket.getPeerCertificate().fingerprint256) : undefined
}
