import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { newLink, newSession, sessionNow } from '../kit/checkout.ts'
import { type CheckoutSite, openCheckoutSite } from '../kit/checkout-site.ts'
import { assertAccessible } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
let site: CheckoutSite
let browser: Browser
before(async () => {
  world = await openWorld({ RATE_CHECKOUT_CARDS_PER_ADDRESS_FACTOR: '100' })
  shop = await world.openShop()
  site = await openCheckoutSite(world)
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await site.close()
  await world.close()
})

interface Phone {
  readonly page: Page
  /** What the browser refused or could not do. */
  readonly complaints: string[]
}

/** The smallest phone. */
async function openPhone(t: TestContext, given: BrowserContextOptions = {}): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 320, height: 568 },
    locale: 'pt-BR',
    hasTouch: true,
    isMobile: true,
    ...given,
  })
  t.after(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    const isStatus = /status of (?:400|410|422)/.test(message.text())
    if (message.type() === 'error' && !isStatus) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints }
}

/** No serious finding, and nothing beyond the edge of the screen. */
async function look(page: Page): Promise<void> {
  await assertAccessible(page)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Número do cartão').pressSequentially(number)
  await page.getByLabel('Nome como está no cartão').fill('ANA TESTE')
  await page.getByLabel('Validade').pressSequentially('1231')
  await page.getByLabel('Código de segurança').fill('123')
}

const paid = (page: Page) => page.getByText('Pago', { exact: true }).first()

const salesOf = async (filter: string): Promise<readonly Sale[]> =>
  (await shop.call<Sale[]>('GET', `/api/user/transactions?limit=10&${filter}`)).body.data

test('a link on a phone is paid by PIX, and the page shows it by itself', async (t) => {
  const link = await newLink(shop, { redirectUrl: 'https://loja.example/obrigado' })
  const { page, complaints } = await openPhone(t)
  await page.goto(link.url)
  await look(page)
  assert.equal(await page.getByLabel('Número do cartão').isVisible(), false)
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await page.getByRole('img', { name: 'QR Code do PIX' }).waitFor()
  await look(page)
  const events = await page.evaluate<string>("document.body.getAttribute('data-events-url')")
  assert.match(events, /\/pay\/\w{24}\/events$/)
  // Without the stream the page would never learn of it: its polling is turned off.
  await page.route('**/status', (route) => route.abort())
  const code = await page.locator('#pix-code').textContent()
  await shop.pay(code ?? '')
  await page.getByRole('heading', { name: 'Pago' }).waitFor()
  await page.getByRole('link', { name: 'Continuar em loja.example' }).waitFor()
  await page.getByRole('link', { name: 'Ver comprovante' }).click()
  await page.getByText('Comprovante de pagamento PIX').waitFor()
  await look(page)
  assert.deepEqual(complaints, [])
})

test('a card is paid in three parts, with its brand as typed', async (t) => {
  const link = await newLink(shop, { amount: 30_00, quantity: { min: 1, max: 5 } })
  const { page, complaints } = await openPhone(t, { colorScheme: 'dark' })
  await page.goto(link.url)
  await page.getByLabel('Quantidade').fill('3')
  await page.getByText('Cartão de crédito').click()
  await look(page)
  await page.getByLabel('Número do cartão').click()
  await page.keyboard.type('4')
  assert.equal(await page.locator('#card-brand').textContent(), 'Visa')
  await page.getByLabel('Número do cartão').fill('')
  await typeCard(page, '4024007153760011')
  assert.equal(await page.getByLabel('Número do cartão').inputValue(), '4024 0071 5376 0011')
  assert.equal(await page.getByLabel('Validade').inputValue(), '12/31')
  await page.getByLabel('Parcelas').selectOption({ label: '3x de R$\u00a030,00' })
  await page.getByRole('button', { name: 'Pagar R$ 90,00' }).click()
  await paid(page).waitFor()
  await page.getByText('3 vezes').waitFor()
  await look(page)
  const [sale] = await salesOf(`paymentLinkId=${link.id}`)
  assert.deepEqual([sale?.amount, sale?.installments, sale?.status], [90_00, 3, 'PAID'])
  assert.deepEqual(complaints, [])
})

test('mistakes are found at their fields, a refused card says why, and another pays', async (t) => {
  const session = await newSession(shop, { title: 'Pedido 7' })
  const { page, complaints } = await openPhone(t)
  await page.goto(session.url)
  await page.getByText('Cartão de crédito').click()
  await page.getByLabel('Número do cartão').fill('4024 0071 5376 0012')
  await page.getByRole('button', { name: 'Pagar R$ 50,00' }).click()
  const summary = page.getByRole('alert')
  await summary.getByText('Confira 4 campos').waitFor()
  await look(page)
  assert.equal(await page.evaluate('document.activeElement.id'), 'summary')
  await summary.getByRole('link', { name: /O número do cartão não confere/ }).click()
  const number = page.getByRole('textbox', { name: 'Número do cartão' })
  assert.equal(await number.evaluate((input) => input === input.ownerDocument.activeElement), true)
  assert.equal(await number.inputValue(), '', 'the number is not shown again')
  await typeCard(page, '4024007153760052')
  await page.getByRole('button', { name: 'Pagar R$ 50,00' }).click()
  await page.getByText('Não aprovado').waitFor()
  await page.getByText(/Nada foi cobrado\. Confira os dados, use outro cartão/).waitFor()
  await look(page)
  await typeCard(page, '4024007153760011')
  await page.getByRole('button', { name: 'Pagar R$ 50,00' }).click()
  await paid(page).waitFor()
  assert.deepEqual(complaints, [])
})

test('a boleto is made, and left for a PIX', async (t) => {
  const session = await newSession(shop)
  const { page, complaints } = await openPhone(t)
  await page.goto(session.url)
  await page.getByText('Boleto', { exact: true }).click()
  await page.getByLabel('Nome completo').fill('Ana Teste')
  await page.getByLabel('CPF ou CNPJ').fill('111.444.777-35')
  await look(page)
  await page.getByRole('button', { name: 'Gerar boleto' }).click()
  await page.getByRole('button', { name: 'Copiar linha digitável' }).waitFor()
  await look(page)
  await page.getByRole('link', { name: 'Pagar de outra forma' }).click()
  await page.getByText('o código anterior deixa de valer').waitFor()
  await page.getByText('PIX', { exact: true }).click()
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  await page.getByRole('button', { name: 'Copiar código PIX' }).waitFor()
  const sales = await salesOf(`checkoutSessionId=${session.id}`)
  assert.deepEqual(
    sales.map(({ paymentMethod, status }) => [paymentMethod, status]),
    [
      ['PIX', 'WAITING_PAYMENT'],
      ['BOLETO', 'CANCELED'],
    ],
  )
  assert.deepEqual(complaints, [])
})

const byDevice = (page: Page) => page.getByRole('button', { name: 'Pagar com Device Pay' })

/** Holds the next request for a merchant session. Returns how to refuse it. */
async function holdFirstSession(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/device-pay',
    async (route) => {
      await held.promise
      await route.fulfill({ status: 400, json: { error: { code: 'validation-failed' } } })
    },
    { times: 1 },
  )
  return async () => {
    const refusal = page.waitForResponse((response) => response.status() === 400)
    held.resolve()
    await (await refusal).finished()
  }
}

async function confirmSheet(page: Page, card: string): Promise<void> {
  await page.getByRole('radio', { name: card }).check()
  await page.getByRole('button', { name: 'Clique duas vezes para pagar' }).dblclick()
}

test('Device Pay pays a link in three parts, after the page has asked who pays', async (t) => {
  const link = await newLink(shop, { amount: 90_00, description: 'Seis encontros' })
  const { page, complaints } = await openPhone(t, { colorScheme: 'dark' })
  await page.goto(link.url)
  assert.equal(await byDevice(page).isVisible(), false)
  await page.getByText('Device Pay', { exact: true }).click()
  assert.equal(await page.getByRole('button', { name: 'Gerar código PIX' }).isVisible(), false)
  await page.getByLabel('Parcelas').selectOption({ label: '3x de R$\u00a030,00' })
  await look(page)
  await byDevice(page).click()
  await page.getByRole('alert').getByText('Confira 2 campos').waitFor()
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Ana Teste')
  const document = page.getByRole('textbox', { name: 'CPF ou CNPJ' })
  await document.fill('111.444.777-36')
  // The sheet opens, and closes for what only the server knows.
  await byDevice(page).click()
  await page.getByRole('alert').getByText('O CPF ou CNPJ não confere').waitFor()
  await look(page)
  await document.fill('111.444.777-35')
  await byDevice(page).click()
  await page.getByRole('dialog').getByText('Loja Demonstração', { exact: true }).waitFor()
  await confirmSheet(page, 'Banco Serra')
  await paid(page).waitFor()
  await page.getByText('3 vezes').waitFor()
  await look(page)
  const [sale] = await salesOf(`paymentLinkId=${link.id}`)
  assert.deepEqual([sale?.amount, sale?.installments, sale?.status], [90_00, 3, 'PAID'])
  assert.deepEqual(complaints, [])
})

test('Device Pay is left, then refused, and a PIX pays', async (t) => {
  const customer = { name: 'Ana Teste', document: { type: 'CPF', number: '11144477735' } }
  const session = await newSession(shop, { title: 'Pedido 8', customer })
  const { page, complaints } = await openPhone(t, { locale: 'en-GB' })
  const button = page.getByRole('button', { name: 'Pay with Device Pay' })
  // At a hostname that the wallet does not know there is no button.
  await page.goto(session.url.replace(site.origin, world.baseUrl))
  await page.getByText('PIX', { exact: true }).waitFor()
  assert.equal(await page.getByText('Device Pay', { exact: true }).isVisible(), false)
  await page.goto(session.url)
  await page.getByText('Device Pay', { exact: true }).click()
  let forms = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'POST') forms += 1
  })
  const refuseFirst = await holdFirstSession(page)
  for (const isLate of [false, true]) {
    await button.click()
    // The session of the closed sheet is refused while another sheet is open: the page stays.
    if (isLate) await page.getByRole('radio', { name: 'Banco Litoral' }).check()
    if (isLate) await refuseFirst()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByText('Payment canceled. Nothing was charged.').waitFor()
  }
  await look(page)
  await button.click()
  await confirmSheet(page, 'Banco Litoral')
  await page.getByText('Not approved').waitFor()
  await page.getByText(/Nothing was charged\. Check the details, use another card/).waitFor()
  await look(page)
  await page.getByText('PIX', { exact: true }).click()
  await page.getByRole('button', { name: 'Create PIX code' }).click()
  await shop.pay((await page.locator('#pix-code').textContent()) ?? '')
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  assert.equal((await sessionNow(shop, session.id)).status, 'COMPLETED')
  assert.equal(forms, 1, 'that of the PIX')
  assert.deepEqual(complaints, [])
})

test('a lost response of Device Pay is asked for again, and nothing else is sent', async (t) => {
  const customer = { name: 'Ana Teste', document: { type: 'CPF', number: '11144477735' } }
  const session = await newSession(shop, { customer })
  const { page } = await openPhone(t)
  await page.goto(session.url)
  await page.getByText('Device Pay', { exact: true }).click()
  await page.route(
    /\/checkout\/\w+$/,
    async (route) => {
      // Only browsers know where every name under .localhost is.
      await route.fetch({ url: route.request().url().replace('pagar.localhost', '127.0.0.1') })
      await route.abort()
    },
    { times: 1 },
  )
  await byDevice(page).click()
  await confirmSheet(page, 'Banco Aurora')
  await page.getByText('Ainda não sabemos se o pagamento foi feito.').waitFor()
  assert.equal(await page.locator('#method-PIX').isDisabled(), true)
  // Another number would be another form, which does not get the result of the first.
  assert.equal(await page.getByLabel('Parcelas').isDisabled(), true)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await look(page)
  await page.getByRole('button', { name: 'Consultar a resposta' }).click()
  await paid(page).waitFor()
  assert.equal((await salesOf(`checkoutSessionId=${session.id}`)).length, 1)
})

test('after a rejection Device Pay pays at the second confirmation', async (t) => {
  const customer = { name: 'Ana Teste', document: { type: 'CPF', number: '11144477735' } }
  const session = await newSession(shop, { customer })
  const { page } = await openPhone(t)
  await page.goto(session.url)
  await page.getByText('Device Pay', { exact: true }).click()
  await shop.control('POST', '/faults', {
    ...{ provider: 'cielo', operation: 'sale', fault: 'error-401', times: 1 },
  })
  await byDevice(page).click()
  await confirmSheet(page, 'Banco Aurora')
  await page.locator('.device-pay-status', { hasText: 'Nada foi cobrado' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await byDevice(page).click()
  await confirmSheet(page, 'Banco Aurora')
  await paid(page).waitFor()
  assert.deepEqual(
    (await salesOf(`checkoutSessionId=${session.id}`)).map(({ status }) => status),
    ['PAID', 'CANCELED'],
  )
})

test('a second click sends nothing', async (t) => {
  const session = await newSession(shop)
  const { page } = await openPhone(t)
  await page.goto(session.url)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  const button = page.getByRole('button', { name: 'Gerar código PIX' })
  await button.evaluate((submit: { click(): void }) => {
    submit.click()
    submit.click()
  })
  await page.getByRole('button', { name: 'Copiar código PIX' }).waitFor()
  assert.equal(sent.filter((method) => method === 'POST').length, 1)
})

test('a used-up and an expired link are pages that say so', async (t) => {
  const used = await newLink(shop, { maxUses: 1 })
  const { page } = await openPhone(t)
  await page.goto(used.url)
  await page.getByText('Cartão de crédito').click()
  await typeCard(page, '4024007153760011')
  await page.getByRole('button', { name: 'Pagar R$ 50,00' }).click()
  await paid(page).waitFor()
  await page.goto(used.url)
  await page.getByRole('heading', { name: 'Este link já foi usado' }).waitFor()
  await look(page)
  const expiresAt = new Date(world.app.clock.now().getTime() + 60_000).toISOString()
  const ending = await newLink(shop, { expiresAt })
  await shop.advance('PT2M')
  await page.goto(ending.url)
  await page.getByRole('heading', { name: 'Este link expirou' }).waitFor()
  await look(page)
})

test('without JavaScript the form pays, and a refresh shows the payment', async (t) => {
  const link = await newLink(shop)
  const { page } = await openPhone(t, { javaScriptEnabled: false })
  await page.goto(link.url)
  assert.equal(await page.getByLabel('Número do cartão').isVisible(), false)
  assert.equal(await page.getByText('Device Pay', { exact: true }).isVisible(), false)
  await page.getByText('Cartão de crédito').click()
  assert.equal(await page.getByLabel('Número do cartão').isVisible(), true)
  assert.equal(await page.getByRole('button', { name: 'Pagar R$ 50,00' }).isVisible(), true)
  await page.getByText('PIX', { exact: true }).click()
  await page.getByRole('button', { name: 'Gerar código PIX' }).click()
  const code = await page.locator('#pix-code').textContent()
  await shop.pay(code ?? '')
  // The page reloads itself every ten seconds.
  await page.getByRole('heading', { name: 'Pago' }).waitFor({ timeout: 60_000 })
})
