import type { FastifyRequest } from 'fastify'
import type { Limits } from '../../config.ts'
import { monotonicMs } from '../../primitives/clock.ts'
import { Rejection } from '../../primitives/rejection.ts'

/**
 * Bodies that have not arrived yet. They hold no place for work, so they are limited here: by owner
 * and in total, in number and in bytes, and each must keep a minimum rate after a grace period.
 * Senders without a secret together have half of the total, so that they do not fill it.
 */
export interface BodyIntake {
  /**
   * Counts the body of a request until the returned function is called. `onSlow` is called once
   * below the minimum rate.
   * @throws Rejection `overloaded`, `rate-limited`
   */
  expect(request: FastifyRequest, sender: Sender, onSlow: () => void): () => void
  close(): void
}

export interface Sender {
  /** Whose share of the unread bodies counts: an account, a provider, a person, or an address. */
  readonly owner: string
  /** False: everyone can send from many addresses as this kind of sender. */
  readonly hasSecret: boolean
}

interface Unread {
  readonly request: FastifyRequest
  readonly onSlow: () => void
  readonly sinceMs: number
  readonly bytesBefore: number
}

interface Share {
  bodies: number
  bytes: number
}

type Rates = Pick<Limits, 'bodyBytesPerSecond' | 'bodyGraceMs'>

export function openBodyIntake(
  { bodyBytesPerSecond, bodyGraceMs }: Rates,
  { nowMs = monotonicMs } = {},
): BodyIntake {
  const unread = new Set<Unread>()
  const shares = new Map<string, Share>()
  let allBytes = 0
  let openBytes = 0
  let timer: NodeJS.Timeout | undefined

  function refuseSlow(): void {
    const now = nowMs()
    for (const body of unread) {
      const dueSeconds = (now - body.sinceMs - bodyGraceMs) / 1_000
      const received = body.request.raw.socket.bytesRead - body.bytesBefore
      if (dueSeconds <= 0 || received >= dueSeconds * bodyBytesPerSecond) continue
      // Arrived data is read before the rate is judged: this thread may have been busy for longer
      // than the body took.
      setImmediate(() => {
        if (unread.delete(body) && !body.request.raw.complete) body.onSlow()
      })
    }
    timer = unread.size > 0 ? lookAgain() : undefined
  }
  const lookAgain = () => setTimeout(refuseSlow, Math.min(1_000, bodyGraceMs)).unref()

  return {
    expect(request, { owner, hasSecret }, onSlow) {
      const bytes = declaredBytes(request)
      const share = shares.get(owner) ?? { bodies: 0, bytes: 0 }
      if (share.bodies >= maxPerOwner || share.bytes + bytes > maxBytesPerOwner)
        throw new Rejection('rate-limited', { retryAfterSeconds: 1 })
      if (allBytes + bytes > mostBytes || (!hasSecret && openBytes + bytes > mostOpenBytes))
        throw new Rejection('overloaded', { retryAfterSeconds: 1 })
      shares.set(owner, share)
      share.bodies += 1
      share.bytes += bytes
      allBytes += bytes
      if (!hasSecret) openBytes += bytes
      const body = { request, onSlow, sinceMs: nowMs(), bytesBefore: request.raw.socket.bytesRead }
      unread.add(body)
      timer ??= lookAgain()
      let isCounted = true
      return () => {
        unread.delete(body)
        if (!isCounted) return
        isCounted = false
        share.bodies -= 1
        share.bytes -= bytes
        allBytes -= bytes
        if (!hasSecret) openBytes -= bytes
        if (share.bodies === 0) shares.delete(owner)
      }
    },
    close: () => clearTimeout(timer),
  }
}

/** The memory a body may use. The limit of a document is checked where documents are read. */
function declaredBytes({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  const declared = Number(headers['content-length'] ?? bodyLimit)
  return Math.min(Number.isNaN(declared) ? bodyLimit : declared, bodyLimit)
}

/**
 * Above the burst of a secret key: requests that arrive together all wait for their bodies for a
 * moment.
 */
const maxPerOwner = 256
const maxBytesPerOwner = 16 * 1_024 * 1_024
const mostBytes = 128 * 1_024 * 1_024
/** Of senders without a secret. */
const mostOpenBytes = mostBytes / 2
