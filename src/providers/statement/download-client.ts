import { type Dispatcher, Pool } from 'undici'
import { SettlementFileBroken } from './broken.ts'

/** Times in ms, sizes in bytes. */
export interface DownloadLimits {
  /** Until the headers arrive, and between two pieces of a body. */
  readonly answerMs: number
  readonly bytes: number
}

export const usualDownloadLimits: DownloadLimits = {
  answerMs: 20_000,
  bytes: 1024 * 1024 * 1024,
}

/** Reads bodies that are larger than the response of an API call, as streams. */
export interface Downloads {
  /**
   * The body of a response 200. Throws `SettlementFileBroken` when the connection ends before it or
   * the body is too large.
   */
  get(call: DownloadCall): AsyncGenerator<Uint8Array, void, undefined>
  close(): Promise<void>
}

export interface DownloadCall {
  /** Path and query, starting with a slash. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Left out: the limit of the downloads. */
  readonly bytes?: number
}

/** The response was not 200. */
export class DownloadRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`download: answered ${status}`)
    this.status = status
  }
}

/** `close` ends the current readings: a file can be read again. */
export function openDownloads({
  origin,
  tls,
  limits = usualDownloadLimits,
}: {
  readonly origin: string
  /**
   * PEM texts: authorities to trust instead of the public ones, and our certificate with its key.
   */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string }
  readonly limits?: DownloadLimits
}): Downloads {
  const closing = new AbortController()
  const pool = new Pool(origin, {
    connections: 2,
    pipelining: 1,
    allowH2: false,
    headersTimeout: limits.answerMs,
    bodyTimeout: limits.answerMs,
    connect: { ...tls, timeout: 5_000, minVersion: 'TLSv1.2' },
  })
  return {
    async *get({ path, headers, signal, bytes = limits.bytes }) {
      const request: Dispatcher.RequestOptions = {
        method: 'GET',
        path,
        headers: { ...headers, 'accept-encoding': 'identity' },
        signal: AbortSignal.any([signal, closing.signal]),
      }
      const answer = await pool.request(request).catch((cause: unknown) => {
        throw withoutContent(cause)
      })
      const { statusCode, body } = answer
      body.on('error', () => {}) // Reported where the body is read, and only there.
      try {
        if (statusCode !== 200) throw new DownloadRefused(statusCode)
        if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity')
          throw new Error('download: encoded')
        yield* limited(body, bytes)
      } finally {
        body.destroy()
      }
    },
    async close() {
      closing.abort()
      await pool.close()
    },
  }
}

async function* limited(
  body: Dispatcher.ResponseData['body'],
  bytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = bytes
  for await (const chunk of readable(body)) {
    left -= chunk.length
    if (left < 0) throw new SettlementFileBroken(`larger than ${bytes} bytes`)
    yield chunk
  }
}

async function* readable(body: Dispatcher.ResponseData['body']): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Buffer
  } catch (cause) {
    throw new SettlementFileBroken('the connection ended before the file', {
      cause: withoutContent(cause),
    })
  }
}

/** A parser's error contains the bytes that it could not parse, so only its name is kept. */
function withoutContent(cause: unknown): Error {
  const { code, name, message }: Error & { code?: unknown } =
    cause instanceof Error ? cause : new Error('failed')
  return new Error(`download: ${typeof code === 'string' ? code : name} ${message}`)
}
