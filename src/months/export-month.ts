import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { stringify } from 'csv-stringify'
import type { Sql } from '../db/pool.ts'
import type { Clock } from '../primitives/clock.ts'
import { detachedColumns, detachedRows, dropDetached, partitionName } from './detached-store.ts'
import type { TableMonth } from './month.ts'

/** What an export says of itself, beside its file. */
export interface Manifest extends TableMonth {
  /** The name of the file: CSV (RFC 4180), gzip. An empty field is null, `""` is the empty text. */
  readonly file: string
  readonly columns: readonly string[]
  readonly rows: number
  /** SHA-256 of the CSV, hexadecimal. */
  readonly sha256: string
  readonly exportedAt: string
}

/** Why an export does not stand for its table. */
export type ExportProblem =
  | 'no-month' // There is no such detached month.
  | 'no-export' // The folder has no export of it.
  | 'file-differs' // The file is damaged.
  | 'table-differs' // The table has other rows than the file.

/**
 * Writes a detached month and its manifest to a folder, and reads the file again. Returns undefined
 * if there is no such month. The manifest is written last: without it there is no export.
 */
export async function exportMonth(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  month: TableMonth,
  folder: string,
): Promise<Manifest | undefined> {
  const columns = await detachedColumns(sql, month)
  if (columns.length === 0) return undefined
  const name = partitionName(month)
  const file = `${name}.csv.gz`
  const draft = join(folder, `${file}.draft`)
  const written = await digestWhile((digest) =>
    pipeline(csvOf(sql, month, columns, digest), createGzip(), createWriteStream(draft)),
  )
  await flush(draft)
  if ((await digestOfFile(draft)) !== written.sha256) throw new Error(`${draft} reads differently`)
  await rename(draft, join(folder, file))
  const manifest = {
    ...{ table: month.table, month: month.month, file, columns },
    ...written,
    exportedAt: clock.now().toISOString(),
  }
  const description = manifestPath(folder, month)
  await writeFile(`${description}.draft`, `${JSON.stringify(manifest, null, 2)}\n`)
  await flush(`${description}.draft`)
  await rename(`${description}.draft`, description)
  return manifest
}

/**
 * Drops a detached month whose export has every one of its rows: the file and the table are read
 * again, and compared with the manifest. Returns why it is kept.
 */
export async function dropMonth(
  sql: Sql,
  month: TableMonth,
  folder: string,
): Promise<ExportProblem | undefined> {
  const columns = await detachedColumns(sql, month)
  if (columns.length === 0) return 'no-month'
  const manifest = await readManifest(folder, month)
  if (!manifest) return 'no-export'
  if ((await digestOfFile(join(folder, manifest.file))) !== manifest.sha256) return 'file-differs'
  const stored = await digestWhile(async (digest) => {
    for await (const _ of csvOf(sql, month, columns, digest)) {
      // Only the digest counts.
    }
  })
  if (stored.sha256 !== manifest.sha256 || stored.rows !== manifest.rows) return 'table-differs'
  await dropDetached(sql, month)
  return undefined
}

async function readManifest(folder: string, month: TableMonth): Promise<Manifest | undefined> {
  const text = await readFile(manifestPath(folder, month), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Manifest)
}

const manifestPath = (folder: string, month: TableMonth): string =>
  join(folder, `${partitionName(month)}.json`)

interface RunningDigest {
  rows: number
  readonly hash: ReturnType<typeof createHash>
}

async function digestWhile(
  work: (digest: RunningDigest) => Promise<unknown>,
): Promise<Pick<Manifest, 'rows' | 'sha256'>> {
  const digest: RunningDigest = { rows: 0, hash: createHash('sha256') }
  await work(digest)
  return { rows: digest.rows, sha256: digest.hash.digest('hex') }
}

/** The CSV of a detached month. What is read of it is counted in `digest`. */
function csvOf(
  sql: Sql,
  month: TableMonth,
  columns: readonly string[],
  digest: RunningDigest,
): Readable {
  const records = async function* () {
    for await (const batch of detachedRows(sql, month, columns)) {
      digest.rows += batch.length
      yield* batch
    }
  }
  const writer = stringify({ header: true, columns: [...columns], quoted_match: /^$/ })
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.hash.update(chunk)
      done(null, chunk)
    },
  })
  // A failure destroys what reads the last stream.
  pipeline(Readable.from(records()), writer, hashed).catch((cause: Error) => hashed.destroy(cause))
  return hashed
}

async function digestOfFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), createGunzip(), hash)
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

/** The table is dropped only after its file is on the disk. */
async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}
