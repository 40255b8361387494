import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs } from '../../primitives/clock.ts'

/**
 * The time limit of a response (docs/design/rules.md#d4). Fastify's own limit ends when the body
 * has been read, so it does not cover the work of a request with a body.
 */
export interface AnswerDeadlines {
  /**
   * A client connected: its first request counts from here, so that slow headers use up the limit.
   */
  connected(socket: Socket): void
  /**
   * Calls `expire` once when there is no response within the limit (`answerMs`: the route's own). A
   * response that the client does not read is cut off, and a response without progress too, unless
   * it is a stream that has nothing to send.
   */
  start(
    request: FastifyRequest,
    reply: FastifyReply,
    limit: { readonly answerMs?: number | undefined; readonly isStream?: boolean | undefined },
    expire: () => void,
  ): void
}

export function openAnswerDeadlines(usualMs: number): AnswerDeadlines {
  const connectedAtMs = new WeakMap<Socket, number>()

  return {
    connected: (socket) => {
      connectedAtMs.set(socket, monotonicMs())
    },
    start(request, { raw }, { answerMs, isStream = false }, expire) {
      const limitMs = answerMs ?? usualMs
      const { socket } = request.raw
      const nowMs = monotonicMs()
      const spentMs = nowMs - (connectedAtMs.get(socket) ?? nowMs)
      connectedAtMs.delete(socket) // Later requests of the connection count from their headers.
      const onLimit = () => {
        if (!raw.headersSent) expire()
        cutOffWhenStalled()
      }
      const cutOffWhenStalled = () => {
        const before = sentBy(socket)
        timer = setTimeout(() => {
          const isIdle = isStream && socket.writableLength === 0
          if (sentBy(socket) === before && !isIdle) raw.destroy()
          else cutOffWhenStalled()
        }, limitMs)
      }
      let timer = setTimeout(onLimit, Math.max(1, limitMs - spentMs))
      raw.once('close', () => clearTimeout(timer))
    },
  }
}

/**
 * Grows while a client reads: the bytes written to the connection, less the bytes still buffered in
 * it.
 */
const sentBy = (socket: Socket): number => socket.bytesWritten - socket.writableLength
