import { parseRecord, record } from '../http/json-reader.ts'
import { addressOf } from '../http/provider-client.ts'
import type { SettlementFiles, SettlementListing } from '../ports/settlement-file.ts'
import { maxRows } from '../statement/broken.ts'
import {
  DownloadRefused,
  openDownloads,
  usualDownloadLimits,
} from '../statement/download-client.ts'
import { readRows } from './read-rows.ts'

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
  fileBytes: usualDownloadLimits.bytes,
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
  const { origin, basePath } = addressOf(access.url)
  const downloads = openDownloads({
    origin,
    ...(access.tls && { tls: access.tls }),
    limits: { answerMs: limits.listingMs, bytes: limits.fileBytes },
  })

  /** The body of a successful response. */
  async function* get(
    path: string,
    query: Record<string, string>,
    { signal, bytes }: { readonly signal: AbortSignal; readonly bytes: number },
  ) {
    const parameters = new URLSearchParams({ ...query, ...access.query }).toString()
    const target = `${basePath}${path}${parameters === '' ? '' : `?${parameters}`}`
    const headers = await access.headers(signal)
    try {
      yield* downloads.get({ path: target, headers, signal, bytes })
    } catch (cause) {
      if (!(cause instanceof DownloadRefused && cause.status === 401 && access.renew)) throw cause
      access.renew(headers)
      yield* downloads.get({ path: target, headers: await access.headers(signal), signal, bytes })
    }
  }
  const within = (signal: AbortSignal, ms: number) =>
    AbortSignal.any([signal, AbortSignal.timeout(ms)])

  return {
    async list({ since }, signal): Promise<SettlementListing> {
      try {
        const limit = { signal: within(signal, limits.listingMs), bytes: limits.listingBytes }
        const bytes = await Array.fromAsync(get('', { since }, limit))
        const names = decodeListing(Buffer.concat(bytes).toString('utf8'))
        return names
          ? { kind: 'listed', names }
          : { kind: 'unknown', cause: new Error('unreadable listing of files') }
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
    },
    async *read(name, signal) {
      if (!isFileName(name)) throw new Error('not the name of a file')
      const limit = { signal: within(signal, limits.fileMs), bytes: limits.fileBytes }
      yield* readRows(get(`/${name}`, {}, limit), limits.rows)
    },
    close: () => downloads.close(),
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
