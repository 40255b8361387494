import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from '../control-route.ts'
import type { MailStore } from './mail-store.ts'
import { readMail } from './read-mail.ts'

interface MailRequest {
  readonly Params: { readonly n: string }
  readonly Querystring: { readonly to?: string; readonly after?: string }
}

/** `/mail`: the inbox of all recipients. */
export function addMailRoutes(app: FastifyInstance, store: MailStore): void {
  app.get<MailRequest>('/mail', async (request, reply) => {
    const { to, after = '0' } = request.query
    if (!isNumber(after))
      return refuse(
        reply,
        400,
        'invalid-request',
        'O parâmetro after é um número inteiro a partir de 0.',
      )
    return Promise.all(store.after(Number(after), to).map(readMail))
  })
  app.get<MailRequest>('/mail/:n', async (request, reply) => {
    const mail = findMail(store, request.params.n)
    return mail ? readMail(mail) : refuseUnknown(reply)
  })
  // The page shows it in a frame. A mail runs no script and loads no file. Its links open a tab.
  app.get<MailRequest>('/mail/:n/html', async (request, reply) => {
    const mail = findMail(store, request.params.n)
    if (!mail) return refuseUnknown(reply)
    const { html } = await readMail(mail)
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', framePolicy)
      .header('x-content-type-options', 'nosniff')
      .send(html.replace(/<head>/i, '<head><base target="_blank">'))
  })
  app.get<MailRequest>('/mail/:n/raw', (request, reply) => {
    const mail = findMail(store, request.params.n)
    if (!mail) return refuseUnknown(reply)
    return reply
      .type('text/plain; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(mail.raw))
  })
  app.delete('/mail', (_request, reply) => {
    store.empty()
    return reply.code(204).send()
  })
}

const framePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox'

const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text)

const findMail = (store: MailStore, n: string) => (isNumber(n) ? store.find(Number(n)) : undefined)

const refuseUnknown = (reply: FastifyReply): FastifyReply =>
  refuse(reply, 404, 'unknown-mail', 'Não há e-mail com esse número.')
