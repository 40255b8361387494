import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { visitDashboard } from '../kit/dashboard.ts'
import { openDispute, paidPix } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'

/* What a page shows when a request or a part of it fails. */

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

const refused = {
  status: 400,
  json: { message: 'Recusado.', data: null, error: { code: 'refused', message: 'Recusado.' } },
}

test('a document whose upload failed is chosen again, or sent again', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const dispute = await openDispute(shop, await paidPix(shop, 123_45))
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'support' })
  await open(`/disputes/${dispute.id}`)
  const field = page.locator('input[type=file]')
  await page.route('**/evidence?*', (route) => route.fulfill(refused))
  const buffer = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
  await field.setInputFiles({ name: 'contrato.pdf', mimeType: 'application/pdf', buffer })
  await page.getByRole('alert').getByText('Recusado.').waitFor()
  assert.equal(
    await field.inputValue(),
    '',
    'a browser reports the same file only of an empty field',
  )
  await page.unroute('**/evidence?*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.getByRole('link', { name: 'contrato.pdf' }).waitFor()
})
