import { ConnectionError } from '../api/api-error.ts'
import { openFile, type Query } from '../api/client.ts'
import { csvRowCounter } from './csv-rows.ts'

export interface Progress {
  readonly rows: number
  readonly bytes: number
  /** About how many rows the file will have, where the gateway says so. */
  readonly expected?: number
}

export interface SavedFile extends Progress {
  readonly name: string
  readonly blob: Blob
}

/**
 * Reads a list as CSV and reports the progress. The browser keeps a large blob on the disk, so the
 * memory of the page does not grow with the file.
 */
export async function readCsv(
  path: string,
  query: Query,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(progress: Progress): void },
): Promise<SavedFile> {
  const response = await openFile(path, { query: { ...query, format: 'csv' }, signal })
  const countRows = csvRowCounter()
  let blob = new Blob([], { type: 'text/csv' })
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let waiting = 0
  const expected = Number(response.headers.get('x-guiche-estimated-rows') ?? Number.NaN)
  let progress: Progress = {
    ...{ rows: 0, bytes: 0 },
    ...(Number.isFinite(expected) && { expected }),
  }
  const store = () => {
    blob = new Blob([blob, ...chunks], { type: 'text/csv' })
    chunks = []
    waiting = 0
  }
  const reader = response.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read().catch((cause) => {
      throw signal.aborted ? cause : new ConnectionError(cause)
    })
    if (done) break
    chunks.push(value)
    waiting += value.length
    if (waiting > storedAtOnce) store()
    progress = { ...progress, rows: countRows(value), bytes: progress.bytes + value.length }
    onProgress(progress)
  }
  store()
  return { ...progress, blob, name: nameOf(response) }
}

const nameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'guiche.csv'

const storedAtOnce = 8 * 1_024 * 1_024
