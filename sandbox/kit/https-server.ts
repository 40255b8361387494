import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Certified } from '../authority.ts'

export interface HttpsOptions {
  /** The authority that issues the certificates of clients. Left out: clients show none. */
  readonly clientAuthority?: string
  /**
   * False: a client without a certificate of that authority is not rejected during the handshake,
   * but by the routes. Default: true.
   */
  readonly rejectsUnknownClients?: boolean
  readonly bodyLimit?: number
  /** Left out: the limit of Fastify. */
  readonly maxParamLength?: number
}

/** A server over TLS. */
export function openHttpsServer(
  { certificate, privateKey }: Certified,
  {
    clientAuthority,
    rejectsUnknownClients = true,
    bodyLimit = 64 * 1024,
    maxParamLength,
  }: HttpsOptions = {},
): FastifyInstance {
  const clients = {
    ca: clientAuthority,
    requestCert: true,
    rejectUnauthorized: rejectsUnknownClients,
  }
  const app = Fastify({
    https: {
      key: privateKey,
      cert: certificate,
      minVersion: 'TLSv1.2',
      ...(clientAuthority !== undefined && clients),
    },
    bodyLimit,
    forceCloseConnections: true,
    ...(maxParamLength !== undefined && { routerOptions: { maxParamLength } }),
  })
  // Fastify's types differ by kind of server, but its routes do not.
  return app as unknown as FastifyInstance
}

/** The responses of a provider where Fastify alone would send an error of its own. */
export interface FallbackReplies {
  notFound(reply: FastifyReply): unknown
  /** The request cannot be read. */
  unreadable(reply: FastifyReply): unknown
  /** The simulator has a bug. */
  failed(reply: FastifyReply): unknown
}

export function useReplies(
  app: FastifyInstance,
  { notFound, unreadable, failed }: FallbackReplies,
): void {
  app.setNotFoundHandler((_request, reply) => notFound(reply))
  app.setErrorHandler(({ statusCode }: { statusCode?: number }, _request, reply) =>
    statusCode !== undefined && statusCode < 500 ? unreadable(reply) : failed(reply),
  )
}

/** The port at which a server listens. */
export const portOf = (app: FastifyInstance): number => {
  const address: AddressInfo | string | null = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}
