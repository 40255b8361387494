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

const given = {
  ...{ decision: 'contest', text: 'Entregue.', evidenceIds: [], answeredBy: null },
  ...{ givenAt: '2026-11-23T12:00:00.000Z', sentAt: null, rejectedReason: null },
}
const over = { answerBy: '2020-01-02T12:00:00.000Z', answer: null }

for (const [what, change, state] of [
  ['was answered', { answer: given }, 'Respondida'],
  ['is past its deadline', over, 'Prazo encerrado'],
] as const)
  test(`a dispute that ${what} takes no answer of the account or the operator`, async (t) => {
    const { merchant } = await disputedSale()
    const { accountId } = merchant
    for (const [place, path, link] of [
      [{ accountId, role: 'owner' }, '/disputes', /123,45/],
      [{ accountId: null, role: 'admin' }, '/operator/disputes', 'Loja Demonstração'],
    ] as const) {
      const options = { ...place, hasSecondFactor: true }
      const { page, open } = await visitDashboard(t, browser, world, options)
      await page.route(disputeRoutes, async (route) => {
        const response = await route.fetch()
        const { data, ...rest } = await response.json()
        const changed = (dispute: object) => ({ ...dispute, ...change })
        const changedData = Array.isArray(data) ? data.map(changed) : changed(data)
        await route.fulfill({ response, json: { ...rest, data: changedData } })
      })
      await open(path)
      const row = page.getByRole('row').filter({ has: page.getByText(state, { exact: true }) })
      const deadline = row.first().locator('[data-name="Responder até"]')
      assert.equal(await deadline.textContent(), '—')
      await row.first().getByRole('link', { name: link }).click()
      await page.getByRole('heading', { level: 1, name: /123,45/ }).waitFor()
      await page.getByText(state, { exact: true }).waitFor()
      for (const name of ['Contestar a disputa', 'Aceitar e devolver', 'Anexar documento'])
        assert.equal(await page.getByRole('button', { name }).count(), 0, name)
      assert.equal(await page.getByText(/^Responda até/).count(), 0)
      await assertAccessible(page)
    }
  })

/** The lists and pages of disputes, of the account and of the operator. */
const disputeRoutes =
  /\/api\/(user\/chargebacks|admin\/(accounts\/[^/]+\/)?disputes)(\/[^/?]+)?(\?.*)?$/
