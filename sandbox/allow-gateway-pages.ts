import type { FastifyInstance } from 'fastify'

/**
 * Lets the pages of the gateway call the control routes from a browser (CORS). The pages of every
 * other origin can read the clock and no other response, and their preflights are refused.
 */
export function allowGatewayPages(
  app: FastifyInstance,
  /** Undefined while no gateway is known. */
  gatewayUrl: () => string | undefined,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    reply.header('vary', 'origin')
    if (origin !== originOf(gatewayUrl())) return
    reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS') return
    await reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '600',
      })
      .send()
  })
}

const originOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
