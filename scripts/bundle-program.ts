import { createHash } from 'node:crypto'
import { access, glob, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import manifest from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache')
const prefix = 'guiche-program-'
const dayMs = 24 * 60 * 60 * 1_000

/** What the program is built of, as patterns of paths. */
const sources = ['package-lock.json', 'src/**/*.ts', 'checkout/**/*.ts', 'contract/*.ts']

/** Packages of many modules. Others read files beside their code, load late, or are small. */
const isBundled = (name: string): boolean =>
  ['fastify', 'prom-client', 'typebox', 'undici'].includes(name) ||
  name.startsWith('@opentelemetry')
const external = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
  (name) => !isBundled(name),
)

/**
 * Makes `guiche` of few files, for the processes that tests start: Node loads it in half of the
 * time of its 2,500 modules. It is built once for each state of the sources. Returns its main file.
 */
export async function bundleProgram(): Promise<string> {
  const folder = join(cache, `${prefix}${await sourcesDigest()}`)
  const main = join(folder, 'main.mjs')
  const isBuilt = () =>
    access(main).then(
      () => true,
      () => false,
    )
  if (await isBuilt()) return main
  const fresh = `${folder}-${process.pid}`
  try {
    await build({
      entryPoints: [join(root, 'src/main.ts')],
      outdir: fresh,
      outExtension: { '.js': '.mjs' },
      absWorkingDir: root,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'esnext',
      charset: 'utf8',
      external,
      // Packages in CommonJS call it.
      banner: {
        js: `import { createRequire as makeRequire } from 'node:module'
const require = makeRequire(import.meta.url)`,
      },
      plugins: [keepPlaces],
    })
    await rename(fresh, folder)
  } catch (error) {
    // Another process may have put its own build there.
    if (!(await isBuilt())) throw error
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  await removeOld(folder)
  return main
}

/** A module finds the files beside it where its source is. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (path.includes('node_modules') || !text.includes('import.meta.')) return undefined
      const places: Readonly<Record<string, unknown>> = {
        dirname: dirname(path),
        filename: path,
        url: pathToFileURL(path).href,
        main: false,
      }
      const contents = text.replace(/import\.meta\.(\w+)/g, (found, name: string) =>
        name in places ? JSON.stringify(places[name]) : found,
      )
      return { contents, loader: 'ts' }
    })
  },
}

async function sourcesDigest(): Promise<string> {
  const files: string[] = []
  for await (const file of glob(sources, { cwd: root }))
    if (!file.endsWith('.test.ts')) files.push(file)
  // A copy of the checkout may share its packages, and the bundle names the folder of its sources.
  const hash = createHash('sha256')
    .update(root)
    .update(await readFile(import.meta.filename))
  for (const file of files.sort())
    hash.update(`\0${file}\0`).update(await readFile(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Those of a day ago: a run that still uses one has not ended for a day. */
async function removeOld(newest: string): Promise<void> {
  for await (const name of glob(`${prefix}*`, { cwd: cache })) {
    const folder = join(cache, name)
    if (folder === newest) continue
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > dayMs) await rm(folder, { recursive: true, force: true })
  }
}
