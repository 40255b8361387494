import { monotonicMs } from '../../primitives/clock.ts'
import { Rejection } from '../../primitives/rejection.ts'

/** The open streams of this process. */
export interface Streams {
  /**
   * Counts a stream of an account or an address until `end`. `ends` aborts when it has to end: by
   * `end`, by `close`, at its longest duration, or because `isAdmitted` became false. @throws
   * Rejection `rate-limited`, `overloaded`
   */
  open(
    owner: string,
    isAdmitted: () => Promise<boolean>,
  ): { readonly ends: AbortSignal; end(): void }
  close(): void
}

interface Stream {
  readonly owner: string
  readonly openedAtMs: number
  readonly isAdmitted: () => Promise<boolean>
  readonly controller: AbortController
}

/** One timer checks all streams. The directories answer from memory, or with one query for all. */
export function openStreams({
  most = 512,
  mostOfOwner = 32,
  longestMs = Number.POSITIVE_INFINITY,
  checkMs = 500,
} = {}): Streams {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.controller.abort()
  }
  const check = async (stream: Stream) => {
    const isOver = monotonicMs() - stream.openedAtMs >= longestMs
    // Without the database the stream has nothing to send either.
    if (isOver || !(await stream.isAdmitted().catch(() => true))) end(stream)
  }
  const checkAgain = () => {
    timer = setTimeout(async () => {
      await Promise.all([...streams].map(check))
      timer = undefined
      if (streams.size > 0) checkAgain()
    }, checkMs)
  }

  return {
    open(owner, isAdmitted) {
      if (streams.size >= most) throw new Rejection('overloaded', { retryAfterSeconds: 5 })
      const own = [...streams].filter((stream) => stream.owner === owner).length
      if (own >= mostOfOwner) throw new Rejection('rate-limited', { retryAfterSeconds: 5 })
      const openedAtMs = monotonicMs()
      const stream = { owner, openedAtMs, isAdmitted, controller: new AbortController() }
      streams.add(stream)
      if (!timer) checkAgain()
      return {
        ends: stream.controller.signal,
        end: () => end(stream),
      }
    },
    close() {
      clearTimeout(timer)
      for (const { controller } of streams) controller.abort()
      streams.clear()
    },
  }
}
