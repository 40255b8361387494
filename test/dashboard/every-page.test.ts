import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { busyMerchant } from '../kit/busy-merchant.ts'
import { visitDashboard } from '../kit/dashboard.ts'
import { everyPage, examine } from '../kit/dashboard-pages.ts'
import { openWorld, type World } from '../kit/gateway.ts'

let world: World
let browser: Browser
let accountId: string
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
  accountId = (await busyMerchant(world)).merchant.accountId
})
after(async () => {
  await browser.close()
  await world.close()
})

const variants = [
  { language: 'pt', scheme: 'light', isPhone: false },
  { language: 'en', scheme: 'dark', isPhone: true },
] as const

for (const variant of variants) {
  test(`axe finds nothing serious on any page: ${Object.values(variant).join(' ')}`, async (t) => {
    const visitor = await visitDashboard(t, browser, world, {
      ...variant,
      accountId,
      role: 'owner',
      operatorRole: 'admin',
    })
    const problems: string[] = []
    let pages = 0
    await everyPage(visitor, async (path, page) => {
      pages += 1
      const problem = await examine(path, page)
      if (problem) problems.push(problem)
    })
    assert.ok(pages >= 4, `${pages} pages were seen`)
    assert.deepEqual(problems, [])
    assert.deepEqual(visitor.complaints, [])
  })
}
