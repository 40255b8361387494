import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { timeLimit } from './time-limit.ts'

/** One notice as a merchant's server got it. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The raw bytes, as text. */
  readonly raw: string
  readonly body: {
    readonly type: string
    readonly objectId: string
    readonly data: { readonly status: string; readonly [field: string]: unknown }
  }
}

/** A merchant's server: keeps what it receives and returns the configured response. */
export interface Receiver {
  readonly url: string
  /**
   * What came for one object, oldest first, once there are `count` of them. Gives up at the time
   * limit.
   */
  of(objectId: string, count: number): Promise<readonly Received[]>
  readonly all: readonly Received[]
  /** The status of the next responses. After the last one it is 200. */
  answerWith(...statuses: readonly number[]): void
  close(): Promise<void>
}

/**
 * A request's body; `undefined` when its sender hung up in the middle, as one that stops does: that
 * breaks no test.
 */
export async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  } catch {
    return undefined
  }
}

export async function openReceiver({ port = 0 } = {}): Promise<Receiver> {
  const all: Received[] = []
  let answers: number[] = []
  let arrived = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const raw = await textOf(request)
    if (raw === undefined) return
    all.push({
      path: request.url ?? '',
      headers: request.headers as Received['headers'],
      raw,
      body: JSON.parse(raw) as Received['body'],
    })
    response.writeHead(answers.shift() ?? 200).end()
    arrived.resolve()
    arrived = Promise.withResolvers()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    all,
    async of(objectId, count) {
      const deadline = timeLimit()
      const given = Promise.withResolvers<void>()
      deadline.addEventListener('abort', () => given.resolve(), { once: true })
      for (;;) {
        const received = all.filter(({ body }) => body.objectId === objectId)
        if (received.length >= count) return received
        if (deadline.aborted)
          throw new Error(
            `${count} notices expected for ${objectId}, ${received.length} came: ${received.map(({ body }) => body.data.status)}`,
          )
        await Promise.race([arrived.promise, given.promise])
      }
    },
    answerWith: (...statuses) => {
      answers = [...statuses]
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
