import type { FastifyInstance } from 'fastify'
import { type ControlOptions, refuse } from './control-route.ts'
import { fieldsOf } from './kit/fields.ts'

/** `GET` and `POST /clock`: business time of gateway and sandbox together. */
export function addClockRoutes(app: FastifyInstance, { clock }: ControlOptions): void {
  const time = () => ({ now: clock.now().toISOString(), offsetMs: clock.offsetMs() })

  app.get('/clock', async (_request, reply) => {
    // Without a response of the gateway the sandbox keeps the last known time.
    await clock.follow().catch(() => {})
    // No secret: every page may read it, also one of the gateway at another name of its machine.
    return reply.header('access-control-allow-origin', '*').send(time())
  })

  app.post('/clock', async (request, reply) => {
    const duration = forwardDuration(fieldsOf(request.body).advance)
    if (!duration) {
      const message =
        'Informe advance: uma duração ISO 8601 para a frente, de até dez anos, como PT10M, ' +
        'P1D ou P30D. P0D só faz o que já venceu.'
      return refuse(reply, 400, 'invalid-request', message)
    }
    try {
      return reply.send({ ...(await clock.advance(duration)), ...time() })
    } catch (error) {
      console.error('sandbox: the clock was not moved to the end', error)
      return refuse(
        reply,
        502,
        'gateway-unavailable',
        'O gateway não respondeu ao avanço do relógio. Tente de novo.',
      )
    }
  })
}

const maxYears = 10

function forwardDuration(text: unknown): Temporal.Duration | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const duration = Temporal.Duration.from(text)
    const isTooLong = duration.total({ unit: 'years', relativeTo: '2026-01-01' }) > maxYears
    return duration.sign < 0 || isTooLong ? undefined : duration
  } catch {
    return undefined
  }
}
