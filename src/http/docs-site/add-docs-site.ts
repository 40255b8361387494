import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { Rejection, rejectionCodes } from '../../primitives/rejection.ts'
import { responses } from '../rejection-responses.ts'
import type { Admission } from '../server/admission.ts'
import { callerOf } from '../server/client-address.ts'
import { type DocsSite, isCurrent, nameFor, readDocsFile, readDocsSite } from './docs-files.ts'
import { errorPage, notBuiltPage } from './plain-pages.ts'

/** The docs site: files that the build wrote. */
export const docsRoutes = [
  { method: 'GET', path: '/docs' },
  { method: 'GET', path: '/docs/*' },
] as const

export function addDocsSite(
  server: FastifyInstance,
  { app, admission }: { readonly app: App; readonly admission: Admission },
): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.raw.once('close', admission.keyless(callerOf(request.ip)))
  }
  let known: DocsSite | undefined
  const site = async (): Promise<DocsSite | undefined> => {
    // On a developer's machine the sources may have been built again.
    const isStale = app.config.mode === 'sandbox' && known && !(await isCurrent(known))
    if (!known || isStale) known = await readDocsSite()
    return known
  }
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': rest = '' } = request.params as { readonly '*'?: string }
    const path = rest.replace(/\/+$/, '')
    const built = await site()
    if (!built) return sendPlain(reply, path)
    const name = nameFor(built, path)
    if (name === undefined) throw new Rejection('not-found')
    return sendFile(request, reply, { built, name })
  }
  server.get('/docs', { onRequest }, send)
  server.get('/docs/*', { onRequest }, send)
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { built, name }: { readonly built: DocsSite; readonly name: string },
) {
  const file = await readDocsFile(built, name, request.headers['accept-encoding'])
  if (file.encoding !== '') reply.header('content-encoding', file.encoding)
  if (name.endsWith('.html')) reply.headers(pageHeaders(built, name))
  reply.headers({
    'content-type': file.contentType,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
  })
  const isKnown = request.headers['if-none-match'] === file.etag
  return isKnown ? reply.code(304).send() : reply.send(file.body)
}

/** Until the site is built, an error code still has a page: responses link to it. */
function sendPlain(reply: FastifyReply, path: string) {
  const isError = path.startsWith('errors/')
  const code = rejectionCodes.find((each) => path === `errors/${each}`)
  if (isError && code === undefined) throw new Rejection('not-found')
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf({ scripts: "'none'", styles: "'none'" }),
      'x-robots-tag': 'noindex',
    })
    .send(code === undefined ? notBuiltPage() : errorPage(code, responses[code]))
}

const pageHeaders = (
  { scriptHashes }: DocsSite,
  name: string,
): Readonly<Record<string, string>> => ({
  'content-security-policy': policyOf({
    // The search runs WebAssembly of the site itself.
    scripts: `'self' 'wasm-unsafe-eval' ${scriptHashes}`,
    // The API reference adds styles while it runs; no other page has an inline style.
    styles: /^(?:en\/)?api\/index\.html$/.test(name) ? "'self' 'unsafe-inline'" : "'self'",
  }),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
})

const policyOf = ({ scripts, styles }: { readonly scripts: string; readonly styles: string }) =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
