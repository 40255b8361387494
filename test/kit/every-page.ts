import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { busyMerchant } from './busy-merchant.ts'
import { type VisitOptions, visitDashboard } from './dashboard.ts'
import { examine, otherPaths, pagePaths, walkPages } from './dashboard-pages.ts'
import { openWorld, type World } from './gateway.ts'

type Look = Required<Pick<VisitOptions, 'language' | 'scheme' | 'isPhone'>>

export const ptLight: Look = { language: 'pt', scheme: 'light', isPhone: false }
export const enDarkPhone: Look = { language: 'en', scheme: 'dark', isPhone: true }

const isOfOperator = (path: string) => path.startsWith('/operator')
const areas = {
  'pages of the account': { isOfArea: (path: string) => !isOfOperator(path), least: 18 },
  'pages of the operator': { isOfArea: isOfOperator, least: 15 },
}

/** Declares a test for each: axe finds nothing serious on the pages of the area. */
export function testEveryPage(...walks: readonly (readonly [keyof typeof areas, Look])[]): void {
  let world: World
  let browser: Browser
  let accountId: string
  let ownPaths: readonly string[]
  before(async () => {
    ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
    const busy = await busyMerchant(world)
    accountId = busy.merchant.accountId
    ownPaths = busy.paths
  })
  after(async () => {
    await browser.close()
    await world.close()
  })

  for (const [area, look] of walks)
    test(`axe finds nothing serious: ${area}, ${Object.values(look).join(' ')}`, async (t) => {
      const { isOfArea, least } = areas[area]
      const visitor = await visitDashboard(t, browser, world, {
        ...look,
        accountId,
        role: 'owner',
        operatorRole: 'admin',
      })
      const paths = [...(await pagePaths()), ...otherPaths, ...ownPaths].filter(isOfArea)
      assert.ok(paths.length >= least, `${paths.length} paths were found`)
      const problems: string[] = []
      const seen = new Set<string>()
      await walkPages(visitor, paths, async (path, page) => {
        // A page that leads elsewhere was not seen itself.
        seen.add(page.url().slice(`${world.baseUrl}/dashboard`.length))
        const problem = await examine(path, page)
        if (problem) problems.push(problem)
      })
      assert.deepEqual(
        paths.filter((path) => !seen.has(path)),
        [],
        'not seen',
      )
      assert.deepEqual(problems, [])
      assert.deepEqual(visitor.complaints, [])
    })
}
