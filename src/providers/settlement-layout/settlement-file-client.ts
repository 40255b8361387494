import { type Dispatcher, Pool } from 'undici'
import { parseRecord, record } from '../http/json-reader.ts'
import type { OAuthClient } from '../http/oauth-client.ts'
import type { SettlementFiles, SettlementListing } from '../ports/settlement-file.ts'
import { maxRows, readRows, SettlementFileBroken } from './read-rows.ts'

/** The address of a provider's files and the access to them: the credentials of its API. */
export interface FileAccess {
  /** Returns the list; each file is one step below. */
  readonly url: string
  /**
   * PEM texts: authorities to trust instead of the public ones, and our certificate with its key.
   */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string }
  /** Headers of one call. Throws when there are none. */
  headers(signal: AbortSignal): Promise<Readonly<Record<string, string>>>
  /**
   * The provider refused these headers (401): the next ones must differ. Left out: they never
   * change.
   */
  renew?(refused: Readonly<Record<string, string>>): void
  /** Goes with every call, besides the query. */
  readonly query?: Readonly<Record<string, string>>
}

/** Files that the provider protects with the access token of its API. */
export const byToken = ({
  authorization,
  refused,
}: Pick<OAuthClient, 'authorization' | 'refused'>): Pick<FileAccess, 'headers' | 'renew'> => ({
  headers: async (signal) => ({ authorization: await authorization(signal) }),
  renew: ({ authorization: used = '' }) => refused(used),
})

/** Times in ms, sizes in bytes. */
export interface FileLimits {
  readonly listingMs: number
  readonly listingBytes: number
  /** From the call to the last row, with the reading of the body. */
  readonly fileMs: number
  readonly fileBytes: number
  readonly rows: number
}

const usualLimits: FileLimits = {
  listingMs: 20_000,
  listingBytes: 4 * 1024 * 1024,
  fileMs: 30 * 60_000,
  fileBytes: 1024 * 1024 * 1024,
  rows: maxRows,
}

/**
 * Lists and reads a provider's files in our layout. `close` stops the current reading: a file can
 * be read again.
 */
export function openSettlementFiles(
  access: FileAccess,
  given: Partial<FileLimits> = {},
): SettlementFiles & { close(): Promise<void> } {
  const limits = { ...usualLimits, ...given }
  const { origin, pathname } = new URL(access.url)
  const base = pathname.replace(/\/$/, '')
  const closing = new AbortController()
  const pool = new Pool(origin, {
    connections: 2,
    pipelining: 1,
    allowH2: false,
    headersTimeout: limits.listingMs,
    bodyTimeout: limits.listingMs, // Between two pieces of a body.
    connect: { ...access.tls, timeout: 5_000, minVersion: 'TLSv1.2' },
  })

  const send = (
    path: string,
    query: Record<string, string>,
    headers: Record<string, string>,
    signal: AbortSignal,
  ) => {
    const parameters = new URLSearchParams({ ...query, ...access.query }).toString()
    return pool.request({
      method: 'GET',
      path: `${base}${path}${parameters === '' ? '' : `?${parameters}`}`,
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
    })
  }
  const ask = async (path: string, query: Record<string, string>, signal: AbortSignal) => {
    const headers = await access.headers(signal)
    const answer = await send(path, query, headers, signal)
    if (answer.statusCode !== 401 || !access.renew) return answer
    await answer.body.dump()
    access.renew(headers)
    return send(path, query, await access.headers(signal), signal)
  }
  /** The body of a successful response, abandoned as soon as it is too large. */
  async function* get(
    path: string,
    query: Record<string, string>,
    size: number,
    signal: AbortSignal,
  ) {
    const { statusCode, headers, body } = await ask(path, query, signal).catch(
      rethrowWithoutContent,
    )
    body.on('error', () => {}) // Reported where the body is read, and only there.
    try {
      if (statusCode !== 200) throw new Error(`settlement files: answered ${statusCode}`)
      if ((headers['content-encoding'] ?? 'identity') !== 'identity')
        throw new Error('settlement files: encoded')
      let left = size
      for await (const chunk of readable(body)) {
        left -= chunk.length
        if (left < 0) throw new SettlementFileBroken(`larger than ${size} bytes`)
        yield chunk
      }
    } finally {
      body.destroy()
    }
  }
  const within = (signal: AbortSignal, ms: number) =>
    AbortSignal.any([signal, closing.signal, AbortSignal.timeout(ms)])

  return {
    async list(since, signal): Promise<SettlementListing> {
      try {
        const bytes = get('', { since }, limits.listingBytes, within(signal, limits.listingMs))
        const names = decodeListing(Buffer.concat(await Array.fromAsync(bytes)).toString('utf8'))
        return names
          ? { kind: 'listed', names }
          : { kind: 'unknown', cause: new Error('unreadable listing of files') }
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
    },
    async *read(name, signal) {
      if (!isFileName(name)) throw new Error('not the name of a file')
      yield* readRows(
        get(`/${name}`, {}, limits.fileBytes, within(signal, limits.fileMs)),
        limits.rows,
      )
    },
    async close() {
      closing.abort()
      await pool.close()
    },
  }
}

/** `undefined` unless every name can be requested: a file that is left out would be missed. */
function decodeListing(text: string): readonly string[] | undefined {
  const { files } = parseRecord(text) ?? {}
  if (!Array.isArray(files)) return undefined
  const names = files.map((file) => record(file)?.name)
  return names.every(isFileName) ? names : undefined
}

/** No slash, no name of dots alone, no character that must be escaped. */
const isFileName = (name: unknown): name is string =>
  typeof name === 'string' && /^[0-9A-Za-z][0-9A-Za-z._-]{0,119}$/.test(name)

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
  return new Error(`settlement files: ${typeof code === 'string' ? code : name} ${message}`)
}

function rethrowWithoutContent(cause: unknown): never {
  throw withoutContent(cause)
}
