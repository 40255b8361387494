import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { byPix, newLink, openCounter } from '../kit/checkout.ts'
import { assertAccessible, visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { readPng } from '../kit/read-png.ts'
import { readQr } from '../kit/read-qr.ts'
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

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The bytes and the name of what a button saves. */
async function saved(page: Page, name: string) {
  const download = page.waitForEvent('download')
  await button(page, name).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const pixelsPerModule = 20

test('a merchant makes a link, sees it paid, prints its QR, and ends it', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'owner',
  })
  await open('/payment-links')
  await page.getByText('Nenhum link ainda').waitFor()
  await page.getByRole('link', { name: 'Novo link' }).first().click()
  await page.getByLabel('Título').fill('Oficina de cerâmica')
  await page.getByText('O pagador escolhe', { exact: true }).click()
  await page.getByLabel('Valor mínimo').fill('90')
  await page.getByLabel('Valor máximo').fill('10')
  await button(page, 'Criar o link').click()
  await page
    .locator('.mantine-InputWrapper-error')
    .getByText(/mínimo/)
    .waitFor()
  await page.getByText('Preço fixo', { exact: true }).click()
  await page.getByLabel('Valor', { exact: true }).fill('1')
  await button(page, 'Acrescentar um item').click()
  const item = page.getByRole('group', { name: 'Item 1' })
  await item.getByLabel('Nome').fill('Vaga')
  await item.getByLabel('Preço').fill('60')
  await page.getByText('Os itens somam R$ 60,00.').waitFor()
  await button(page, 'Usar como preço').click()
  await page.getByLabel('Limite de pagamentos').fill('2')
  await assertAccessible(page)
  await button(page, 'Criar o link').click()

  await page.getByRole('heading', { level: 1, name: 'Oficina de cerâmica' }).waitFor()
  await page.getByText('Restam 2 de 2 usos').waitFor()
  const url = ((await page.locator('pre').textContent()) ?? '').trim()
  const counter = await openCounter(world.app, shop)
  const sale = await counter.pay(await counter.use(url), byPix)
  assert.equal(sale.amount, 60_00)
  await page.getByText('0 pagamentos, 1 à espera').waitFor()
  await shop.pay((await shop.find(sale.id)).pix?.qrcode ?? '')
  await page.getByText('1 pagamento', { exact: true }).waitFor()
  await page.getByText('Resta 1 de 2 usos').waitFor()
  await page.getByRole('row').filter({ hasText: 'Paga' }).waitFor()
  await assertAccessible(page)

  const png = await saved(page, 'PNG')
  assert.equal(png.name, 'oficina-de-ceramica.png')
  const modules = readPng(png.bytes)
    .filter((_, y) => y % pixelsPerModule === 0)
    .map((row) => row.filter((_, x) => x % pixelsPerModule === 0))
  assert.equal(readQr(modules.slice(4, -4).map((row) => row.slice(4, -4))), url)
  assert.match((await saved(page, 'SVG')).bytes.toString(), /^<svg/)
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Aponte a câmera do celular e pague').waitFor()
  assert.equal(await page.locator('#root').isVisible(), false)
  await page.emulateMedia({ media: 'screen' })

  await button(page, 'Encerrar').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click()
  await page.getByText('Encerrado', { exact: true }).waitFor()
  assert.match(await (await fetch(url)).text(), /não está disponível/)
  await button(page, 'Reabrir').click()
  await page.getByText('Aberto', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Editar' }).click()
  await page.getByLabel('Título').fill('Oficina de sábado')
  await button(page, 'Salvar').click()
  await page.getByRole('heading', { level: 1, name: 'Oficina de sábado' }).waitFor()
  const { text } = await shop.call('GET', '/api/user/payment-links?search=sabado')
  assert.equal(JSON.parse(text).data[0].amount, 60_00, 'the rest of the link stays')

  // From the sale back to its link.
  await page.getByRole('link', { name: 'R$ 60,00' }).click()
  await page.getByRole('definition').getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Oficina de sábado' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('the list of links is filtered by its address, and a reader sees no button', async (t) => {
  const shop = await world.openShop()
  const [first] = await Promise.all([
    newLink(shop, { title: 'Rifa' }),
    newLink(shop, { title: 'Bazar', openAmount: { min: 500, max: 900 }, amount: undefined }),
  ])
  await shop.call('PATCH', `/api/user/payment-links/${first.id}`, { status: 'INACTIVE' })
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId: shop.accountId,
    role: 'read-only',
  })
  await open('/payment-links?status=ACTIVE')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Bazar').getByText('de R$ 5,00 a R$ 9,00').waitFor()
  assert.equal(await row('Rifa').count(), 0)
  await button(page, 'Limpar filtros').click()
  await row('Rifa').getByText('Encerrado').waitFor()
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('rif')
  await row('Bazar').waitFor({ state: 'detached' })
  assert.match(page.url(), /search=rif/)

  // A row of the list follows the uses of its link.
  const stream = page.waitForResponse(/\/api\/user\/events\/stream/)
  await open('/payment-links')
  await row('Rifa').waitFor()
  await stream
  const counter = await openCounter(world.app, shop)
  const { url } = await newLink(shop, { title: 'Bingo' })
  await button(page, '1 novo: mostrar').click()
  const sale = await counter.pay(await counter.use(url), byPix)
  await shop.pay((await shop.find(sale.id)).pix?.qrcode ?? '')
  await row('Bingo').getByRole('cell', { name: 'R$ 50,00' }).nth(1).waitFor()

  assert.equal(await page.getByRole('link', { name: 'Novo link' }).count(), 0)
  await row('Rifa').getByRole('link').click()
  await page.getByText('Reabra para voltar a vender.').waitFor()
  assert.equal(await button(page, 'Reabrir').count(), 0)
  await open('/payment-links/new')
  await page.getByText('Criar, mudar e desligar links de pagamento.').waitFor()
  await open('/settings?section=brand')
  await page.getByText('O seu papel deixa ver a marca, e não mudar.').waitFor()
  assert.equal(await button(page, 'Salvar a marca').count(), 0)
  assert.deepEqual(complaints, [])
})

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test('a merchant chooses the brand of the checkout, and payers see it', async (t) => {
  const shop = await world.openShop()
  const { url } = await newLink(shop)
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId: shop.accountId,
    role: 'developer',
  })
  await open('/settings?section=brand')
  const sample = page.getByRole('img', { name: /^Exemplo da página/ })
  await page.getByLabel('Nome').fill('Ateliê da Ana')
  await sample.getByText('Ateliê da Ana').waitFor()
  await page.getByLabel('Cor dos botões').fill('#facc15')
  await page.getByLabel('Nome').focus()
  await until('black is the text on yellow, where it reads better', async () =>
    /--accent-ink: ?#000000/.test((await sample.getAttribute('style')) ?? ''),
  )
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /imagem$/ }).click()
    await (await chooser).setFiles({ name, mimeType, buffer })
  }
  await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg/>'))
  await page.getByText('Este arquivo não é PNG, JPEG nem WebP.').waitFor()
  await choose('grande.png', 'image/png', Buffer.alloc(128 * 1_024 + 1))
  await page.getByText(/A imagem passa de 128 KiB/).waitFor()
  await choose('logo.png', 'image/png', dot)
  await page.getByRole('img', { name: 'Logotipo' }).waitFor()
  await assertAccessible(page)
  await button(page, 'Salvar a marca').click()
  await page.getByText('Marca salva. As páginas já a mostram.').waitFor()

  const shown = await (await fetch(url)).text()
  assert.match(shown, /Ateliê da Ana/)
  assert.match(shown, /--accent:#facc15;--accent-ink:#000000/)
  const logo = /src="([^"]+\/logo\?[^"]+)"/.exec(shown)?.[1] ?? ''
  assert.deepEqual(Buffer.from(await (await fetch(new URL(logo, url))).arrayBuffer()), dot)
  await page.reload()
  await button(page, 'Tirar').click()
  await page.getByLabel('Nome').fill('')
  await button(page, 'Salvar a marca').click()
  await page.getByText('Marca salva. As páginas já a mostram.').waitFor()
  await page.getByRole('img', { name: 'Logotipo' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Escolher imagem' }).waitFor()
  const { text } = await shop.call('GET', '/api/user/brand')
  const { name, logo: none, color } = JSON.parse(text).data
  assert.deepEqual({ name, none, color }, { name: null, none: null, color: '#facc15' })
  assert.deepEqual(complaints, [])
})
