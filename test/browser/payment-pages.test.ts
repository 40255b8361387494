import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { renderBoletoHtml } from '../../checkout/boleto/boleto-html.ts'
import { type PixView, renderPixHtml } from '../../checkout/pix/pix-html.ts'
import { formatDigitableLine } from '../../src/brazil/boleto-code.ts'
import { cents } from '../../src/primitives/money.ts'
import { openBrowser } from '../kit/browser.ts'
import { someSlip } from '../kit/some-slip.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

const nonce = 'bm9uY2U='
const now = new Date('2026-11-21T12:00:00Z')
const view: PixView = {
  status: 'open',
  amount: cents(15_990),
  receiverName: 'Loja Exemplo',
  emv: someSlip.pixEmv ?? '',
  expiresAt: new Date('2026-11-21T12:10:00Z'),
  now,
  statusUrl: '/status',
  receiptUrl: '/comprovante',
}

test('the PIX page turns to "Pago" by itself, under a policy that allows nothing but its nonce', async (t) => {
  const { page, site } = await visit(t, renderPixHtml(view, { nonce }))
  await page.getByRole('img', { name: 'QR Code do PIX' }).waitFor()
  await page.clock.runFor(3_100)
  assert.equal(await page.getByRole('heading', { name: 'Pago' }).isVisible(), false)
  site.status = 'paid'
  await page.clock.runFor(3_100)
  await page.getByRole('heading', { name: 'Pago' }).waitFor({ state: 'visible' })
  assert.equal(await page.getByRole('img', { name: 'QR Code do PIX' }).isVisible(), false)
  const asked = site.asked
  await page.clock.runFor(30_000)
  assert.equal(site.asked, asked, 'a final state is not asked for again')
  assert.deepEqual(site.complaints, [])
})

test('the countdown runs on the shop’s time and ends in "expirou", and a payment that still comes is shown', async (t) => {
  const { page, site } = await visit(t, renderPixHtml(view, { nonce }))
  assert.equal(await page.getByRole('timer').textContent(), '10:00')
  await page.clock.runFor(61_000)
  assert.equal(await page.getByRole('timer').textContent(), '08:59')
  await page.clock.runFor(540_000)
  await page.getByText('Este PIX expirou').waitFor({ state: 'visible' })
  site.status = 'paid'
  await page.clock.runFor(3_100)
  await page.getByRole('heading', { name: 'Pago' }).waitFor({ state: 'visible' })
})

test('a status that cannot be read is asked for again', async (t) => {
  const { page, site } = await visit(t, renderPixHtml(view, { nonce }))
  site.isBroken = true
  for (const _ of [1, 2]) await page.clock.runFor(3_100)
  site.isBroken = false
  site.status = 'cancelled'
  await page.clock.runFor(3_100)
  await page.getByText('Este PIX foi cancelado').waitFor({ state: 'visible' })
})

test('the button copies the digitable line and says so', async (t) => {
  const { page } = await visit(t, renderBoletoHtml(someSlip, { nonce, statusUrl: '/status' }))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copiar linha digitável' }).click()
  await page.getByRole('button', { name: 'Copiado' }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), formatDigitableLine(someSlip.digitableLine))
})

test('the boleto page reloads when it was paid', async (t) => {
  const { page, site } = await visit(t, renderBoletoHtml(someSlip, { nonce, statusUrl: '/status' }))
  site.html = renderBoletoHtml({ ...someSlip, status: { kind: 'paid', paidAt: now } }, { nonce })
  site.status = 'paid'
  await page.clock.runFor(3_100)
  await page.getByText('Boleto pago').waitFor({ state: 'visible' })
})

test('on paper there is only the slip, its bars 103 by 13 mm, within the size of the norm', async (t) => {
  const { page } = await visit(t, renderBoletoHtml(someSlip, { nonce }))
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('button', { name: 'Imprimir' }).isVisible(), false)
  const size = await page.locator('.bars').boundingBox()
  assert.ok(size && near(size.width, 103) && near(size.height, 13), JSON.stringify(size))
  const form = await page.locator('.part').last().boundingBox()
  assert.ok(form && mm(form.width) >= 170 && mm(form.width) <= 216, JSON.stringify(form))
  assert.ok(form && mm(form.height) >= 95 && mm(form.height) <= 108, JSON.stringify(form))
  const left = (size?.x ?? 0) - (form?.x ?? 0)
  assert.ok(mm(left) >= 4.99, 'blank at the left of the bars')
})

test('on a phone nothing but the paper is wider than the screen', async (t) => {
  const { page } = await visit(t, renderBoletoHtml(someSlip, { nonce, pdfUrl: '/b.pdf' }), { width: 360, height: 740 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
})

const mm = (pixels: number): number => (pixels / 96) * 25.4
const near = (pixels: number, expected: number): boolean => Math.abs(mm(pixels) - expected) < 0.1

interface Site {
  html: string
  status: string
  isBroken: boolean
  asked: number
  /** What the browser refused or could not do. */
  readonly complaints: string[]
}

/** Opens a page as the gateway would serve it, with a clock only the test moves. */
async function visit(
  t: TestContext,
  html: string,
  viewport = { width: 1000, height: 900 },
): Promise<{ page: Page; site: Site }> {
  const site: Site = { html, status: 'open', isBroken: false, asked: 0, complaints: [] }
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'`
  const server = createServer((request, response) => {
    if (request.url === '/status') {
      site.asked += 1
      response.writeHead(site.isBroken ? 503 : 200, { 'content-type': 'application/json' })
      return response.end(site.isBroken ? '<html>' : JSON.stringify({ status: site.status }))
    }
    response.writeHead(request.url === '/' ? 200 : 204, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    })
    return response.end(request.url === '/' ? site.html : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const context = await browser.newContext({ viewport, locale: 'pt-BR' })
  t.after(async () => {
    await context.close()
    server.closeAllConnections()
    server.close()
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') site.complaints.push(message.text())
  })
  page.on('pageerror', (error) => site.complaints.push(error.message))
  await page.clock.install({ time: now })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { page, site }
}
