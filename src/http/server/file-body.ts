import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejection } from '../../primitives/rejection.ts'
import type { FileBody } from '../request/endpoint.ts'
import { onClosed } from './on-closed.ts'

/**
 * Adds routes that accept documents unchanged, besides JSON. Every other route still rejects them.
 */
export function takeFiles(
  server: FastifyInstance,
  { types, maxBytes, otherType }: FileBody,
  add: (scope: FastifyInstance) => void,
): void {
  const isFile = ({ headers }: FastifyRequest) =>
    types.includes(contentTypeOf(headers['content-type']))
  const reading = openPlaces()
  server.register(async (scope) => {
    scope.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: maxBytes }, whole)
    // The sender is known at this point, and the body is not read yet.
    scope.addHook('preParsing', async (request, reply) => {
      if (!isFile(request)) return
      const leave = reading.enter(request.holder?.account.id ?? '')
      onClosed(reply.raw, leave)
    })
    // Every other error goes to the error handler of all routes.
    scope.setErrorHandler((error: { code?: string }, request) => {
      if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw new Rejection(otherType)
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && isFile(request))
        throw new Rejection('body-too-large', { params: { max: maxBytes / 1_024 } })
      throw error
    })
    add(scope)
  })
}

const whole = async (_request: FastifyRequest, body: Buffer) => body

/** Without parameters, in lower case. */
export const contentTypeOf = (header: string | undefined): string =>
  header?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/**
 * Limits the large bodies in memory (docs/design/rules.md#b5): in total, and for one account, so
 * that others find a place.
 */
function openPlaces() {
  const taken = new Map<string, number>()
  let all = 0
  return {
    /** Takes a place. The returned function releases it. Throws `overloaded`, `rate-limited`. */
    enter(accountId: string): () => void {
      const own = taken.get(accountId) ?? 0
      if (own >= maxPerAccount) throw new Rejection('rate-limited', { retryAfterSeconds: 1 })
      if (all >= mostAtOnce) throw new Rejection('overloaded', { retryAfterSeconds: 1 })
      taken.set(accountId, own + 1)
      all += 1
      return () => {
        all -= 1
        const left = (taken.get(accountId) ?? 1) - 1
        if (left > 0) taken.set(accountId, left)
        else taken.delete(accountId)
      }
    },
  }
}

const mostAtOnce = 32
const maxPerAccount = 4
