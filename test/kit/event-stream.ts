import assert from 'node:assert/strict'
import { timeLimit, untilFound } from './time-limit.ts'

export interface StreamedEvent {
  readonly position: number
  readonly type: string
  readonly objectId: string
}

/** An open stream of events, as a browser reads it. */
export interface StreamReader {
  /** The next event. Undefined: the stream has ended. */
  next(): Promise<StreamedEvent | undefined>
  /** The position that a browser would send when it reconnects. */
  lastEventId(): string
  close(): Promise<void>
}

/** Opens it again while a busy gateway has no connection for it. */
export async function openEventStream(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<StreamReader> {
  const open = () =>
    fetch(`${baseUrl}/api/user/events/stream${query}`, { headers, signal: timeLimit() })
  const response = await untilFound('it opens', open, ({ status }) => status !== 503)
  assert.equal(response.status, 200, await textOfFailure(response))
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.ok(response.body)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let lastEventId = ''

  async function next(): Promise<StreamedEvent | undefined> {
    for (;;) {
      const end = rest.indexOf('\n\n')
      if (end >= 0) {
        const lines = rest.slice(0, end).split('\n')
        rest = rest.slice(end + 2)
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        lastEventId = field('id') ?? lastEventId
        const data = field('data')
        if (data !== undefined) return JSON.parse(data) as StreamedEvent
      } else {
        const { value, done } = await reader.read()
        if (done) return undefined
        rest += value
      }
    }
  }

  return { next, lastEventId: () => lastEventId, close: () => reader.cancel() }
}

const textOfFailure = async (response: Response): Promise<string> =>
  response.ok ? '' : response.text()
