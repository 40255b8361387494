import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, assertAudited, visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
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

/** A card sale that its holder disputes. */
async function disputedSale() {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const sale = await shop.sell({
    ...{ paymentMethod: 'CREDIT_CARD', amount: 12_345, installments: 1 },
    customer: { name: 'Ana Teste', email: 'ana@exemplo.com.br' },
    card: {
      number: '4024007153760011',
      holderName: 'ANA TESTE',
      expirationMonth: 12,
      expirationYear: 2031,
      cvv: '123',
    },
  })
  assert.equal(sale.status, 'PAID')
  const reference = sale.acquirer?.tid
  await shop.control('POST', '/disputes', { reference, kind: 'chargeback', action: 'open' })
  await shop.webhooks(sale.id, 2)
  return { merchant, shop, sale }
}

test('a merchant answers a chargeback with a document before its deadline', async (t) => {
  const { merchant, shop } = await disputedSale()
  const { accountId } = merchant
  const visitor = await visitDashboard(t, browser, world, { accountId, role: 'support' })
  const { page, open, complaints } = visitor
  await open('/disputes')
  await page.getByRole('link', { name: /123,45/ }).click()
  await page
    .getByRole('alert')
    .getByText(/Responda até/)
    .waitFor()
  await assertAccessible(page)

  await page.getByRole('button', { name: 'Contestar a disputa' }).click()
  await page.getByText('Escreva um texto ou anexe um documento.').waitFor()

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Anexar documento' }).click(),
  ])
  const name = 'entrega.pdf'
  const buffer = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
  await chooser.setFiles({ name, mimeType: 'application/pdf', buffer })
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'entrega.pdf' }).click()
  const file = await download
  assert.equal(file.suggestedFilename(), name)
  assert.deepEqual(await readFile(await file.path()), buffer)

  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^draft:/.test(key)).length)
  await page.getByLabel(/emissor ou o banco/).fill('Entregue em mãos no dia 3.')
  await page.reload()
  assert.equal(
    await page.getByLabel(/emissor ou o banco/).inputValue(),
    'Entregue em mãos no dia 3.',
  )
  assert.equal(await drafts(), 1)
  await page.getByRole('button', { name: 'Contestar a disputa' }).click()
  await page.getByText(/^Contestada/).waitFor()
  await until('the draft is gone', async () => (await drafts()) === 0)
  const { body } = await shop.call<readonly { id: string }[]>('GET', '/api/user/chargebacks')
  const id = body.data[0]?.id
  const detail = await shop.call<{
    readonly answer: { readonly decision: string; readonly evidenceIds: readonly string[] }
  }>('GET', `/api/user/chargebacks/${id}`)
  assert.equal(detail.body.data.answer.decision, 'contest')
  assert.equal(detail.body.data.answer.evidenceIds.length, 1)
  await assertAudited(visitor, '/audit?by=person', /^Pessoa \d+ respondeu à disputa da transação /)
  assert.deepEqual(complaints, [])
})

test('a person who only reads sees the dispute and cannot answer it', async (t) => {
  const { merchant } = await disputedSale()
  const { accountId } = merchant
  const visitor = await visitDashboard(t, browser, world, { accountId, role: 'read-only' })
  const { page, open } = visitor
  await open('/disputes')
  await page.getByRole('link', { name: /123,45/ }).click()
  await page
    .getByRole('alert')
    .getByText(/Responda até/)
    .waitFor()
  assert.equal(await page.getByRole('button', { name: 'Contestar a disputa' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Anexar documento' }).count(), 0)
})
