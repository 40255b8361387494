import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { randomSecret } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { Admission } from '../server/admission.ts'
import { callerOf } from '../server/client-address.ts'
import { type Dashboard, encodedFor, readDashboard, styleNonceMark } from './dashboard-files.ts'

/** The web app of merchants and operators. Its pages are one document; the address chooses. */
export const dashboardRoutes = [
  { method: 'GET', path: '/dashboard' },
  { method: 'GET', path: '/dashboard/*' },
  { method: 'GET', path: '/dashboard/assets/:name' },
] as const

export function addDashboard(
  server: FastifyInstance,
  { app, admission }: { readonly app: App; readonly admission: Admission },
): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.raw.once('close', admission.keyless(callerOf(request.ip)))
  }
  let built: Dashboard | undefined
  const dashboard = async ({ isFresh = false } = {}): Promise<Dashboard> => {
    if (!built || isFresh) built = await readDashboard()
    if (!built) throw new Rejection('dashboard-not-built')
    return built
  }
  // On a developer's machine the sources may have been built again.
  const isFresh = app.config.mode === 'sandbox'

  const sendPage = async (_request: FastifyRequest, reply: FastifyReply) => {
    const { page } = await dashboard({ isFresh })
    const nonce = randomSecret(16).toString('base64')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce, app.links.sandboxUrl),
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      })
      .send(page.replace(styleNonceMark, nonce))
  }
  server.get('/dashboard', { onRequest }, sendPage)
  server.get('/dashboard/*', { onRequest }, sendPage)
  server.get('/dashboard/assets/:name', { onRequest }, async (request, reply) => {
    const { name } = request.params as { readonly name: string }
    const file = (await dashboard()).assets.get(name)
    if (!file) throw new Rejection('route-not-found')
    const { encoding, body } = encodedFor(file, request.headers['accept-encoding'])
    if (encoding !== '') reply.header('content-encoding', encoding)
    return reply
      .headers({
        'content-type': file.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .send(body)
  })
}

/**
 * Scripts and styles come from our own files only. Mantine adds a few style elements, which carry
 * the nonce. In the sandbox the pages also call its control routes.
 */
const policy = (nonce: string, sandboxUrl: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${sandboxUrl ? ` ${new URL(sandboxUrl).origin}` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
