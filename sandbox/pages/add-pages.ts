import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/**
 * The sandbox's page: the payer's bank, the clock, the faults, the merchant's webhooks and the call
 * log, in one file of HTML.
 */
export function addPages(app: FastifyInstance): void {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const page = read('index.html')
    .replace('/* style */', () => read('style.css') + read('inbox.css'))
    .replace('/* script */', () => read('page.js') + read('inbox.js'))
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send())
}
