import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, visitDashboard } from '../kit/dashboard.ts'
import { examine } from '../kit/dashboard-pages.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { countLiveEvents } from '../kit/live-events.ts'
import { openShop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

test('the overview counts a paid sale at once, and shows the dispute to answer', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const { accountId } = merchant
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'owner',
  })
  const stream = page.waitForResponse(/\/api\/user\/events\/stream/)
  await open('/')
  await page.getByText(/^0 vendas/).waitFor()
  await page.getByText('Nada espera por você.').waitFor()
  await stream

  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 43_210 })
  const paid = await shop.pay(sale.pix?.qrcode ?? '')
  await page.getByText(/^1 venda /).waitFor()
  await page.getByText('R$ 432,10').first().waitFor()

  const reference = String(paid.body.endToEndId)
  await shop.control('POST', '/disputes', { reference, kind: 'med', action: 'open' })
  await page.getByRole('link', { name: /disputa de R\$ 432,10/ }).click()
  await page.getByRole('heading', { name: 'R$ 432,10' }).waitFor()
  const deadline = page.getByRole('alert').filter({ hasText: 'Responda até' })
  await deadline.getByText(/os bancos decidem pelo que o pagador informou\.$/).waitFor()
  await assertAccessible(page)
  const reader = await visitDashboard(t, browser, world, { accountId, role: 'read-only' })
  await reader.open('/')
  await reader.page.getByText(/^1 venda /).waitFor()
  await reader.page.getByText('Nada espera por você.').waitFor()

  await world.app.sql`
    update api_keys set expires_at = now() + interval '73 hours'
    where account_id = ${accountId} and kind = 'public'`
  await open('/')
  await page.getByRole('link', { name: /^A chave .* termina em 3 dias$/ }).click()
  await page.waitForURL(/\/developers\?key=/)
  await page.getByRole('dialog').getByText('Termina em breve').waitFor()
  assert.deepEqual(complaints, [])
})

test('what the page reads long after the last input of the person is marked', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'owner',
  })
  await page.clock.install()
  let marks: (string | undefined)[] = []
  page.on('request', (request) => {
    const isReading = request.url().includes('/api/user/overview')
    if (isReading) marks.push(request.headers()['guiche-automatic'])
  })
  await open('/')
  await page.getByText(/^0 vendas/).waitFor()
  assert.equal(marks[0], undefined)

  await page.clock.fastForward(61_000)
  // The page may set its next reading only now. After 15 minutes its login would end.
  await until('a reading is marked', async () => {
    await page.clock.fastForward(1_000)
    return marks.includes('1')
  })

  marks = []
  await until('a reading soon after an input is not marked', async () => {
    await page.keyboard.press('Shift')
    await page.clock.fastForward(25_000)
    return marks.includes(undefined)
  })
  assert.deepEqual(complaints, [])
})

test('events abort no reading of the overview, and all of them are in the last one', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const received = await countLiveEvents(page)
  const stream = page.waitForResponse(/\/api\/user\/events\/stream/)
  await open('/')
  await page.getByText(/^0 vendas/).waitFor()
  await stream
  const aborted: string[] = []
  page.on('requestfailed', (request) => aborted.push(request.url()))
  const release = Promise.withResolvers<void>()
  const overview = '**/api/user/overview*'
  await page.route(overview, async (route) => {
    await release.promise
    await route.continue()
  })
  for (const count of [1, 2, 3]) {
    const { pix } = await shop.sell({ paymentMethod: 'PIX', amount: 1_000 })
    await shop.pay(pix?.qrcode ?? '')
    await received(2 * count)
  }
  release.resolve()
  await page.getByText(/^3 vendas /).waitFor()
  assert.deepEqual(aborted, [])
})

test('the disputes of the operator can be read and opened on a narrow phone', async (t) => {
  const { page, open } = await visitDashboard(t, browser, world, {
    ...{ accountId: null, role: 'admin', hasSecondFactor: true, isPhone: true },
  })
  const dispute = (answerBy: string | null, amount: number) => ({
    ...{ id: crypto.randomUUID(), accountId: crypto.randomUUID(), kind: 'chargeback' },
    ...{ amount, answerBy },
  })
  const soon = new Date(world.app.clock.now().getTime() + 3_600_000).toISOString()
  await page.route('**/api/admin/overview', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const disputes = [dispute(soon, 123_456), dispute(null, 50_00)]
    await route.fulfill({ response, json: { ...rest, data: { ...data, disputes } } })
  })
  await page.setViewportSize({ width: 360, height: 800 })
  await open('/operator')
  const table = page.getByRole('table', { name: 'Disputas pelo prazo' })
  await table.getByRole('link', { name: 'R$ 1.234,56' }).waitFor()
  await table.getByRole('link', { name: 'R$ 50,00' }).waitFor()
  assert.equal(await examine('/operator', page), undefined)
})
