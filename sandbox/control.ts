import Fastify, { type FastifyInstance } from 'fastify'
import { allowGatewayPages } from './allow-gateway-pages.ts'
import { addCallRoutes } from './control-calls.ts'
import { addClockRoutes } from './control-clock.ts'
import { addDisputeRoutes } from './control-disputes.ts'
import { addFaultRoutes } from './control-faults.ts'
import { addPayRoutes } from './control-pay.ts'
import { type ControlOptions, readGateway, refuse } from './control-route.ts'
import { addInboxRoutes } from './inbox/routes.ts'
import { acceptEmptyJson } from './lenient-json.ts'
import { addPages } from './pages/add-pages.ts'
import { addSessionScript } from './wallet/browser/add-session-script.ts'

/**
 * Builds the server of the sandbox's own address: pages for people, and routes for scripts. It does
 * not listen yet.
 */
export function buildControl(options: ControlOptions): FastifyInstance {
  const app = Fastify({ bodyLimit: 256 * 1024, forceCloseConnections: true })
  allowGatewayPages(app, options.gatewayUrl)
  app.setNotFoundHandler((request, reply) =>
    refuse(
      reply,
      404,
      'not-found',
      `Não há nada em ${request.method} ${request.url.split('?')[0]}.`,
    ),
  )
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return refuse(
        reply,
        error.statusCode,
        'invalid-request',
        'Envie um corpo JSON válido, com content-type application/json.',
      )
    }
    console.error('sandbox: control route failed', error)
    return refuse(reply, 500, 'internal-error', 'Erro interno do sandbox.')
  })
  acceptEmptyJson(app)
  addPages(app)
  addPayRoutes(app, options)
  addDisputeRoutes(app, options)
  addClockRoutes(app, options)
  addCallRoutes(app, options)
  addFaultRoutes(app, options)
  addInboxRoutes(app, options)
  addSessionScript(app)
  app.get('/health', (_request, reply) =>
    reply.send({ providers: options.simulators.map(({ name }) => name) }),
  )
  app.put('/gateway', (request, reply) => {
    const gateway = readGateway(request.body)
    if (!gateway) {
      const message =
        'Informe url e adminToken do gateway e, em noticeUrls, os endereços de aviso por provedor.'
      return refuse(reply, 400, 'invalid-request', message)
    }
    options.setGateway(gateway)
    return reply.code(204).send()
  })
  for (const simulator of options.simulators) simulator.addRoutes?.(app)
  return app
}
