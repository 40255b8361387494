import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { findViolations } from '../kit/accessibility.ts'
import { openBrowser } from '../kit/browser.ts'
import { openWorld, type World } from '../kit/gateway.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())
let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

interface Visit {
  readonly page: Page
  /** Violations of the content security policy, errors, and requests to other hosts. */
  readonly problems: string[]
}

async function visit(path: string, size = { width: 1280, height: 800 }): Promise<Visit> {
  const page = await browser.newPage({ viewport: size })
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!/^(?:data|blob):/.test(url) && !url.startsWith(world.baseUrl)) problems.push(url)
  })
  await page.goto(`${world.baseUrl}${path}`, { waitUntil: 'networkidle' })
  return { page, problems }
}

const kinds: Readonly<Record<string, string>> = {
  'the first page': '/docs',
  'a guide': '/docs/guides/webhooks',
  'a guide in English': '/docs/en/guides/webhooks',
  'the list of error codes': '/docs/errors',
  'an error code': '/docs/errors/validation-failed',
  'an event': '/docs/events/transaction.paid',
  'a setting': '/docs/settings/GUICHE_MODE',
}
for (const [name, path] of Object.entries(kinds))
  for (const theme of ['light', 'dark'] as const)
    test(`${name} is accessible in the ${theme} theme, and keeps the policy`, async (t) => {
      const { page, problems } = await visit(path)
      t.after(() => page.close())
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      const found = await findViolations(page)
      assert.deepEqual(
        found.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]),
        [],
      )
      assert.deepEqual(problems, [])
    })

test('a page fits a phone', async (t) => {
  for (const path of Object.values(kinds)) {
    const { page, problems } = await visit(path, { width: 390, height: 844 })
    t.after(() => page.close())
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, path)
    assert.deepEqual(problems, [])
  }
})

test('words of a program have colours', async (t) => {
  const { page } = await visit('/docs/guides/webhooks')
  t.after(() => page.close())
  const colours = await page.evaluate(
    `new Set([...document.querySelectorAll('.ec-line span')].map((each) =>
      getComputedStyle(each).color)).size`,
  )
  assert.ok(Number(colours) > 3, `${colours} colours`)
})

test('the search finds an error code, from this gateway alone', async (t) => {
  const { page, problems } = await visit('/docs')
  t.after(() => page.close())
  await page.locator('site-search button[data-open-modal]').click()
  await page.locator('.pagefind-ui__search-input').fill('possible-duplicate')
  const result = page.locator('.pagefind-ui__result-link[href*="errors/possible-duplicate"]')
  await result.first().waitFor()
  assert.deepEqual(problems, [])
})

test('the API reference has samples, and sends a request with the reader’s key', async (t) => {
  const shop = await world.openShop()
  const { page, problems } = await visit('/docs/api')
  t.after(() => page.close())
  await page.getByText('/api/user/transactions').first().waitFor()
  await page.locator('pre', { hasText: 'GUICHE_SECRET_KEY' }).first().waitFor()
  await page.getByPlaceholder('********').first().fill(shop.secretKey)
  await page
    .getByRole('button', { name: /^Testar Requisição/ })
    .first()
    .click()
  const sent = page.waitForResponse((response) => response.request().method() === 'POST')
  await page
    .getByRole('button', { name: /^Enviar/ })
    .first()
    .click()
  const response = await sent
  const { data } = (await response.json()) as { data: { status: string; paymentMethod: string } }
  assert.equal(new URL(response.url()).pathname, '/api/user/transactions')
  assert.deepEqual([response.status(), data.status], [200, 'WAITING_PAYMENT'])
  assert.deepEqual(problems, [])
})
