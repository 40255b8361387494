import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, assertAudited, visitDashboard } from '../kit/dashboard.ts'
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

test('a developer creates a restricted key, uses it and revokes it', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const { accountId } = merchant
  const visitor = await visitDashboard(t, browser, world, {
    accountId,
    role: 'developer',
    hasSecondFactor: true,
  })
  const { page, open, complaints } = visitor

  await open('/developers')
  await page.getByRole('button', { name: 'Nova chave' }).click()
  const dialog = page.getByRole('dialog')
  // A developer may not refund, so no key of theirs may.
  await dialog.getByText('Você só dá a uma chave o que o seu papel permite.').waitFor()
  assert.equal(await dialog.getByText('Devolver pagamentos.').count(), 0)
  await dialog.getByLabel('Nome').fill('Relatórios')
  await dialog.getByRole('button', { name: 'Criar chave' }).click()
  await dialog.getByText('Escolha ao menos uma permissão.').waitFor()
  await dialog.getByLabel('Ver transações e seus passos.').check()
  await dialog.getByLabel('Redes permitidas').fill('esta não é uma rede')
  await dialog.getByRole('button', { name: 'Criar chave' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Redes permitidas').fill('127.0.0.0/8')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Criar chave' }).click()
  const secretKey = await page.getByText(/^sk_[^…]+$/).textContent()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByText(/^sk_[^…]+$/).waitFor({ state: 'detached' })

  const program = openShop({
    ...{ baseUrl, receiver, sandboxUrl: world.sandbox.controlUrl },
    merchant: { ...merchant, secretKey: secretKey?.trim() ?? '' },
  })
  assert.equal((await program.call('GET', '/api/user/transactions')).http, 200)
  const refused = await program.call('GET', '/api/user/wallet/balance')
  assert.equal(refused.http, 403)
  assert.match(refused.text, /wallet:read/)

  await open('/developers')
  const row = page.getByRole('row').filter({ hasText: 'Relatórios' })
  await row.getByText('1 permissão').waitFor()
  await row.getByText('127.0.0.0/8').waitFor()
  await row.getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Relatórios' })
  await panel.getByText('Ver transações e seus passos.').waitFor()
  await assertAccessible(page)
  await panel.getByRole('button', { name: 'Revogar' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Revogar a chave Relatórios?' })
  await confirmation.getByRole('button', { name: 'Revogar' }).click()
  await page.getByText('Chave revogada.').waitFor()
  assert.equal((await program.call('GET', '/api/user/transactions')).http, 401)
  await page.getByLabel('Mostrar as que não valem mais').waitFor()
  const key = String.raw`a chave Relatórios \(sk_\S+\)\.$`
  await assertAudited(
    visitor,
    '/audit?by=person',
    new RegExp(`^Pessoa \\d+ criou ${key}`),
    new RegExp(`^Pessoa \\d+ revogou ${key}`),
  )
  assert.deepEqual(complaints, [])
})

test('a rotated key overlaps with the one that replaces it', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const { accountId } = merchant
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'owner',
    hasSecondFactor: true,
  })
  await open('/developers')
  const old = page.getByRole('row').filter({ hasText: 'Secreta' })
  await old.getByRole('link').click()
  await page.getByRole('button', { name: 'Trocar' }).click()
  await page.getByText('A antiga ainda vale pelo tempo que você escolher.').waitFor()
  await page.getByRole('button', { name: 'Trocar' }).last().click()
  const secretKey = await page.getByText(/^sk_[^…]+$/).textContent()
  // The key is not shown again: neither a click outside nor Escape loses it.
  await page.mouse.click(5, 400)
  await page.keyboard.press('Escape')
  await page.getByText(/^sk_[^…]+$/).waitFor()
  for (const each of [merchant.secretKey, secretKey?.trim() ?? '']) {
    const program = openShop({
      ...{ baseUrl, receiver, sandboxUrl: world.sandbox.controlUrl },
      merchant: { ...merchant, secretKey: each },
    })
    assert.equal((await program.call('GET', '/api/user/transactions')).http, 200)
  }
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('Termina em breve').first().waitFor()
  assert.deepEqual(complaints, [])
})

test('an event stream that was refused is opened again', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'developer' })
  await page.clock.install()
  const stream = '**/api/user/events/stream*'
  await page.route(stream, (route) => route.fulfill({ status: 503 }))
  const refused = page.waitForResponse(stream)
  await open('/developers/events')
  await page.getByText('Nenhum evento ainda').waitFor()
  await refused
  await page.unroute(stream)
  const opened = page.waitForResponse(stream)
  await page.clock.fastForward(10_000)
  assert.equal((await opened).status(), 200)
})

test('what happens after a list was read and before its stream opened is shown', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'developer' })
  const opening = Promise.withResolvers<void>()
  await page.route('**/api/user/events/stream*', async (route) => {
    await opening.promise
    await route.continue()
  })
  await open('/developers/events')
  await page.getByText('Nenhum evento ainda').waitFor()
  await shop.sell({ paymentMethod: 'PIX', amount: 4_321 })
  opening.resolve()
  await page.getByText('transaction.waiting_payment').waitFor()
})

test('the feed shows each event as it happens, with its body', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const { accountId } = merchant
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'developer',
  })
  const stream = page.waitForResponse(/\/api\/user\/events\/stream/)
  await open('/developers/events')
  await page.getByText('Nenhum evento ainda').waitFor()
  await stream
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 4_321 })
  await page.getByText('transaction.waiting_payment').waitFor()
  await shop.pay(sale.pix?.qrcode ?? '')
  const row = page.getByRole('row').filter({ hasText: 'transaction.paid' })
  await row.getByText(sale.id).waitFor()
  await row.getByRole('link').click()
  await page.getByRole('dialog').getByText('"amount": 4321').waitFor()
  await page.getByRole('button', { name: 'Enviar de novo' }).click()
  await page.getByText('1 entrega recomeçou.').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Assunto' }).click()
  await page.getByLabel('Saques').check()
  await page.getByText('Nada com estes filtros').waitFor()
  assert.deepEqual(complaints, [])
})

test('support finds the request that failed, its field and its payment', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const { accountId } = merchant
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 1_234 })
  const refused = await shop.call('POST', '/api/user/transactions', {
    ...{ paymentMethod: 'PIX', amount: 0 },
    customer: { name: 'Ana Teste', email: 'ana@exemplo.com.br' },
  })
  assert.equal(refused.http, 400)
  const requestId = refused.headers.get('x-request-id') ?? ''
  await world.app.requestLog.flush()
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'support',
  })

  // Support sees no keys: the menu leads to the requests.
  await open('/')
  await page.getByRole('link', { name: 'Desenvolvedores' }).click()
  await page.getByRole('tab', { name: 'Requisições' }).waitFor()
  assert.equal(await page.getByRole('tab', { name: 'Chaves' }).count(), 0)
  await page.getByRole('button', { name: 'Resultado' }).click()
  await page.getByLabel('4xx: recusadas').check()
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: 'POST /api/user/transactions' })
  await row.getByText('validation-failed').waitFor()
  assert.equal(await row.count(), 1, 'the accepted request is filtered out')
  assert.match(page.url(), /status=4xx/)
  await row.getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Requisição' })
  const reason = panel.getByRole('note')
  await reason.getByText('validation-failed').waitFor()
  await reason.getByText('amount').first().waitFor()
  await panel.getByText('"a***@exemplo.com.br"').waitFor()
  await panel.getByText(requestId).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await page.getByRole('button', { name: 'Quem' }).click()
  await page.getByLabel('Programas').check()
  await page.keyboard.press('Escape')
  await page.getByText('GET /api/user/overview').waitFor({ state: 'detached' })
  const created = page.getByRole('row').filter({ hasText: '200' })
  await created.getByRole('link').click()
  await panel.getByRole('link', { name: 'Abrir a transação' }).click()
  await page.waitForURL(new RegExp(`/transactions/${sale.id}$`))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await open('/developers/requests')
  await page.getByRole('searchbox').fill(requestId)
  await page.waitForURL(/requestId=/)
  await row.getByText('validation-failed').waitFor()
  assert.deepEqual(complaints, [])
})
