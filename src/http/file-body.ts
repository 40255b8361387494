import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejection } from '../primitives/rejection.ts'
import type { FileBody } from './endpoint.ts'

/** Adds routes that take documents as they are, besides JSON. Every other route still refuses them. */
export function takeFiles(
  server: FastifyInstance,
  { types, maxBytes, otherType }: FileBody,
  add: (scope: FastifyInstance) => void,
): void {
  server.register(async (scope) => {
    scope.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: maxBytes }, whole)
    // What is thrown here goes on to the handler of every route.
    scope.setErrorHandler((error: { code?: string }, request) => {
      const isFile = types.includes(contentTypeOf(request.headers['content-type']))
      if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') throw new Rejection(otherType)
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' && isFile)
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
