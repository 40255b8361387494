import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { errorPage, errorsPage } from '../../src/http/meta/error-pages.ts'
import { eventsPage } from '../../src/http/meta/event-catalogue.ts'
import { openApiFor } from '../../src/http/meta/openapi.ts'
import { referencePage } from '../../src/http/meta/reference-page.ts'
import { responses } from '../../src/http/rejection-responses.ts'
import { routes } from '../../src/http/routes.ts'
import { openBrowser } from '../kit/browser.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

const nonce = 'bm9uY2U='
const pages: Readonly<Record<string, string>> = {
  reference: referencePage(openApiFor(routes, 'https://pagamentos.loja.com.br'), { nonce }),
  'error codes': errorsPage({ nonce }),
  'one error': errorPage('not-found', responses['not-found'], { nonce }),
  events: eventsPage({ nonce }),
}
const sizes = [
  { width: 390, height: 844 },
  { width: 800, height: 800 },
  { width: 1280, height: 800 },
] as const

test('what descriptions have between backticks is shown as code', async (t) => {
  const page = await browser.newPage()
  t.after(() => page.close())
  await page.setContent(pages.reference ?? '')
  const section = page.locator('#postUserTransactions')
  assert.equal(
    await section.getByText('data.status', { exact: true }).evaluate(({ tagName }) => tagName),
    'CODE',
  )
  assert.doesNotMatch((await section.textContent()) ?? '', /`/)
})

/**
 * Status codes and names of events and objects that the page breaks into two lines. A code in kebab
 * case may break.
 */
const brokenNames = `[...document.querySelectorAll('td:first-child code, td a')]
  .filter((each) => /^[\\w.]+$/.test(each.textContent) && each.getClientRects().length > 1)
  .map((each) => each.textContent)`

for (const [name, html] of Object.entries(pages))
  for (const size of sizes) {
    test(`the page "${name}" fits a screen ${size.width} wide and is accessible`, async (t) => {
      const page = await browser.newPage({ viewport: size })
      t.after(() => page.close())
      await page.setContent(html)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), size.width)
      assert.deepEqual(await page.evaluate(brokenNames), [])
      await page.evaluate(axe.source)
      const violations =
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))'
      assert.deepEqual(await page.evaluate(violations), [])
    })
  }
