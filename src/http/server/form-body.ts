import type { FastifyInstance } from 'fastify'

/** Adds routes that accept the form of a page. Every other route still rejects it. */
export function takeForms(server: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    )
    add(scope)
  })
}

/** A form has short texts, and the token of a device wallet has some kilobytes. */
const maxFormBytes = 32 * 1_024
