import type { FastifyInstance } from 'fastify'

/**
 * Accepts a call that declares JSON and has an empty body, as many clients send with GET and
 * DELETE. Fastify alone rejects it.
 */
export function acceptEmptyJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(Object.assign(new Error('not JSON'), { statusCode: 400 }))
    }
  })
}
