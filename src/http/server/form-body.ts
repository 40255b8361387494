import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { isBrokenText } from '../../primitives/broken-text.ts'
import { assertNoIssues } from '../request/validation.ts'

/** Adds routes that accept the form of a page. Every other route still rejects it. */
export function takeForms(server: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = maxFormBytes
    })
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => readFormBody(body),
    )
    add(scope)
  })
}

/** A form has short texts, and the token of a device wallet has some kilobytes. */
const maxFormBytes = 32 * 1_024

/**
 * The fields of a form. No browser sends text with NUL, or that is not UTF-8 before and after it is
 * decoded.
 * @throws Rejection `validation-failed`
 */
export function readFormBody(body: Buffer): URLSearchParams {
  if (!isUtf8(bytesIn(body))) assertNoIssues([brokenText('body')])
  const form = new URLSearchParams(body.toString('utf8'))
  assertNoIssues(
    [...form].flatMap(([name, value]) => {
      if (isBrokenText(name)) return [brokenText('body')]
      return isBrokenText(value) ? [brokenText(name)] : []
    }),
  )
  return form
}

/** The bytes that a form encodes, whatever they are. */
const bytesIn = (body: Buffer): Buffer =>
  Buffer.from(
    body
      .toString('latin1')
      .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  )

const brokenText = (field: string) => ({ field, problem: 'broken-text' })
