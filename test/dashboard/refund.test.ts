import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, assertAudited, visitDashboard } from '../kit/dashboard.ts'
import { examine } from '../kit/dashboard-pages.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPersonWithApp } from '../kit/person.ts'
import { openShop } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'

const card = {
  ...{ number: '4111111111111111', holderName: 'ANA TESTE', cvv: '123' },
  ...{ expirationMonth: 12, expirationYear: 2031 },
}
const customer = { name: 'Ana Teste', email: 'ana@exemplo.com.br' }

const tooMany = {
  ...{ status: 429, message: 'Espere um momento.', data: null },
  error: { code: 'rate-limited', message: 'Espere um momento.' },
}

const tooLate = {
  ...{ status: 400, message: 'Envie pixKey.', data: null },
  error: { code: 'refund-too-late', message: 'Envie pixKey.', field: 'pixKey' },
}

const keyInvalid = {
  ...{ status: 400, message: 'Chave inválida.', data: null },
  error: { code: 'pix-key-invalid', message: 'Chave inválida.', field: 'pixKey' },
}

const duplicate = {
  ...{ status: 409, message: 'Um pedido igual foi feito.', data: null },
  error: { code: 'possible-duplicate', message: 'Um pedido igual foi feito.' },
}

const quoteOf = (amount: number) => ({
  ...{ status: 200, message: '', error: null },
  data: {
    ...{ amount, remainingAmount: 0, returnedFee: 0, keptFee: 0, cost: amount },
    takenFrom: [{ book: 'available', amount, receivableId: null }],
  },
})

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

test('half of a card sale is refunded, and the page shows its cost and its entries', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  // A refund of all of one sale needs more than the sale left after its fee.
  const other = await shop.sell({ amount: 50_00, paymentMethod: 'PIX', customer })
  await shop.pay(other.pix?.qrcode ?? '')
  const sale = await shop.sell({
    ...{ amount: 200_00, paymentMethod: 'CREDIT_CARD', installments: 2, card, customer },
    items: [{ title: 'Tênis azul', unitPrice: 200_00, quantity: 1, tangible: true }],
  })
  const visitor = await visitDashboard(t, browser, world, {
    accountId: merchant.accountId,
    role: 'owner',
    hasSecondFactor: true,
  })
  const { page, open, complaints } = visitor
  await open(`/transactions/${sale.id}`)
  await page.getByRole('heading', { name: 'R$ 200,00' }).waitFor()
  await page.getByText('Pagamento confirmado').first().waitFor()
  await page.getByText('Tênis azul').waitFor()
  // Who made each step, and what the acquirer answered.
  const steps = page.locator('section').filter({ hasText: 'Linha do tempo' })
  await steps
    .getByText(/· chave /)
    .first()
    .waitFor()
  await steps.getByText(/^Código da adquirente \S+$/).waitFor()
  await steps.getByText(/^NSU \d+$/).waitFor()
  await assertAccessible(page)

  await page.getByRole('button', { name: 'Devolver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Devolver ao pagador' })
  await dialog.getByText('Uma parte').click()
  await dialog.getByLabel('Valor a devolver').fill('500')
  await dialog.getByText('No máximo R$ 200,00').waitFor()
  await dialog.getByLabel('Valor a devolver').fill('100')
  await dialog.getByText('Sai do saldo disponível').waitFor()
  await dialog.getByText('Sai do que está a receber').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Devolver R$ 100,00' }).click()

  await page.getByText('Devolução registrada.').waitFor()
  await page.getByText('Parte do pagamento devolvida').first().waitFor()
  const refunded = steps.locator('.mantine-Timeline-item').filter({ hasText: 'Devolução pedida' })
  await refunded.getByText(/· Pessoa \d+$/).waitFor()
  await page.getByRole('row').filter({ hasText: 'Devolução ao pagador' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Devolução: valor reservado' }).first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await examine('the sale on a phone', page), undefined)
  await page.setViewportSize({ width: 1280, height: 860 })

  // What was refunded is gone from the balance, and the statement says by which entries.
  const balance = await shop.call<{ pending: number; available: number }>(
    'GET',
    '/api/user/wallet/balance',
  )
  const { pending } = balance.body.data
  await open('/balance?book=pending')
  const shown = `R$ ${(pending / 100).toFixed(2).replace('.', ',')}`
  await page.getByRole('tab', { name: `A receber ${shown}` }).waitFor()
  const statement = page.getByRole('table', { name: 'Extrato' })
  await statement.getByRole('link', { name: 'Devolução: valor reservado' }).first().click()
  await page.getByRole('heading', { name: 'R$ 200,00' }).waitFor()
  const refund = new RegExp(`^Pessoa \\d+ pediu uma devolução da transação ${sale.id}\\.$`)
  await assertAudited(visitor, '/audit?by=person', refund)
  assert.deepEqual(complaints, [])
})

test('a refund whose answer was lost is made once, also after too many requests', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const sale = await shop.sell({
    ...{ amount: 200_00, paymentMethod: 'CREDIT_CARD', installments: 1, card, customer },
  })
  const { page, open } = await visitDashboard(t, browser, world, {
    accountId: merchant.accountId,
    role: 'owner',
    hasSecondFactor: true,
  })
  let attempts = 0
  await page.route('**/refund', async (route) => {
    attempts += 1
    if (attempts > 2) return route.continue()
    if (attempts === 2) return route.fulfill({ status: 429, json: tooMany })
    await route.fetch()
    return route.abort()
  })
  const dialog = page.getByRole('dialog', { name: 'Devolver ao pagador' })
  const refund = async () => {
    await page.getByRole('button', { name: 'Devolver' }).click()
    await dialog.getByText('Uma parte').click()
    await dialog.getByLabel('Valor a devolver').fill('50')
    // The quote makes the dialog longer: a click in that moment misses the button.
    await dialog.getByText(/Depois ainda restam R\$\s1[05]0,00/).waitFor()
    await dialog.getByRole('button', { name: 'Devolver R$ 50,00' }).click()
  }
  await open(`/transactions/${sale.id}`)
  await refund()
  await dialog.getByText('O gateway não respondeu.', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await refund()
  await dialog.getByText(tooMany.message).waitFor()
  await dialog.getByRole('button', { name: 'Devolver R$ 50,00' }).click()
  await page.getByText('Devolução registrada.').waitFor()
  assert.equal(attempts, 3)
  const { refunds } = (await shop.find(sale.id)) as unknown as { readonly refunds: object[] }
  assert.equal(refunds.length, 1)
})

test('a refund is confirmed only beside its own cost', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  // A refund of all of one sale needs more than the sale left after its fee.
  const other = await shop.sell({ amount: 50_00, paymentMethod: 'PIX', customer })
  await shop.pay(other.pix?.qrcode ?? '')
  const sale = await shop.sell({
    ...{ amount: 200_00, paymentMethod: 'CREDIT_CARD', installments: 1, card, customer },
  })
  const { page, open } = await visitDashboard(t, browser, world, {
    accountId: merchant.accountId,
    role: 'owner',
  })
  const quotes = Promise.withResolvers<void>()
  await page.route('**/refund/quote', async (route) => {
    if (route.request().postDataJSON().amount !== undefined) await quotes.promise
    await route.continue()
  })
  await open(`/transactions/${sale.id}`)
  await page.getByRole('button', { name: 'Devolver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Devolver ao pagador' })
  await dialog.getByRole('button', { name: 'Devolver R$ 200,00' }).waitFor()
  await dialog.getByText('Uma parte').click()
  await dialog.getByLabel('Valor a devolver').fill('50')
  const confirm = dialog.getByRole('button', { name: 'Devolver R$ 50,00' })
  await confirm.waitFor()
  // Its cost is not known yet: the one on the screen is that of 200 reais.
  assert.equal(await confirm.isDisabled(), true)
  quotes.resolve()
  await dialog.getByText(/Depois ainda restam R\$\s150,00/).waitFor()
  await until('the refund can be confirmed', () => confirm.isEnabled())
})

test('the page of a PIX with a due date shows what the day of the payment changes', async (t) => {
  const shop = await world.openShop()
  const today = Temporal.Now.plainDateISO('America/Sao_Paulo')
  const [date, until] = [20, 5].map((days) => today.add({ days }).toString())
  const sale = await shop.sell({
    ...{ amount: 200_00, paymentMethod: 'PIX' },
    customer: { name: 'Ana Souza', document: { type: 'CPF', number: '52998224725' } },
    pix: {
      due: {
        date,
        fine: { basisPoints: 200 },
        interest: { basisPoints: 33, per: 'MONTH' },
        discounts: [{ until, amount: 7_00 }],
        rebate: { amount: 1_00 },
      },
    },
  })
  const { accountId } = shop
  for (const [language, texts] of [
    ['pt', ['Multa por atraso', '2%', '0,33% ao mês', 'R$ 7,00', 'Abatimento', 'R$ 1,00']],
    ['en', ['Fine if late', '2%', '0.33% a month', 'R$ 7.00', 'Rebate', 'R$ 1.00']],
  ] as const) {
    const { page, open } = await visitDashboard(t, browser, world, {
      ...{ accountId, role: 'owner', language },
    })
    await open(`/transactions/${sale.id}`)
    for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor()
    await assertAccessible(page)
  }
})

test('the key of the payer stays in its field while a quote is read and after it', async (t) => {
  const { page, dialog, open } = await refundOfOldPix(t)
  const key = dialog.getByLabel('Chave PIX do pagador')
  let isAway = false
  await page.route('**/refund/quote', async (route) => {
    const { pixKey } = route.request().postDataJSON()
    // These quotes do not arrive.
    if (pixKey === 'ana@' || isAway) return
    if (pixKey === customer.email) return route.fulfill({ json: quoteOf(50_00) })
    return route.fulfill({ status: 400, json: pixKey === undefined ? tooLate : keyInvalid })
  })
  const quoteRequest = (pixKey: string | undefined) =>
    page.waitForRequest(
      (request) =>
        request.url().endsWith('/refund/quote') && request.postDataJSON().pixKey === pixKey,
    )
  await open()
  await key.click()
  const ofPart = quoteRequest('ana@')
  await page.keyboard.type('ana@')
  await ofPart
  assert.equal(await key.count(), 1)
  await page.keyboard.type('exemplo.com.br')
  await dialog.getByRole('button', { name: 'Devolver R$ 50,00' }).waitFor()
  assert.equal(await key.count(), 1)
  assert.equal(await key.inputValue(), customer.email)

  isAway = true
  const ofNone = quoteRequest(undefined)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await ofNone
  await page.keyboard.type('maria')
  assert.equal(await key.inputValue(), 'maria')
})

test('a refund without a quote asks for the key, and for a second equal refund', async (t) => {
  const permissions = ['transactions:read', 'transactions:refund']
  const { page, dialog, open } = await refundOfOldPix(t, permissions)
  const bodies: object[] = []
  await page.route('**/refund', async (route) => {
    const body = route.request().postDataJSON()
    bodies.push(body)
    if (body.pixKey === undefined) return route.fulfill({ status: 400, json: tooLate })
    return body.confirmDuplicate
      ? route.fulfill({ json: { status: 200, message: '', data: {}, error: null } })
      : route.fulfill({ status: 409, json: duplicate })
  })
  await open()
  const confirm = dialog.getByRole('button', { name: 'Devolver', exact: true })
  await confirm.click()
  await dialog.getByLabel('Chave PIX do pagador').fill(customer.email)
  await confirm.click()
  await dialog.getByLabel('É mesmo outra devolução igual').check()
  await assertAccessible(page)
  await confirm.click()
  await page.getByText('Devolução registrada.').waitFor()
  const pixKey = customer.email
  assert.deepEqual(bodies, [
    { confirmDuplicate: false },
    { pixKey, confirmDuplicate: false },
    { pixKey, confirmDuplicate: true },
  ])
})

test('a person confirms a part that was refunded a moment ago', async (t) => {
  const shop = await world.openShop()
  const sale = await shop.sell({ amount: 50_00, paymentMethod: 'PIX', customer })
  await shop.pay(sale.pix?.qrcode ?? '')
  const { page, open } = await visitDashboard(t, browser, world, {
    ...{ accountId: shop.accountId, role: 'owner' },
  })
  await open(`/transactions/${sale.id}`)
  await page.getByRole('button', { name: 'Devolver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Devolver ao pagador' })
  await dialog.getByText('Uma parte').click()
  await dialog.getByLabel('Valor a devolver').fill('20')
  const confirm = dialog.getByRole('button', { name: 'Devolver R$ 20,00' })
  await confirm.waitFor()
  // Another person refunds the same part.
  const path = `/api/user/transactions/${sale.id}`
  assert.equal((await shop.call('POST', `${path}/refund`, { amount: 20_00 })).http, 200)
  await confirm.click()
  const again = dialog.getByLabel('É mesmo outra devolução igual')
  await again.waitFor()
  const refunds = async () => {
    const { data } = (await shop.call<{ refunds: object[] }>('GET', path)).body
    return data.refunds.length
  }
  assert.equal(await refunds(), 1)
  await again.check()
  await confirm.click()
  await page.getByText('Devolução registrada.').waitFor()
  assert.equal(await refunds(), 2)
})

/** A person at the page of a paid PIX. `open` opens its page and the dialog of its refund. */
async function refundOfOldPix(t: TestContext, permissions?: readonly string[]) {
  const shop = await world.openShop()
  const { accountId } = shop
  const sale = await shop.sell({ amount: 50_00, paymentMethod: 'PIX', customer })
  await shop.pay(sale.pix?.qrcode ?? '')
  const { browser: owner } = await newPersonWithApp(world, { accountId, role: 'owner' })
  const role =
    permissions && (await owner.post('/api/user/roles', { name: 'Devoluções', permissions })).data
  const { page, open } = await visitDashboard(t, browser, world, {
    accountId,
    role: role?.role ?? 'owner',
  })
  return {
    page,
    dialog: page.getByRole('dialog', { name: 'Devolver ao pagador' }),
    async open() {
      await open(`/transactions/${sale.id}`)
      await page.getByRole('button', { name: 'Devolver' }).click()
    },
  }
}
