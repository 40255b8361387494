import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

/** Bytes of script, compressed as a server sends them. */
const most = 250_000

/** What a person waits for least on the first page: it is loaded when it is needed. */
const later = /search-dialog|period-filter/

test('the overview shows its first number after at most 250 kB of script', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page } = await visitDashboard(t, browser, world, { accountId, role: 'finance' })
  const scripts: Response[] = []
  let isDrawn = false
  page.on('response', (response) => {
    if (!isDrawn && new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  await page.goto(`${world.baseUrl}/dashboard/`)
  await page.getByText(/^0 vendas/).waitFor()
  isDrawn = true
  const sizes = await Promise.all(
    scripts
      .filter((response) => !/sales-chart/.test(response.url()))
      .map(async (response) => ({
        name: new URL(response.url()).pathname.split('/').at(-1) ?? '',
        size: gzipSync(await response.body(), { level: 9 }).length,
      })),
  )
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  t.diagnostic(`${sizes.length} scripts, ${total} bytes with gzip`)
  assert.ok(sizes.length > 3, 'the scripts were seen')
  assert.ok(total > 50_000, 'and their content')
  assert.ok(total <= most, JSON.stringify(sizes.toSorted((a, b) => b.size - a.size)))
  assert.deepEqual(
    sizes.filter(({ name }) => later.test(name)),
    [],
  )
})
