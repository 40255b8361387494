import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { busyMerchant } from '../kit/busy-merchant.ts'
import { visitDashboard } from '../kit/dashboard.ts'
import { examine, otherPaths, pagePaths, walkPages } from '../kit/dashboard-pages.ts'
import { openWorld, type World } from '../kit/gateway.ts'

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

const variants = [
  { language: 'pt', scheme: 'light', isPhone: false },
  { language: 'en', scheme: 'dark', isPhone: true },
] as const

const isOfOperator = (path: string) => path.startsWith('/operator')
const areas = [
  ['pages of the account', (path: string) => !isOfOperator(path), 18],
  ['pages of the operator', isOfOperator, 15],
] as const

for (const variant of variants)
  for (const [area, isOfArea, least] of areas)
    test(`axe finds nothing serious: ${area}, ${Object.values(variant).join(' ')}`, async (t) => {
      const visitor = await visitDashboard(t, browser, world, {
        ...variant,
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
