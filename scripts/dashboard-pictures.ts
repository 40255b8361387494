import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { openBrowser } from '../test/kit/browser.ts'
import { busyMerchant } from '../test/kit/busy-merchant.ts'
import { visitDashboard } from '../test/kit/dashboard.ts'
import { examine, otherPaths, pagePaths, walkPages } from '../test/kit/dashboard-pages.ts'
import { openWorld } from '../test/kit/gateway.ts'
import { buildDashboard } from './build-dashboard.ts'
import { openProgress, say } from './progress.mjs'
import { exitWithParent } from './supervise.ts'

exitWithParent()

/**
 * A picture of every page of the dashboard in each language, theme and size, and a page that shows
 * them together. Ends with 1 when axe finds something serious on one of them.
 */
const variants = (['pt', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    ([false, true] as const).map((isPhone) => ({ language, scheme, isPhone })),
  ),
)

const folder = resolve(process.argv[2] ?? 'pictures')
const progress = openProgress()
progress.begin(say('Construindo o painel', 'Building the dashboard'))
await buildDashboard()
progress.begin(say('Abrindo a loja', 'Opening the shop'))
const home = await mkdtemp(join(tmpdir(), 'guiche-pictures-'))
const server = await startEmbeddedPostgres({ home, isDurable: false })
process.env.TEST_DATABASE_URL = server.databaseUrl
const world = await openWorld()
const browser = await openBrowser()
const { merchant } = await busyMerchant(world)
const problems: string[] = []
const pictures: string[] = []
try {
  await rm(folder, { recursive: true, force: true })
  for (const variant of variants) {
    const { language, scheme, isPhone } = variant
    const name = `${language}-${scheme}-${isPhone ? 'phone' : 'desktop'}`
    progress.begin(name)
    await mkdir(join(folder, name), { recursive: true })
    await makePictures(name, variant)
  }
  await writeFile(join(folder, 'index.html'), contactSheet(pictures))
} finally {
  progress.end()
  await browser.close()
  await world.close()
  await server.stop()
  await rm(home, { recursive: true, force: true })
}
console.log(
  say(`${pictures.length} imagens em ${folder}`, `${pictures.length} pictures in ${folder}`),
)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

async function makePictures(name: string, variant: (typeof variants)[number]): Promise<void> {
  const open: (() => Promise<unknown>)[] = []
  const visitor = await visitDashboard(
    { after: (close) => void open.push(close as () => Promise<unknown>) },
    browser,
    world,
    { ...variant, accountId: merchant.accountId, role: 'owner', operatorRole: 'admin' },
  )
  await walkPages(visitor, [...(await pagePaths()), ...otherPaths], async (path, page) => {
    const plain = path.replace(/[0-9a-f-]{36}/g, 'one').replace(/\W+/g, '-')
    const file = `${name}/${plain.replace(/^-|-$/g, '') || 'overview'}.png`
    await page.screenshot({ path: join(folder, file), fullPage: true })
    pictures.push(file)
    progress.update(path)
    const problem = await examine(path, page)
    if (problem) problems.push(`${name} ${problem}`)
  })
  problems.push(...visitor.complaints.map((complaint) => `${name} ${complaint}`))
  for (const close of open) await close()
}

/** Every picture, small, under its name. */
const figureOf = (file: string) =>
  `<figure><a href="${file}"><img src="${file}" loading="lazy"></a>` +
  `<figcaption>${file}</figcaption></figure>`

function contactSheet(files: readonly string[]): string {
  return `<!doctype html>
<meta charset="utf-8"><title>Guichê: dashboard</title>
<style>body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}
img{width:320px;border:1px solid #ccc}</style>
${files.map(figureOf).join('\n')}
`
}
