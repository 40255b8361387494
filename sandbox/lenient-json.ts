import type { FastifyInstance } from 'fastify'

/** Takes a call that says it sends JSON and sends nothing, as many clients do on GET and DELETE; Fastify alone refuses it. */
export function acceptEmptyJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(Object.assign(new Error('not JSON'), { statusCode: 400 }))
    }
  })
}
