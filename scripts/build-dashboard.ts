import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dashboard/dist')
/** Holds the digest of the sources of a build. */
const stamp = 'sources.sha256'

/** What the dashboard is built of, as patterns of paths. */
const sources = ['dashboard/**/*.*', 'contract/*.ts', 'src/primitives/contrast.ts']

/** Whether the built dashboard is that of the sources on the disk. */
export const isDashboardBuilt = async (): Promise<boolean> => isBuiltFrom(await sourcesDigest())

async function isBuiltFrom(digest: string): Promise<boolean> {
  const built = await readFile(join(target, stamp), 'utf8').catch(() => undefined)
  return built === digest
}

/**
 * Builds the dashboard if its sources have changed. The files appear at once, so a gateway that
 * runs meanwhile serves a whole build.
 */
export async function buildDashboard(): Promise<void> {
  const digest = await sourcesDigest()
  if (await isBuiltFrom(digest)) return
  const fresh = `${target}-${process.pid}`
  const old = `${fresh}-old`
  try {
    await bundle(fresh)
    await compress(join(fresh, 'assets'))
    await writeFile(join(fresh, stamp), digest)
    await rename(target, old).catch(ignoreMissing)
    await rename(fresh, target)
  } catch (error) {
    // Another process may have put its own build there between the two steps.
    if (!(await isBuiltFrom(digest))) throw error
  } finally {
    for (const folder of [fresh, old]) await rm(folder, { recursive: true, force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Vite runs in a process of its own: its memory is free again when the build ends. */
async function bundle(folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', 'dashboard', '--outDir', folder, '--emptyOutDir', '--logLevel=error']
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the build of the dashboard ended with ${code}`)
}

/** Compressed once here, and never for a request. */
async function compress(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const bytes = await readFile(path)
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
    }),
  )
}

async function sourcesDigest(): Promise<string> {
  const files: string[] = ['package-lock.json']
  for await (const file of glob(sources, { cwd: root }))
    if (!/^dashboard[/\\]dist|\.test\.ts$/.test(file)) files.push(file)
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    hash.update(`${file}\0`)
    hash.update(await readFile(join(root, file)))
    hash.update('\0')
  }
  return hash.digest('hex')
}

if (import.meta.main) await buildDashboard()
