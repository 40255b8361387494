import type { FastifyInstance } from 'fastify'
import { type ControlOptions, refuse } from './control-route.ts'

/** `GET /calls`: every request to a simulated provider and its response. */
export function addCallRoutes(app: FastifyInstance, { world }: ControlOptions): void {
  app.get<{ Querystring: { after?: string; limit?: string } }>('/calls', (request, reply) => {
    const { after = '0', limit = '10000' } = request.query
    if (!/^\d{1,15}$/.test(after) || !/^\d{1,5}$/.test(limit)) {
      return refuse(
        reply,
        400,
        'invalid-request',
        'Os parâmetros after e limit são números inteiros a partir de 0.',
      )
    }
    return reply.send(world.calls.after(Number(after), Number(limit)))
  })
}
