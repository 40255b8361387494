import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { packageRoot } from '../../config/package.ts'

/** A file of the built dashboard, as a browser receives it. */
export interface DashboardFile {
  readonly contentType: string
  /** By content encoding. The empty name is the file itself. */
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly '': Buffer }
}

type Encoding = '' | 'br' | 'gzip'

/** The built dashboard, in memory: some megabytes, compressed when it was built. */
export interface Dashboard {
  /** The page of every address. It holds `styleNonceMark` where the nonce goes. */
  readonly page: string
  /** By name. A name holds the digest of the content, so a file never changes. */
  readonly assets: ReadonlyMap<string, DashboardFile>
}

/** Where the build writes. */
export const dashboardFolder = join(packageRoot, 'dashboard/dist')

export const styleNonceMark = '__STYLE_NONCE__'

/** Reads what the build wrote. Undefined: it was never built. */
export async function readDashboard(folder = dashboardFolder): Promise<Dashboard | undefined> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return undefined
  const assetFolder = join(folder, 'assets')
  const names = await readdir(assetFolder)
  const bytes = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(assetFolder, name))] as const),
    ),
  )
  const assets = new Map<string, DashboardFile>()
  for (const [name, body] of bytes) {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue // A compressed form of another file.
    const br = bytes.get(`${name}.br`)
    const gzip = bytes.get(`${name}.gz`)
    assets.set(name, {
      contentType,
      bodies: { '': body, ...(br && { br }), ...(gzip && { gzip }) },
    })
  }
  return { page, assets }
}

/** The best form of a file that the browser accepts. */
export function encodedFor(
  { bodies }: DashboardFile,
  acceptEncoding: string | undefined,
): { readonly encoding: Encoding; readonly body: Buffer } {
  const accepted = (acceptEncoding ?? '').split(',').map((each) => each.split(';', 1)[0]?.trim())
  for (const encoding of ['br', 'gzip'] as const) {
    const body = bodies[encoding]
    if (body && accepted.includes(encoding)) return { encoding, body }
  }
  return { encoding: '', body: bodies[''] }
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}
