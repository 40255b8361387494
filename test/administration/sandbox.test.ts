import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, visitDashboard } from '../kit/dashboard.ts'
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

test('a person pays a charge, is refused for a wrong amount, and disputes it', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const { accountId } = merchant
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'owner',
  })
  const first = await shop.sell({ paymentMethod: 'PIX', amount: 7_700 })
  const second = await shop.sell({ paymentMethod: 'PIX', amount: 8_800 })

  await open('/')
  await page.getByRole('link', { name: 'Sandbox' }).click()
  const row = page.getByRole('row').filter({ hasText: 'R$ 77,00' })
  await row.getByText('Aguardando').waitFor()
  await row.getByRole('button', { name: 'Pagar R$ 77,00' }).click()
  await row.getByText('Paga', { exact: true }).waitFor()
  assert.equal((await shop.find(first.id)).status, 'PAID')

  await page.getByLabel('Código').fill(second.pix?.qrcode ?? '')
  await page.getByText('pode ser paga').waitFor()
  await page.getByLabel('Outro valor (opcional)').fill('1,00')
  await page.getByRole('button', { name: 'Pagar o código' }).click()
  await page.getByRole('alert', { name: 'Não deu certo' }).waitFor()
  assert.equal((await shop.find(second.id)).status, 'WAITING_PAYMENT')
  await page.getByLabel('Outro valor (opcional)').fill('')
  await page.getByRole('button', { name: 'Pagar o código' }).click()
  await page.getByText(/^Pago: R\$\s88,00\. E/).waitFor()

  await page.getByRole('combobox', { name: 'Pagamento' }).click()
  await page.getByRole('option', { name: /R\$ 77,00/ }).click()
  await page.getByRole('button', { name: 'Fazer acontecer' }).click()
  await page.getByText(/espera a resposta do lojista/).waitFor()
  await row.getByText('Em disputa').waitFor()
  await assertAccessible(page)
  assert.deepEqual(complaints, [])
})

test('a person moves the clock, causes a fault and sees the calls of the providers', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const { accountId } = merchant
  const { page, open, load, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'owner',
  })
  await shop.sell({ paymentMethod: 'PIX', amount: 1_100 })
  await open('/sandbox')
  await page.getByRole('cell', { name: 'cob.create' }).first().waitFor()

  await page.getByRole('button', { name: 'Causar a falha' }).click()
  await page.getByRole('button', { name: 'Tirar todas' }).waitFor()
  const { waiting } = await shop.control<{ waiting: readonly unknown[] }>('GET', '/faults')
  assert.equal(waiting.length, 1)
  await page.getByRole('button', { name: 'Tirar todas' }).click()
  await page.getByText('Nenhuma falha espera.').waitFor()

  await page.getByRole('button', { name: '+ 30 dias' }).click()
  await page.getByText(/^Cobrança cancelada ou vencida.*: 1$/).waitFor()
  await assertAccessible(page)

  // The last month of the statement is that of the gateway, whatever the browser's clock says.
  await page.clock.setSystemTime('2025-02-03T12:00:00Z')
  await load('/balance')
  const { now } = await shop.control<{ readonly now: string }>('GET', '/clock')
  const month = new Intl.DateTimeFormat('pt-BR', {
    ...{ timeZone: 'America/Sao_Paulo', month: 'long', year: 'numeric' },
  }).format(new Date(now))
  await page.getByRole('main').getByText(month, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Mês seguinte' }).and(page.locator(':disabled')).waitFor()
  // And so is the month with which a calendar opens.
  await load('/transactions')
  await page.getByRole('button', { name: 'Período' }).click()
  const calendar = page.getByRole('dialog', { name: 'Período' })
  await calendar.getByRole('button', { name: month.replace(' de ', ' '), exact: true }).waitFor()
  assert.deepEqual(complaints, [])
})
