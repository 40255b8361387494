import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import { randomId } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { liveAnswer, readyAnswer } from '../meta/health.ts'
import { maxBodyBytes, serverLimits } from '../server/limits.ts'
import { openRateLimiter } from '../server/rate-limit.ts'
import { sendAnswer, sendFailure } from '../server/send.ts'
import type { MetricsPage } from './metrics-page.ts'
import { addMetricsRoute } from './metrics-route.ts'

/**
 * The server of `GUICHE_STATUS_PORT`: `/metrics` and `/health` alone. A process that only does due
 * work has no other server, and for one with the API it is a port that only the operator's network
 * needs to reach.
 */
export function buildStatusServer(
  app: App,
  { page }: { readonly page: MetricsPage },
): FastifyInstance {
  const limiter = openRateLimiter(app.sql)
  const { maxRequestsPerSocket: _, ...http } = serverLimits
  const server = Fastify({
    bodyLimit: maxBodyBytes,
    ...http,
    genReqId: randomId,
    logger: false,
  })
  server
    .decorateRequest('holder', null)
    .decorateRequest('operator', null)
    .decorateRequest('warnings', null)
    .decorateRequest('responseText', null)
    .decorateRequest('errorCode', null)
  server.get('/health/live', (request, reply) => sendAnswer(request, reply, liveAnswer))
  server.get('/health/ready', async (request, reply) =>
    sendAnswer(request, reply, await readyAnswer(app)),
  )
  addMetricsRoute(server, { app, limiter, page })
  server.setErrorHandler((error, request, reply) => sendFailure(app, request, reply, error))
  server.setNotFoundHandler((request, reply) =>
    sendFailure(app, request, reply, new Rejection('route-not-found')),
  )
  server.addHook('onClose', async () => limiter.close())
  return server
}
