import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { packageRoot } from '../../config/package.ts'

/** The built docs site. Its files stay on the disk; only their names are in memory. */
export interface DocsSite {
  readonly folder: string
  /** Changes with each build. */
  readonly builtAtMs: number
  /** Paths below the folder, with `/`. */
  readonly names: ReadonlySet<string>
  /** The sources of `script-src` for the inline scripts of the pages. */
  readonly scriptHashes: string
}

/** A file of the site, as a browser receives it. */
export interface DocsFile {
  readonly contentType: string
  readonly encoding: '' | 'br' | 'gzip'
  readonly body: Buffer
  readonly etag: string
  /** The name holds the digest of the content, so the file never changes. */
  readonly isImmutable: boolean
}

/** Where the build writes. */
export const docsFolder = join(packageRoot, 'docs/dist')

/** Whether another build has taken the place of one that was read before. */
export const isCurrent = async ({ folder, builtAtMs }: DocsSite): Promise<boolean> =>
  (await stampOf(folder)) === builtAtMs

const stampOf = async (folder: string): Promise<number | undefined> =>
  (await stat(join(folder, 'script-hashes.txt')).catch(() => undefined))?.mtimeMs

/** Reads the names of what the build wrote. Undefined: it was never built. */
export async function readDocsSite(folder = docsFolder): Promise<DocsSite | undefined> {
  const builtAtMs = await stampOf(folder)
  if (builtAtMs === undefined) return undefined
  const entries = await readdir(folder, { recursive: true })
  const scriptHashes = await readFile(join(folder, 'script-hashes.txt'), 'utf8')
  return {
    folder,
    builtAtMs,
    names: new Set(entries.map((name) => name.split(sep).join('/'))),
    scriptHashes,
  }
}

/** The name of the file for a path below `/docs`, without a slash at its ends. */
export function nameFor({ names }: DocsSite, path: string): string | undefined {
  const page = path === '' ? 'index.html' : `${path}/index.html`
  return [page, path].find((name) => contentTypeOf(name) !== undefined && names.has(name))
}

/** A file in the best form that the browser accepts. */
export async function readDocsFile(
  { folder, names }: DocsSite,
  name: string,
  acceptEncoding: string | undefined,
): Promise<DocsFile> {
  const accepted = (acceptEncoding ?? '').split(',').map((each) => each.split(';', 1)[0]?.trim())
  const form = forms.find(
    ({ encoding, suffix }) =>
      encoding === '' || (accepted.includes(encoding) && names.has(name + suffix)),
  )
  const { encoding, suffix } = form ?? { encoding: '', suffix: '' }
  const body = await readFile(join(folder, name + suffix))
  return {
    contentType: contentTypeOf(name) ?? 'application/octet-stream',
    encoding,
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    isImmutable: /^(?:_astro|pagefind\/(?:fragment|index))\/|^scalar\/standalone\./.test(name),
  }
}

const forms = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
  { encoding: '', suffix: '' },
] as const

/** The types of the files that the site has. Others, such as compressed forms, are not served. */
const contentTypeOf = (name: string): string | undefined =>
  name === 'sources.sha256' || name === 'script-hashes.txt'
    ? undefined
    : contentTypes[extname(name)]

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.pagefind': 'application/octet-stream',
  '.pf_fragment': 'application/octet-stream',
  '.pf_index': 'application/octet-stream',
  '.pf_meta': 'application/octet-stream',
}
