import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import { type DemoShop, startShop } from '../../sandbox/shop/start-shop.ts'
import type { Wallet } from '../../sandbox/wallet/start-wallet.ts'
import { addProvider } from '../../src/accounts/add-provider.ts'
import { openBrowser, stopClock } from '../kit/browser.ts'
import { moveTo } from '../kit/device-pay.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

/*
 * A payer in the demo shop: the button, the sheet, the gateway, the acquirer, and the text that the
 * page shows at the end.
 */

let world: World
let browser: Browser
let shop: DemoShop
let merchant: Shop
before(async () => {
  // Names of the outside lead to this machine, so that a page of any shop can be opened here.
  browser = await openBrowser('--host-resolver-rules=MAP *.com.br 127.0.0.1')
  world = await openWorld({ RATE_SESSIONS_PER_HOST: '40' })
  merchant = await world.openShop()
  shop = await startShop({
    home: world.home,
    host: '127.0.0.1',
    baseUrl: world.baseUrl,
    sandboxUrl: world.sandbox.controlUrl,
    secretKey: merchant.secretKey,
    publicKey: merchant.publicKey,
    postbackUrl: `${world.receiver.url}/webhook`,
  })
})
after(async () => {
  await browser.close()
  await shop.stop()
  await world.close()
})

test('the shop registered its hostname and its file was found', () => {
  assert.deepEqual(shop.readiness(), { ready: true })
})

test('a payer confirms on the sheet, the page shows PAID, the webhook arrives', async (t) => {
  const { page, complaints } = await visit(t)
  await openSheet(page)
  await confirm(page)
  await shows(page, 'paid', 'Pagamento aprovado.')
  assert.equal(await page.getByRole('button', { name: 'Pagar com Device Pay' }).isDisabled(), true)
  const [sale] = await sales()
  assert.deepEqual([sale?.status, sale?.amount, sale?.paymentMethod], ['PAID', 8900, 'CREDIT_CARD'])
  const [notice] = await world.receiver.of(sale?.id ?? '', 1)
  assert.equal(notice?.body.data.status, 'PAID')
  assert.deepEqual(complaints, [])
})

test('a refusal is shown, and the payer may pay with another card', async (t) => {
  const { page } = await visit(t)
  await openSheet(page)
  await confirm(page, 'Banco Litoral')
  await shows(
    page,
    'refused',
    'Pagamento recusado. Nada foi cobrado. Tente outro cartão ou outra forma de pagamento.',
  )
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await openSheet(page)
  await confirm(page, 'Banco Serra')
  await shows(page, 'paid', 'Pagamento aprovado.')
})

test('a payment in analysis is shown with the warning not to pay again', async (t) => {
  const { page } = await visit(t)
  await openSheet(page)
  await confirm(page, 'Banco Cerrado')
  await shows(page, 'analysis', 'Seu pagamento está em análise. Não pague de novo: a loja avisará')
  assert.equal(await page.getByRole('button', { name: 'Pagar com Device Pay' }).isDisabled(), true)
  assert.equal((await sales())[0]?.status, 'WAITING_PAYMENT')
})

test('a payer who closes the sheet is not charged and may start again', async (t) => {
  const { page } = await visit(t)
  const before = (await sales()).length
  await openSheet(page)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await shows(page, 'cancelled', 'Pagamento cancelado. Nada foi cobrado.')
  await openSheet(page)
  assert.equal((await sales()).length, before)
})

test('a payer who closes the sheet after confirming sees the result of one charge', async (t) => {
  const { page } = await visit(t)
  const before = (await sales()).length
  const held = hold(page, '**/comprar')
  await openSheet(page)
  await confirm(page)
  const route = await held
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('button', { name: 'Pagar com Device Pay' }).isDisabled(), true)
  assert.equal(
    await page.evaluate(
      `DevicePay.pay({ ...settings, createTransaction() {} }).then((r) => r.code)`,
    ),
    'in-progress',
  )
  await route.continue()
  await shows(page, 'paid', 'Pagamento aprovado.')
  assert.equal((await sales()).length, before + 1)
})

test('after a lost response the same authorisation is sent again first', async (t) => {
  const { page } = await visit(t)
  const before = (await sales()).length
  await page.route(
    '**/comprar',
    async (route) => {
      // Only browsers know where every name under .localhost is.
      await route.fetch({ url: route.request().url().replace('loja.localhost', '127.0.0.1') })
      await route.abort()
    },
    { times: 1 },
  )
  await openSheet(page)
  await confirm(page)
  await shows(page, 'unknown', 'Ainda não sabemos se o pagamento foi feito.')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Consultar a resposta' }).click()
  await shows(page, 'paid', 'Pagamento aprovado.')
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal((await sales()).length, before + 1)
})

test('a response after the timeout of the sheet still counts', async (t) => {
  const { page } = await visit(t)
  await stopClock(page)
  const held = hold(page, '**/comprar')
  await openSheet(page)
  await confirm(page)
  await page.clock.runFor(1_000)
  const route = await held
  await page.clock.runFor(28_500)
  await page.getByText('Pagamento não concluído').waitFor()
  await route.continue()
  await shows(page, 'paid', 'Pagamento aprovado.')
})

test('a page has 30 s after the authorisation, then the device ends the sheet', async (t) => {
  const { page } = await visit(t)
  await stopClock(page)
  await page.evaluate('DevicePaySession.prototype.completePayment = () => undefined')
  const held = hold(page, '**/comprar')
  await openSheet(page)
  await confirm(page)
  await page.clock.runFor(1_000)
  await held
  await page.clock.runFor(29_800)
  assert.equal(await page.getByText('Processando…').isVisible(), true)
  await page.clock.runFor(300)
  await page.getByText('Pagamento não concluído').waitFor()
})

test('a session that expired before the payer confirmed is reported', async (t) => {
  const { page } = await visit(t)
  await stopClock(page)
  await openSheet(page)
  await page.clock.runFor(5 * 60_000 + 1_000)
  await confirm(page)
  await shows(page, 'session-expired', 'O tempo para confirmar acabou. Nada foi cobrado.')
})

test('a session that comes five minutes late is refused by the wallet and reported', async (t) => {
  const { page } = await visit(t)
  await page.route('**/validate-merchant', async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'POST') await merchant.advance('PT6M')
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Pagar com Device Pay' }).click()
  await shows(page, 'session-expired', 'O tempo para confirmar acabou. Nada foi cobrado.')
})

test('the page returns another total for a card, and the token has that total', async (t) => {
  const { page } = await visit(t)
  await page.evaluate(`document.getElementById('pay').addEventListener('click', (event) => {
    event.stopImmediatePropagation()
    const session = new DevicePaySession(3, {
      countryCode: 'BR', currencyCode: 'BRL',
      supportedNetworks: ['masterCard'], merchantCapabilities: ['supports3DS'],
      total: { label: 'Café da Serra', amount: '89.00' },
    })
    session.onvalidatemerchant = async ({ validationURL }) => {
      const answer = await fetch(settings.baseUrl + '/api/public/device-pay/validate-merchant', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-public-key': settings.publicKey },
        body: JSON.stringify({ validationUrl: validationURL, domain: location.hostname }),
      })
      session.completeMerchantValidation((await answer.json()).data)
    }
    session.onpaymentmethodselected = ({ paymentMethod }) =>
      session.completePaymentMethodSelection({
        newTotal: { label: 'Café da Serra', amount: '84.55' },
        newLineItems: [{ label: 'Desconto no ' + paymentMethod.type, amount: '-4.45' }],
      })
    authorized = new Promise((resolve) => {
      session.onpaymentauthorized = ({ payment }) => {
        resolve(payment.token)
        session.completePayment({ status: DevicePaySession.STATUS_SUCCESS })
      }
    })
    session.begin()
  }, { capture: true })`)
  await openSheet(page)
  await page.getByText('R$ 84,55').waitFor()
  await page.getByText('Desconto no credit').waitFor()
  assert.equal(await page.getByRole('radio').count(), 2, 'only cards of the network the shop takes')
  await confirm(page, 'Banco Serra')
  const token = await page.evaluate('authorized')
  const sold = await merchant.call('POST', '/api/user/transactions', {
    amount: 8455,
    paymentMethod: 'CREDIT_CARD',
    customer: {
      name: 'Ana Teste',
      email: 'ana@exemplo.com.br',
      document: { number: '52998224725', type: 'CPF' },
    },
    wallet: { type: 'DEVICE_PAY', token },
  })
  assert.deepEqual(
    [sold.http, sold.body.data.status, sold.body.data.card?.brand],
    [200, 'PAID', 'MASTERCARD'],
  )
})

test('a session works once', async (t) => {
  const { page } = await visit(t)
  let kept: string | undefined
  await page.route('**/validate-merchant', async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'POST') kept ??= await response.text()
    await route.fulfill({ response, ...(kept !== undefined && { body: kept }) })
  })
  await openSheet(page)
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Pagar com Device Pay' }).click()
  await shows(
    page,
    'service-unavailable',
    'O serviço de pagamento não está disponível agora. Nada foi cobrado.',
  )
})

for (const hostname of ['outra.localhost', 'www.outra-loja.com.br']) {
  test(`on ${hostname}, which is not verified, the payer sees a message`, async (t) => {
    const { page } = await visit(t, shop.httpsUrl.replace('loja.localhost', hostname), {
      ignoreHTTPSErrors: true,
    })
    await page.getByRole('button', { name: 'Pagar com Device Pay' }).click()
    await shows(
      page,
      'domain-unavailable',
      'O Device Pay não está disponível neste site. Nada foi cobrado.',
    )
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
}

test('an unreachable gateway is reported as unreachable', async (t) => {
  const { page } = await visit(t)
  await page.route(`${world.baseUrl}/**`, (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Pagar com Device Pay' }).click()
  await shows(
    page,
    'network',
    'Não foi possível falar com o serviço de pagamento. Nada foi cobrado.',
  )
})

test('a document that is none is the payer’s to mend, and nothing was charged', async (t) => {
  const { page } = await visit(t)
  await page.getByLabel('CPF ou CNPJ').fill('111.111.111-11')
  await openSheet(page)
  await confirm(page)
  await shows(page, 'not-created', 'Nada foi cobrado.')
})

test('without a device there is no button', async (t) => {
  const { page } = await visit(t, shop.url, {}, (each) =>
    each.route('**/session.js', (route) => route.abort()),
  )
  await page.getByText('Este navegador não tem Device Pay.').waitFor()
  assert.equal(await page.getByRole('button').count(), 0)
})

test('a secret key never leaves the page', async (t) => {
  const { page } = await visit(t)
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  const error = await page.evaluate(
    `DevicePay.pay({ ...settings, publicKey: 'sk_live_1' }).then(() => 'paid', String)`,
  )
  assert.match(String(error), /TypeError: publicKey is a secret key/)
  assert.deepEqual(urls, [])
})

test('after a change of acquirer the device encrypts to the key of the new one', async (t) => {
  const wallet = world.sandbox.simulators.find(({ name }) => name === 'wallet') as Wallet
  const { id } = await addProvider(world.app, {
    kind: 'cielo',
    name: 'Cielo, tokens opened here',
    settings: {
      ...world.sandbox.credentials.cielo,
      wallet: wallet.settingsFor('cielo', { opensTokens: true }),
    },
  })
  await moveTo(world, merchant, id)
  const { page } = await visit(t)
  await openSheet(page)
  await confirm(page)
  await shows(page, 'paid', 'Pagamento aprovado.')
})

test('after too many sessions the page requests the payer to wait', async (t) => {
  const { page } = await visit(t)
  const send = () =>
    fetch(`${world.baseUrl}/api/public/device-pay/validate-merchant`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-public-key': merchant.publicKey },
      body: JSON.stringify({ validationUrl: 'https://unknown.example/', domain: 'loja.localhost' }),
    })
  /** Other payers use all that is left of this minute. */
  const useUp = () => Promise.all(Array.from({ length: 41 }, send))
  await page.route('**/validate-merchant', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    // On a slow machine a new minute may begin before the payer's own request.
    for (;;) {
      await useUp()
      const response = await route.fetch()
      if (response.status() === 429) return route.fulfill({ response })
    }
  })
  await page.getByRole('button', { name: 'Pagar com Device Pay' }).click()
  await shows(
    page,
    'rate-limited',
    'Muitas tentativas em pouco tempo. Nada foi cobrado. Espere alguns minutos',
  )
})

async function visit(
  t: TestContext,
  url = shop.url,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', ...options })
  t.after(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await prepare(page)
  await page.goto(url)
  return { page, complaints }
}

/** Clicks the button and waits until the sheet can be confirmed. */
async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pagar com Device Pay' }).click()
  await page.getByRole('button', { name: 'Clique duas vezes para pagar' }).waitFor()
}

async function confirm(page: Page, card = 'Banco Aurora'): Promise<void> {
  await page.getByRole('radio', { name: card }).check()
  await page.getByRole('button', { name: 'Clique duas vezes para pagar' }).dblclick()
}

/** Waits for the sentence below the button. */
async function shows(page: Page, code: string, sentence: string): Promise<void> {
  const status = page.locator(`.device-pay-status[data-code="${code}"]`)
  await status.waitFor()
  assert.ok((await status.textContent())?.includes(sentence), (await status.textContent()) ?? '')
}

/** The next request there, held until the test lets it go. */
function hold(page: Page, url: string): Promise<Route> {
  return new Promise((held) => {
    void page.route(url, (route) => held(route), { times: 1 })
  })
}

/** Newest first. */
const sales = async () => {
  const { body } = await merchant.call<
    { id: string; status: string; amount: number; paymentMethod: string }[]
  >('GET', '/api/user/transactions?limit=100')
  return body.data
}
