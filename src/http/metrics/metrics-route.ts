import type { FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import { authenticateAdmin } from '../request/authenticate.ts'
import type { RateLimiter } from '../server/rate-limit.ts'
import type { MetricsPage } from './metrics-page.ts'

/**
 * `GET /metrics`. In production it needs the operator's token. It takes no place of a request that
 * does work, so an overloaded gateway can still be observed.
 */
export function addMetricsRoute(
  server: FastifyInstance,
  {
    app,
    limiter,
    page,
  }: {
    readonly app: Pick<App, 'config' | 'vault' | 'clock' | 'log' | 'accounts'>
    readonly limiter: RateLimiter
    readonly page: MetricsPage
  },
): void {
  server.get('/metrics', {
    onRequest: async (request) => {
      if (app.config.mode === 'production')
        authenticateAdmin({ app, limiter }, request, 'metrics:read')
    },
    handler: async (_request, reply) =>
      reply.header('content-type', page.contentType).send(await page.render()),
  })
}
