import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { openShop } from '../kit/shop.ts'

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

test('from the keyboard alone a person reaches a transaction, its list and a page', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const { accountId } = merchant
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'support',
  })
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 6_543, externalRef: 'pedido-771' })
  const { keyboard } = page
  const ask = async (text: string) => {
    await keyboard.press('Control+k')
    // It is shown before it has the focus, and keys before that go elsewhere.
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await keyboard.type(text)
  }
  const choose = async (name: RegExp) => {
    await page.getByRole('dialog').getByRole('button', { name }).waitFor()
    for (let step = 0; step < 20; step++) {
      const chosen = page.locator('[data-selected]')
      if ((await chosen.count()) > 0 && name.test((await chosen.textContent()) ?? '')) break
      await keyboard.press('ArrowDown')
    }
    await keyboard.press('Enter')
  }

  await open('/')
  await ask(sale.id)
  await choose(/R\$\s65,43/)
  await page.getByRole('heading', { name: 'R$ 65,43' }).waitFor()
  assert.match(page.url(), new RegExp(`/transactions/${sale.id}$`))

  await ask('pedido-771')
  await choose(/Buscar “pedido-771” nas transações/)
  await page.getByRole('heading', { name: 'Transações' }).waitFor()
  assert.match(page.url(), /\/transactions\?search=pedido-771$/)

  // Without accents, as people type.
  await ask('visao')
  await choose(/^Visão geral$/)
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
  assert.deepEqual(complaints, [])
})
