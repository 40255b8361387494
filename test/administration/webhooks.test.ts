import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, assertAudited, visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { openReceiver } from '../kit/receiver.ts'
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

test('a developer adds an endpoint, stores its secret, and repeats failed webhooks', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const server = await openReceiver()
  t.after(() => server.close())
  const { accountId } = merchant
  const visitor = await visitDashboard(t, browser, world, {
    accountId,
    role: 'developer',
    hasSecondFactor: true,
  })
  const { page, open, complaints } = visitor

  await open('/webhooks')
  await page.getByRole('button', { name: 'Novo endereço' }).first().click()
  await page.getByLabel('Endereço', { exact: true }).fill('isto não é um endereço')
  await page.getByLabel('Eventos').fill('transaction.*')
  await page.getByLabel('Endereço', { exact: true }).fill(`${server.url}/loja`)
  await page.getByRole('dialog').getByRole('button', { name: 'Novo endereço' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByText(/^whsec_/).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: server.url }).click()
  server.answerWith(500)
  await page.getByRole('button', { name: 'Enviar teste' }).click()
  await page.getByText('O teste falhou: o endereço respondeu 500.').waitFor()
  await open('/webhooks')
  server.answerWith(429) // The next attempt by itself comes a minute later.
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 1_234 })
  await server.of(sale.id, 1)

  await page.getByRole('tab', { name: 'Entregas' }).click()
  const row = page.getByRole('row').filter({ hasText: 'loja' })
  await row.getByText('429').waitFor()
  await page.getByRole('button', { name: 'Reenviar um período' }).click()
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await page.getByText('1 entrega recomeçou.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click()
  await server.of(sale.id, 2)

  await row.getByRole('link').click()
  await page.getByText('Tentativa 2').waitFor()
  await page.getByText('Entregue').waitFor()
  await assertAccessible(page)
  await assertAudited(
    visitor,
    '/audit?by=person',
    /^Pessoa \d+ criou o endereço de webhook \S+\.$/,
    /^Pessoa \d+ repetiu entregas de webhook da conta .+\.$/,
  )
  assert.deepEqual(complaints, [])
})
