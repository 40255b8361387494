import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
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
const later = ['search-dialog', 'period-filter']

/**
 * Left out of the sum: the number of the overview is a text, which is shown before the chart is
 * loaded.
 */
const chart = 'sales-chart'

const isOf = (part: string, name: string): boolean => name.startsWith(`${part}-`)

test('the overview shows its first number after at most 250 kB of script', async (t) => {
  const { accountId } = await world.newMerchant()
  const visited = await visitDashboard(t, browser, world, { accountId, role: 'finance' })
  // A page of its own: a page that is left has no bodies of its last responses any more.
  const page = await visited.page.context().newPage()
  const scripts: Response[] = []
  let isDrawn = false
  page.on('response', (response) => {
    if (!isDrawn && new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  await page.goto(`${world.baseUrl}/dashboard/`)
  await page.getByText(/^0 vendas/).waitFor()
  isDrawn = true
  // A name that no file has would make the checks below pass.
  const built = await readdir(join(import.meta.dirname, '../../dashboard/dist/assets'))
  for (const part of [...later, chart])
    assert.ok(
      built.some((name) => isOf(part, name) && name.endsWith('.js')),
      part,
    )
  const sizes = await Promise.all(
    scripts.map(async (response) => ({
      name: new URL(response.url()).pathname.split('/').at(-1) ?? '',
      size: gzipSync(await response.body(), { level: 9 }).length,
    })),
  )
  const waitedFor = sizes.filter(({ name }) => !isOf(chart, name))
  const total = waitedFor.reduce((sum, { size }) => sum + size, 0)
  t.diagnostic(`${waitedFor.length} scripts, ${total} bytes with gzip`)
  assert.ok(waitedFor.length > 3, 'the scripts were seen')
  assert.ok(total > 50_000, 'and their content')
  assert.ok(total <= most, JSON.stringify(waitedFor.toSorted((a, b) => b.size - a.size)))
  assert.deepEqual(
    sizes.filter(({ name }) => later.some((part) => isOf(part, name))),
    [],
  )
})
