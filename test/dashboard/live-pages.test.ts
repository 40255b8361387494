import { after, before, test } from 'node:test'
import type { Browser, Route } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { countLiveEvents } from '../kit/live-events.ts'

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

const list = /\/api\/user\/transactions(?:\?|$)/

test('a sale during the first reading of an empty list is shown', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const received = await countLiveEvents(page)
  const first = holdFirst()
  await page.route(list, first.pass)
  const stream = page.waitForResponse(/\/api\/user\/events\/stream/)
  await open('/transactions')
  await first.read
  await stream
  await shop.sell({ paymentMethod: 'PIX', amount: 4_321 })
  await received(1)
  first.release()
  await page.getByRole('row').filter({ hasText: 'R$ 43,21' }).waitFor()
})

test('a reading that began before a payment does not put the row of before back', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const { pix } = await shop.sell({ paymentMethod: 'PIX', amount: 4_321 })
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const received = await countLiveEvents(page)
  const opening = Promise.withResolvers<void>()
  await page.route('**/api/user/events/stream*', async (route) => {
    await opening.promise
    await route.continue()
  })
  await open('/transactions')
  const row = page.getByRole('row').filter({ hasText: 'R$ 43,21' })
  await row.getByText('Aguardando', { exact: true }).waitFor()
  const second = holdFirst()
  await page.route(list, second.pass)
  // The list is read again when the stream opens.
  opening.resolve()
  await second.read
  await shop.pay(pix?.qrcode ?? '')
  await received(1)
  const ended = page.waitForResponse(list)
  second.release()
  await (await ended).finished()
  await page.evaluate('new Promise(requestAnimationFrame)')
  await row.getByText('Paga', { exact: true }).waitFor()
})

test('a payment is in the statement of an open balance', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const stream = page.waitForResponse(/\/api\/user\/events\/stream/)
  await open('/balance')
  await page.getByText('Nenhum lançamento neste mês.').waitFor()
  await stream
  const { id, pix } = await shop.sell({ paymentMethod: 'PIX', amount: 4_321 })
  await shop.pay(pix?.qrcode ?? '')
  await page.locator(`a[href$="/transactions/${id}"]`).first().waitFor()
})

/** Keeps the first response of a route back, as the gateway made it, until it is released. */
function holdFirst() {
  const read = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isFirst = true
  return {
    read: read.promise,
    release: () => released.resolve(),
    async pass(route: Route) {
      if (!isFirst) return route.continue()
      isFirst = false
      const response = await route.fetch()
      read.resolve()
      await released.promise
      return route.fulfill({ response })
    },
  }
}
