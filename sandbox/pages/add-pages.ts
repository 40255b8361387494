import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/**
 * The sandbox's pages, each one file of HTML: the payer's bank with the clock, the faults, the
 * merchant's webhooks and the call log; and the mails.
 */
export function addPages(app: FastifyInstance): void {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const pageOf = (name: string, styles: readonly string[], scripts: readonly string[]) =>
    read(name)
      .replace('/* style */', () => styles.map(read).join(''))
      .replace('/* script */', () => scripts.map(read).join(''))
  const pages = {
    '/': pageOf('index.html', ['style.css', 'inbox.css', 'mailbox.css'], ['page.js', 'inbox.js']),
    '/mailbox': pageOf('mailbox.html', ['style.css', 'inbox.css', 'mailbox.css'], ['mailbox.js']),
  }
  for (const [path, page] of Object.entries(pages))
    app.get(path, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send())
}
