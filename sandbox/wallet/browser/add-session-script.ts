import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { validationUrl } from '../names.ts'
import { testCards } from './test-cards.ts'

/**
 * `GET /device-pay/session.js`: adds `DevicePaySession` to a page, as a device's browser does by
 * itself. Pages of any origin may then reach the wallet below `/device-pay/`, because it holds no
 * secret there.
 */
export function addSessionScript(app: FastifyInstance): void {
  const script = readFileSync(new URL('session.js', import.meta.url), 'utf8')
  app.get('/device-pay/session.js', (request, reply) => {
    const settings = {
      sandboxUrl: `${request.protocol}://${request.host}`,
      validationUrl,
      cards: testCards,
    }
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`(() => {\nconst sandboxSettings = ${JSON.stringify(settings)}\n${script}})()\n`)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/device-pay/')) return
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
  })
  app.options('/device-pay/*', (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
      })
      .header('access-control-max-age', '600')
      .code(204)
      .send(),
  )
}
