import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { renderBoletoHtml } from '../../checkout/boleto/boleto-html.ts'
import { type PixView, renderPixHtml } from '../../checkout/pix/pix-html.ts'
import { formatDigitableLine } from '../../src/brazil/boleto-code.ts'
import { findViolations } from '../kit/accessibility.ts'
import { openBrowser, stopClock } from '../kit/browser.ts'
import { payerPages } from '../kit/payer-pages.ts'
import { somePix } from '../kit/some-pix.ts'
import { someSlip } from '../kit/some-slip.ts'
import { until } from '../kit/time-limit.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

const nonce = 'bm9uY2U='
const options = { nonce, language: 'pt' } as const
const now = new Date('2026-11-21T12:00:00Z')
const view: PixView = {
  ...somePix,
  statusUrl: '/status',
  expiresAt: new Date('2026-11-21T12:10:00Z'),
}
const boleto = { ...someSlip, statusUrl: '/status' }
const paid = { ...view.standing, state: 'paid', paidAt: now } as const

/** What the gateway serves from now on. */
function serve(site: Site, html: string): void {
  site.html = html
  site.mark = markIn(html)
}

/** The mark of a page that learns of changes. */
const markIn = (html: string): string => /data-mark="([^"]+)"/.exec(html)?.[1] ?? ''

test('the PIX page shows "Pago" without a reload, and its policy has only a nonce', async (t) => {
  const { page, site } = await visit(t, renderPixHtml(view, options))
  await page.getByRole('img', { name: 'QR Code do PIX' }).waitFor()
  await page.clock.runFor(3_100)
  assert.equal(await page.getByRole('heading', { name: 'Pago' }).isVisible(), false)
  serve(site, renderPixHtml({ ...view, standing: paid }, options))
  await page.clock.runFor(3_100)
  await page.getByRole('heading', { name: 'Pago' }).waitFor({ state: 'visible' })
  assert.equal(await page.getByRole('img', { name: 'QR Code do PIX' }).isVisible(), false)
  const live = await seen(page)
  assert.match(live, /Pagamento recebido em 21\/11\/2026 às 09:00/)
  assert.match(live, /Ver comprovante/)
  assert.match(await page.title(), /^Pago: PIX de/)
  await page.reload()
  assert.equal(await seen(page), live)
  const before = site.requests
  await page.clock.runFor(30_000)
  assert.equal(site.requests, before, 'a final state is not queried again')
  assert.deepEqual(site.complaints, [])
})

test('a paid page that stays open shows the refund when it becomes visible again', async (t) => {
  const { page, site } = await visit(t, renderPixHtml({ ...view, standing: paid }, options))
  const refunded = { ...paid, state: 'refunded', returned: view.amount } as const
  serve(site, renderPixHtml({ ...view, standing: refunded }, options))
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await page
    .getByText('O valor inteiro deste PIX voltou para quem pagou')
    .waitFor({ state: 'visible' })
  assert.equal(await page.getByRole('heading', { name: 'Pago' }).count(), 0)
})

test('the page follows its events without polling, and polls when they end', async (t) => {
  const live = { ...view, eventsUrl: '/events' }
  const { page, site } = await visit(t, renderPixHtml(live, options))
  const opened = await untilOpen(site)
  await page.clock.runFor(10_000)
  assert.equal(site.requests, 0, 'an open stream needs no polling')
  serve(site, renderPixHtml({ ...live, standing: paid }, options))
  opened.write(`data: ${JSON.stringify({ mark: site.mark })}\n\n`)
  await page.getByRole('heading', { name: 'Pago' }).waitFor({ state: 'visible' })
  assert.deepEqual(site.complaints, [])

  const other = await visit(t, renderPixHtml(live, options))
  const ending = await untilOpen(other.site)
  ending.end()
  serve(other.site, renderPixHtml({ ...live, standing: paid }, options))
  await until('the page polls', async () => {
    await other.page.clock.runFor(3_100)
    return other.site.requests > 0
  })
  await other.page.getByRole('heading', { name: 'Pago' }).waitFor({ state: 'visible' })
})

async function untilOpen(site: Site): Promise<ServerResponse> {
  await until('the stream is open', () => site.stream !== undefined)
  assert.ok(site.stream)
  return site.stream
}

test('the countdown uses the shop’s time, and a payment after expiry is shown', async (t) => {
  const { page, site } = await visit(t, renderPixHtml(view, options))
  // The clock of the page runs on.
  assert.match((await page.getByRole('timer').textContent()) ?? '', /^(10:00|09:5\d)$/)
  await page.clock.runFor(61_000)
  assert.match((await page.getByRole('timer').textContent()) ?? '', /^08:[45]\d$/)
  await page.clock.runFor(540_000)
  await page.getByText('Este PIX expirou').waitFor({ state: 'visible' })
  const live = await seen(page)
  const expired = { ...view.standing, state: 'expired' } as const
  serve(site, renderPixHtml({ ...view, standing: expired }, options))
  await page.clock.runFor(3_100)
  await page.locator("body[data-mark^='expired']").waitFor({ state: 'attached' })
  assert.equal(await seen(page), live, 'the reloaded page reads the same')
  serve(site, renderPixHtml({ ...view, standing: paid }, options))
  await page.clock.runFor(3_100)
  await page.getByRole('heading', { name: 'Pago' }).waitFor({ state: 'visible' })
})

test('a boleto that expired shows a payment that is known later', async (t) => {
  const expired = { ...boleto.standing, state: 'expired' } as const
  const { page, site } = await visit(t, renderBoletoHtml({ ...boleto, standing: expired }, options))
  serve(site, renderBoletoHtml({ ...boleto, standing: paid }, options))
  await page.clock.runFor(3_100)
  await page.locator("body[data-mark^='paid']").waitFor({ state: 'attached' })
})

test('a status that cannot be read is queried again', async (t) => {
  const { page, site } = await visit(t, renderPixHtml(view, options))
  site.isBroken = true
  for (const _ of [1, 2]) await page.clock.runFor(3_100)
  site.isBroken = false
  const cancelled = { ...view.standing, state: 'cancelled' } as const
  serve(site, renderPixHtml({ ...view, standing: cancelled }, options))
  await page.clock.runFor(3_100)
  await page.getByText('Este PIX foi cancelado').waitFor({ state: 'visible' })
})

test('the page shows the receiver’s name as the payer’s bank does, and all items', async (t) => {
  const { page } = await visit(t, renderPixHtml(view, options))
  const read = await seen(page)
  assert.match(read, /Loja <b>Exemplo, recebido por Caixa Pagamentos Ltda/)
  assert.match(read, /Seu banco vai mostrar Caixa Pagamentos Ltda como quem recebe/)
  assert.match(read, /Pedido "42"\s+R\$\s99,90\s+2 × Boné\s+R\$\s60,00/)
})

test('the raw code is whole, wrapped, and smaller than the QR code', async (t) => {
  const { page } = await visit(t, renderPixHtml(view, options), { width: 390, height: 844 })
  const code = page.locator('#pix-code')
  const cut = await code.evaluate(
    (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth,
  )
  assert.equal(cut, false)
  const [text, qr] = [
    await code.boundingBox(),
    await page.getByRole('img', { name: 'QR Code do PIX' }).boundingBox(),
  ]
  assert.ok(text && qr && text.height < qr.height / 2, JSON.stringify([text, qr]))
})

test('the button copies the digitable line and confirms it', async (t) => {
  const { page } = await visit(t, renderBoletoHtml(boleto, options))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // It is shown for a moment only.
  const copied = page.getByRole('button', { name: 'Copiado' }).waitFor()
  await page.getByRole('button', { name: 'Copiar linha digitável' }).click()
  await copied
  assert.equal(
    await page.evaluate('navigator.clipboard.readText()'),
    formatDigitableLine(someSlip.digitableLine),
  )
})

test('the boleto page reloads when it was paid', async (t) => {
  const { page, site } = await visit(t, renderBoletoHtml(boleto, options))
  serve(site, renderBoletoHtml({ ...boleto, standing: paid }, options))
  await page.clock.runFor(3_100)
  await page.getByText('Não pague de novo.').waitFor({ state: 'visible' })
  assert.match(await page.title(), /^Pago: Boleto de/)
})

test('on paper there is only the slip, and its bars are 103 by 13 mm', async (t) => {
  const { page } = await visit(t, renderBoletoHtml(someSlip, options))
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

test('a phone shows no paper, which is still there to print and to download', async (t) => {
  const { page } = await visit(t, renderBoletoHtml(someSlip, { ...options, pdfUrl: '/b.pdf' }), {
    width: 390,
    height: 844,
  })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  assert.equal(await page.locator('.sheet').isVisible(), false)
  assert.equal(await page.getByRole('link', { name: 'Baixar PDF' }).isVisible(), true)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.sheet').isVisible(), true)
})

test('the boleto page names shop and beneficiary, and explains each of its dates', async (t) => {
  const { page } = await visit(t, renderBoletoHtml(boleto, options))
  const read = await seen(page)
  assert.match(read, /Loja <i>do<\/i> João, recebido por LOJA EXEMPLO COMÉRCIO LTDA/)
  assert.match(
    read,
    /Seu banco vai mostrar LOJA EXEMPLO COMÉRCIO LTDA — CNPJ 12\.ABC\.345\/01DE-35 como beneficiário/,
  )
  assert.match(
    read,
    /Vence em 30\/11\/2026\. Pode ser pago até 30\/12\/2026, sem multa nem juros\./,
  )
})

const looks = [
  { language: 'pt', colorScheme: 'light', width: 320 },
  { language: 'en', colorScheme: 'dark', width: 320, color: '#ffd400' },
  { language: 'pt', colorScheme: 'dark', width: 1280, color: '#1c1c1c' },
  { language: 'en', colorScheme: 'light', width: 1280, color: '#ffffff' },
] as const

for (const { language, colorScheme, width, ...brand } of looks) {
  const name = `${width} px wide, ${colorScheme}, ${language}`
  test(`no page ${name} has an accessibility violation or scrolls sideways`, async (t) => {
    const context = await browser.newContext({ viewport: { width, height: 568 }, colorScheme })
    t.after(() => context.close())
    const page = await context.newPage()
    for (const { name: shown, html } of payerPages({ nonce, language, brand })) {
      await page.setContent(html)
      const found = await findViolations(page)
      assert.deepEqual(
        found.map(({ id, nodes }) => [id, nodes[0]?.html]),
        [],
        shown,
      )
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, shown)
    }
  })
}

const portuguese =
  /\b(pagamento|pago|pagar|vence|banco|devolvido|comprovante|boleto vencido|cartão|parcelas|loja não)\b/i

test('an English page has no Portuguese text besides the slip, and names both', async (t) => {
  const english = { nonce, language: 'en' } as const
  const { page } = await visit(t, renderPixHtml(view, english))
  const read = await seen(page)
  assert.match(read, /Loja <b>Exemplo, received by Caixa Pagamentos Ltda/)
  assert.match(read, /R\$\s159\.90/)
  assert.match(read, /Pay within (10:00|09:5\d)/)
  assert.equal(await page.evaluate('document.documentElement.lang'), 'en')
  const other = page.getByRole('link', { name: 'Português' })
  assert.equal(await other.getAttribute('href'), '?lang=pt')
  // A page that waits for a payment loads itself again.
  await stopClock(page)
  for (const { name, html } of payerPages(english)) {
    await page.setContent(html)
    await page.evaluate("document.querySelectorAll('.sheet').forEach((slip) => slip.remove())")
    const text = await page.evaluate<string>(
      "document.title + document.body.innerText.replace('Português', '')",
    )
    assert.doesNotMatch(text, portuguese, name)
  }
})

test('a receipt is shared where the device can, and has no such button elsewhere', async (t) => {
  const [receipt] = payerPages(options).filter(({ name }) => name === 'receipt paid')
  const button = (page: Page) => page.getByRole('button', { name: 'Compartilhar' })
  const { page } = await visit(t, receipt?.html ?? '')
  assert.equal(await button(page).isVisible(), false)
  await page.addInitScript(
    'navigator.share = (what) => { window.shared = what.url; return Promise.resolve() }',
  )
  await page.reload()
  await button(page).click()
  assert.equal(await page.evaluate('window.shared'), page.url())
})

test('a dark page is printed on white paper', async (t) => {
  const [receipt] = payerPages(options).filter(({ name }) => name === 'receipt paid')
  const { page } = await visit(t, receipt?.html ?? '')
  await page.emulateMedia({ colorScheme: 'dark' })
  const ink = () => page.evaluate<string>('getComputedStyle(document.body).color')
  assert.equal(await ink(), 'rgb(233, 240, 236)')
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  assert.equal(await ink(), 'rgb(20, 33, 27)')
})

/** What a person reads: hidden texts are left out. */
const seen = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('main').innerText")

const mm = (pixels: number): number => (pixels / 96) * 25.4
const near = (pixels: number, expected: number): boolean => Math.abs(mm(pixels) - expected) < 0.1

interface Site {
  html: string
  mark: string
  isBroken: boolean
  requests: number
  /** The open stream of `/events`. */
  stream?: ServerResponse
  /** What the browser refused or could not do. */
  readonly complaints: string[]
}

/** Opens a page as the gateway would serve it, with a clock only the test moves. */
async function visit(
  t: TestContext,
  html: string,
  viewport = { width: 1000, height: 900 },
): Promise<{ page: Page; site: Site }> {
  const site: Site = {
    html,
    mark: markIn(html),
    isBroken: false,
    requests: 0,
    complaints: [],
  }
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
  ].join('; ')
  const server = createServer((request, response) => {
    if (request.url === '/status') {
      site.requests += 1
      response.writeHead(site.isBroken ? 503 : 200, { 'content-type': 'application/json' })
      return response.end(site.isBroken ? '<html>' : JSON.stringify({ mark: site.mark }))
    }
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify({ mark: site.mark })}\n\n`)
      site.stream = response
      return response
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
