import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { visitDashboard } from '../kit/dashboard.ts'
import { openDispute, paidPix } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson } from '../kit/person.ts'

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

test('a month whose receivables cannot be read shows why, and no sums of another', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  await open('/balance?book=pending')
  const sums = page.getByText(/^Neste mês/)
  await sums.waitFor()
  const calendar = page.locator('section', { hasText: 'Quando o dinheiro chega' })
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/user/receivables/calendar?*', async (route) => {
    await answer.promise
    await route.fulfill(refused)
  })
  await calendar.getByRole('button', { name: 'Mês seguinte' }).click()
  await sums.waitFor({ state: 'detached' })
  answer.resolve()
  await calendar.getByRole('alert').getByText('Recusado.').waitFor()
  assert.equal(await sums.count(), 0)
})

test('an account that cannot be chosen stays, with a message', async (t) => {
  const first = await world.newMerchant()
  const second = await world.newMerchant()
  const { page, open, email } = await visitDashboard(t, browser, world, {
    accountId: first.accountId,
    role: 'owner',
  })
  await newPerson(world.app, { accountId: second.accountId, role: 'owner', email })
  await page.route('**/api/auth/account', (route) => route.fulfill(refused))
  await open('/')
  await page.getByRole('combobox', { name: 'Conta' }).click()
  await page.getByRole('option', { selected: false }).click()
  await page.getByText('A conta não mudou. Tente de novo.').waitFor()
})

test('a search or a chart that cannot be loaded leaves the page', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page, load } = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  await page.route(/search-dialog|sales-chart/, (route) => route.abort())
  await load('/')
  await page.getByText('Esta parte da página não carregou.').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByText('A busca não carregou.').waitFor()
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
  await page.getByText(/^0 vendas/).waitFor()
})

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
