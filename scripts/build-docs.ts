import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { machineTexts } from './docs-site/machine-texts.ts'
import { type Page, pathOf, summaryOf } from './docs-site/page.ts'
import type { ApiDocument } from './docs-site/samples/sample-request.ts'
import { sidebar } from './docs-site/sidebar.ts'
import { openStrictPolicy, selectByClass } from './docs-site/strict-policy.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'docs/dist')
/** Holds the digest of the sources of a build. */
const stamp = 'sources.sha256'

/** Whether the built site is that of the sources on the disk. */
export const isDocsBuilt = async (): Promise<boolean> => isBuiltFrom(await sourcesDigest())

/**
 * Builds the docs site if its sources have changed. The files appear at once, so a gateway that
 * runs meanwhile serves a whole build.
 */
export async function buildDocs(): Promise<void> {
  const digest = await sourcesDigest()
  if (await isBuiltFrom(digest)) return
  // Below docs/, so that Node finds the packages of the repository.
  const workshop = join(root, `docs/.build-${process.pid}`)
  const fresh = join(workshop, 'dist')
  try {
    // Loaded only here: it reads every route of the gateway.
    const { collectPages } = await import('./docs-site/collect-pages.ts')
    const { apiDocument } = await import('./docs-site/api-document.ts')
    const pages = await collectPages()
    const document = apiDocument()
    await layOut(workshop, pages, document)
    await runAstro(workshop)
    await finish(fresh, pages, document)
    await writeFile(join(fresh, stamp), digest)
    await rename(target, join(workshop, 'old')).catch(ignoreMissing)
    await rename(fresh, target)
  } catch (error) {
    // Another process may have put its own build there between the two steps.
    if (!(await isBuiltFrom(digest))) throw error
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

async function isBuiltFrom(digest: string): Promise<boolean> {
  const built = await readFile(join(target, stamp), 'utf8').catch(() => undefined)
  return built === digest
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** A folder that Astro can build: our settings and the pages in its form. */
async function layOut(
  workshop: string,
  pages: readonly Page[],
  document: ApiDocument,
): Promise<void> {
  await cp(join(root, 'docs/site'), workshop, { recursive: true })
  const { addScalar } = await import('./docs-site/scalar.ts')
  await addScalar(join(workshop, 'public'), document)
  await writeFile(join(workshop, 'sidebar.json'), JSON.stringify(sidebar))
  await writeTexts(
    join(workshop, 'src/content/docs'),
    new Map(pages.map((page) => [`${pathOf(page)}.md`, contentOf(page)])),
  )
}

/** A page as Starlight reads it. The slug is given, because names of files would be changed. */
function contentOf(page: Page): string {
  const { title, body, locale, textLocale } = page
  const slug = pathOf(page)
  const front = {
    title,
    ...(slug !== 'index' && { slug }),
    description: summaryOf(body),
    editUrl: false,
  }
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const text =
    locale === textLocale
      ? body
      : `*Esta página está em inglês.*\n\n<div lang="en">\n\n${body}\n\n</div>\n`
  return `---\n${lines.join('\n')}\n---\n\n${text}`
}

/** Astro runs in a process of its own: its memory is free again when the build ends. */
async function runAstro(workshop: string): Promise<void> {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  const child = spawn(process.execPath, [astro, 'build', '--root', workshop, '--silent'], {
    cwd: workshop,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the build of the docs ended with ${code}`)
}

/** What Astro does not do: texts for programs, the policy, and compressed forms. */
async function finish(
  folder: string,
  pages: readonly Page[],
  document: ApiDocument,
): Promise<void> {
  await writeTexts(folder, machineTexts(pages, document))
  const styleSheet = `_astro/inline.${digestOf(JSON.stringify(pages)).slice(0, 8)}.css`
  const policy = openStrictPolicy(`/docs/${styleSheet}`)
  for await (const name of glob('**/*.html', { cwd: folder })) {
    const path = join(folder, name)
    await writeFile(path, policy.tighten(await readFile(path, 'utf8')))
  }
  await writeFile(join(folder, styleSheet), policy.styleSheet())
  for await (const name of glob('_astro/ec.*.css', { cwd: folder })) {
    const path = join(folder, name)
    await writeFile(path, selectByClass(await readFile(path, 'utf8')))
  }
  await writeFile(join(folder, 'script-hashes.txt'), policy.scriptHashes().join(' '))
  for await (const name of glob('**/*.{html,css,js,json,md,txt,svg}', { cwd: folder }))
    await compress(join(folder, name))
}

/** Compressed once here, and never for a request. */
async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
}

async function writeTexts(folder: string, texts: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of texts) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

const sources = [
  'package-lock.json',
  '*.md',
  'docs/{guides,operating,decisions,design,site}/**/*.*',
  'docs/*.md',
  '{sandbox,sdk}/**/README.md',
  'contract/*.ts',
  'src/http/**/*.ts',
  'src/primitives/rejection.ts',
  'src/config/settings.ts',
  'scripts/build-docs.ts',
  'scripts/docs-site/**/*.ts',
  'examples/**/*.*',
]

async function sourcesDigest(): Promise<string> {
  const files: string[] = []
  for await (const file of glob(sources, { cwd: root }))
    if (!file.endsWith('.test.ts')) files.push(file)
  const texts = await Promise.all(
    files.sort().map(async (file) => `${file}\0${await readFile(join(root, file), 'utf8')}\0`),
  )
  return digestOf(texts.join(''))
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

if (import.meta.main) await buildDocs()
