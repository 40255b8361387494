import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { openBrowser } from '../test/kit/browser.ts'
import { busyMerchant } from '../test/kit/busy-merchant.ts'
import { visitDashboard } from '../test/kit/dashboard.ts'
import { examine, otherPaths, pagePaths, walkPages } from '../test/kit/dashboard-pages.ts'
import { openWorld, type World } from '../test/kit/gateway.ts'
import { buildDashboard } from './build-dashboard.ts'
import { type Progress, say } from './progress.mjs'

/** Every page of the dashboard is pictured in each language, theme and size. */
const variants = (['pt', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    ([false, true] as const).map((isPhone) => ({
      name: `${language}-${scheme}-${isPhone ? 'phone' : 'desktop'}`,
      ...{ language, scheme, isPhone },
    })),
  ),
)

export const dashboardVariants: readonly string[] = variants.map(({ name }) => name)

/** Makes the variants of these names. Returns what axe and the browser complained about. */
export async function dashboardPictures(
  folder: string,
  names: readonly string[],
  progress: Progress,
): Promise<string[]> {
  progress.begin(say('Construindo o painel', 'Building the dashboard'))
  await buildDashboard()
  progress.begin(say('Abrindo a loja', 'Opening the shop'))
  const home = await mkdtemp(join(tmpdir(), 'guiche-pictures-'))
  const server = await startEmbeddedPostgres({ home, isDurable: false })
  process.env.TEST_DATABASE_URL = server.databaseUrl
  const world = await openWorld({}, { readsFiles: true })
  const browser = await openBrowser()
  const { merchant, paths } = await busyMerchant(world)
  const { accountId } = merchant
  const shoot: Shoot = { world, browser, folder, progress, accountId, paths }
  try {
    const problems: string[] = []
    for (const variant of variants.filter(({ name }) => names.includes(name)))
      problems.push(...(await makePictures(shoot, variant)))
    return problems
  } finally {
    await browser.close()
    await world.close()
    await server.stop()
    await rm(home, { recursive: true, force: true })
  }
}

interface Shoot {
  readonly world: World
  readonly browser: Browser
  readonly folder: string
  readonly progress: Progress
  readonly accountId: string
  /** Pages of things that no list opens. */
  readonly paths: readonly string[]
}

async function makePictures(
  { world, browser, folder, progress, accountId, paths }: Shoot,
  { name, ...variant }: (typeof variants)[number],
): Promise<string[]> {
  progress.begin(name)
  await mkdir(join(folder, name), { recursive: true })
  const problems: string[] = []
  const open: (() => Promise<unknown>)[] = []
  const visitor = await visitDashboard(
    { after: (close) => void open.push(close as () => Promise<unknown>) },
    browser,
    world,
    { ...variant, accountId, role: 'owner', operatorRole: 'admin' },
  )
  await walkPages(
    { page: visitor.page, open: visitor.load },
    [...(await pagePaths()), ...otherPaths, ...paths],
    async (path, page) => {
      const plain = path.replace(/[0-9a-f-]{36}/g, 'one').replace(/\W+/g, '-')
      const file = `${plain.replace(/^-|-$/g, '') || 'overview'}.png`
      await page.screenshot({ path: join(folder, name, file), fullPage: true })
      progress.update(path)
      const problem = await examine(path, page)
      if (problem) problems.push(`${name} ${problem}`)
    },
  )
  problems.push(...visitor.complaints.map((complaint) => `${name} ${complaint}`))
  for (const close of open) await close()
  return problems
}
