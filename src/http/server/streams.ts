import { Rejection } from '../../primitives/rejection.ts'

/** The open streams of this process. */
export interface Streams {
  /**
   * Counts a stream until `end`. `ends` aborts when it has to end: by `end`, by `close`, or because
   * `isAdmitted` became false. @throws Rejection `rate-limited`, `overloaded`
   */
  open(
    accountId: string,
    isAdmitted: () => Promise<boolean>,
  ): { readonly ends: AbortSignal; end(): void }
  close(): void
}

interface Stream {
  readonly accountId: string
  readonly isAdmitted: () => Promise<boolean>
  readonly controller: AbortController
}

/** One timer checks all streams. The directories answer from memory, or with one query for all. */
export function openStreams({ most = 512, mostOfAccount = 32, checkMs = 500 } = {}): Streams {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | undefined

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.controller.abort()
  }
  const check = async (stream: Stream) => {
    // Without the database the stream has nothing to send either.
    const isAdmitted = await stream.isAdmitted().catch(() => true)
    if (!isAdmitted) end(stream)
  }
  const checkAgain = () => {
    timer = setTimeout(async () => {
      await Promise.all([...streams].map(check))
      timer = undefined
      if (streams.size > 0) checkAgain()
    }, checkMs)
  }

  return {
    open(accountId, isAdmitted) {
      if (streams.size >= most) throw new Rejection('overloaded', { retryAfterSeconds: 5 })
      const own = [...streams].filter((stream) => stream.accountId === accountId).length
      if (own >= mostOfAccount) throw new Rejection('rate-limited', { retryAfterSeconds: 5 })
      const stream = { accountId, isAdmitted, controller: new AbortController() }
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
