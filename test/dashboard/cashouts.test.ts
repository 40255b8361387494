import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { CashoutScheduleWire } from '../../contract/cashout.ts'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { openBrowser } from '../kit/browser.ts'
import { askCashout, earn } from '../kit/cashout.ts'
import { assertAccessible, assertAudited, visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { openShopAt } from '../kit/shop-at-bank.ts'
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

test('a cashout waits for a second person, and the one who asked cannot approve it', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  await earn(shop, 500_00)
  await changeAccount(world.app, accountId, {
    cashout: { approval: { above: 100_00, by: 'person' } },
  })
  world.app.accounts.refresh()
  const ana = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const bruno = await visitDashboard(t, browser, world, { accountId, role: 'finance' })

  await ana.open('/cashouts')
  await ana.page.getByText('Nenhum saque ainda').waitFor()
  await ana.page.getByRole('link', { name: 'Novo saque' }).click()
  await ana.page.getByLabel('Valor').fill('150')
  await ana.page.getByLabel('Chave PIX').fill('fornecedora@loja.example')
  await ana.page.getByText('Sai do saldo').waitFor()
  await assertAccessible(ana.page)
  await ana.page.getByRole('button', { name: 'Conferir' }).click()
  await ana.page.getByRole('button', { name: 'Sacar R$ 150,00' }).click()
  await ana.page.getByText('Espera aprovação').waitFor()

  await ana.page.getByRole('button', { name: 'Aprovar', exact: true }).click()
  const own = ana.page.getByRole('dialog', { name: 'Aprovar o saque' })
  await own.getByRole('button', { name: 'Aprovar R$ 150,00' }).click()
  await own.getByRole('alert').waitFor()
  assert.match((await own.getByRole('alert').textContent()) ?? '', /não pode aprovar|outra pessoa/)
  await own.getByRole('button', { name: 'Voltar' }).click()

  await bruno.open('/approvals')
  await bruno.page.getByText('Quem deve receber').waitFor()
  await bruno.open('/balance?book=blocked')
  const entries = /^Ver lançamentos: Saque em andamento, R\$ 150,00$/
  await bruno.page.getByRole('button', { name: entries }).waitFor()
  await bruno.page.getByRole('link', { name: 'Saque em andamento' }).click()
  await bruno.page.getByText('fornecedora@loja.example').first().waitFor()
  await bruno.page.getByRole('button', { name: 'Aprovar', exact: true }).click()
  await bruno.page.getByRole('button', { name: 'Aprovar R$ 150,00' }).click()
  await bruno.page.getByText('Saque aprovado.').waitFor()
  await bruno.page.getByText('Comprovante de PIX').waitFor()
  await assertAccessible(bruno.page)

  // The first person's page followed the events by itself.
  await ana.page.getByText('Entregue', { exact: true }).first().waitFor()
  await assertAudited(ana, '/audit', /^Pessoa \d+ pediu o saque /, /^Pessoa \d+ aprovou o saque /)
  assert.deepEqual([...ana.complaints, ...bruno.complaints], [])
})

test('a cashout is reviewed only with its own cost', async (t) => {
  const shop = await world.openShop()
  const { page, open } = await visitDashboard(t, browser, world, {
    ...{ accountId: shop.accountId, role: 'owner' },
  })
  const quotes = Promise.withResolvers<void>()
  await page.route('**/api/user/quotes', async (route) => {
    if (route.request().postDataJSON().amount === 200_00) await quotes.promise
    await route.continue()
  })
  await open('/cashouts/new')
  await page.getByLabel('Chave PIX').fill('fornecedora@loja.example')
  await page.getByLabel('Valor').fill('150')
  const cost = page.getByText(/R\$\s150,00/).first()
  await cost.waitFor()
  const review = page.getByRole('button', { name: 'Conferir' })
  await until('the cashout can be reviewed', () => review.isEnabled())
  await page.getByLabel('Valor').fill('200')
  // The cost on the screen is still that of 150 reais.
  await cost.waitFor()
  assert.equal(await review.isDisabled(), true)
  quotes.resolve()
  await page
    .getByText(/R\$\s200,00/)
    .first()
    .waitFor()
  await review.click()
  await page.getByRole('button', { name: 'Sacar R$ 200,00' }).waitFor()
})

test('a form of the automatic cashout keeps what another person set meanwhile', async (t) => {
  const shop = await world.openShop()
  const path = '/api/user/cashout/schedule'
  const put = async (body: object) => assert.equal((await shop.call('PUT', path, body)).http, 200)
  await put({ enabled: true, frequency: 'DAILY', pixKey: 'caixa@loja.example', reserve: 10_00 })
  const { page, open } = await visitDashboard(t, browser, world, {
    ...{ accountId: shop.accountId, role: 'owner' },
  })
  await open('/cashouts/schedule')
  const least = page.getByLabel('Não sacar menos que')
  await least.fill('20')
  await put({ enabled: false, reserve: 90_00 })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Saque automático salvo.').waitFor()
  const { data } = (await shop.call<CashoutScheduleWire>('GET', path)).body
  assert.deepEqual(
    [data.enabled, data.minimumAmount, data.reserve, data.pixKey],
    [false, 20_00, 90_00, 'caixa@loja.example'],
  )
  // The form begins again with what is set now.
  await least.waitFor({ state: 'hidden' })
  await page.getByRole('switch', { name: 'Ligado' }).click()
  assert.match(await page.getByLabel('Deixar sempre no saldo').inputValue(), /90,00/)
})

test('the person who approves a code sees that its bank did not verify the key', async (t) => {
  const shop = await openShopAt(world, 'woovi')
  const { accountId } = shop
  const approval = { above: 0, by: 'person' } as const
  await changeAccount(world.app, accountId, { cashout: { approval } })
  world.app.accounts.refresh()
  const seller = await world.openShop()
  const { pix } = await seller.sell({ paymentMethod: 'PIX', amount: 80_00 })
  const qrcode = pix?.qrcode ?? assert.fail('a PIX has a code')
  const byCode = { amount: 80_00, qrcode, pixKey: undefined, pixType: undefined }
  const { id } = (await askCashout(shop, byCode)).body.data
  const bruno = await visitDashboard(t, browser, world, { accountId, role: 'finance' })
  const { page } = bruno
  const unverified =
    'O banco não verificou esta chave: o dinheiro pode ir para a chave de outra pessoa.'
  await bruno.open('/approvals')
  await page.getByText(qrcode).waitFor()
  await page.getByText(unverified).waitFor()
  // Its amount is why it waits: there is no other reason to show.
  assert.equal(await page.getByText('Por que espera').count(), 0)
  await assertAccessible(page)
  await bruno.open(`/cashouts/${id}`)
  await page.getByText(unverified).waitFor()
  await page.getByRole('button', { name: 'Aprovar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Aprovar o saque' })
  await dialog.getByText(unverified).waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Aprovar R$ 80,00' }).click()
  await page.getByText('Entregue', { exact: true }).first().waitFor()
  assert.deepEqual(bruno.complaints, [])
})

test('the owner of a key is shown where the bank shows it before a cashout', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  await earn(shop, 500_00)
  const ana = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const { page } = ana
  const review = async (key: string) => {
    await ana.open('/cashouts/new')
    await page.getByLabel('Valor').fill('80')
    await page.getByLabel('Chave PIX').fill(key)
    await page.getByText('Sai do saldo').waitFor()
    await page.getByRole('button', { name: 'Conferir' }).click()
    await page.getByRole('button', { name: 'Ver de quem é a chave' }).click()
  }
  await review('fornecedora@loja.example')
  await page.getByText('O banco não informa o titular antes do pagamento.').waitFor()
  const payout = world.providers.all.woovi ?? assert.fail('the bank is seeded')
  await changeAccount(world.app, accountId, { providers: { ...world.providers.ids, payout } })
  world.app.accounts.refresh()
  await review('inexistente@loja.example')
  await page.getByText('Esta chave não existe.').waitFor()
  await review('fornecedora@loja.example')
  await page.getByText('111.***.***-35').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Sacar R$ 80,00' }).click()
  await page.getByText('Entregue', { exact: true }).first().waitFor()
  assert.deepEqual(ana.complaints, [])
})

test('a cashout goes to an account at a bank, and its fields are corrected', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  await earn(shop, 500_00)
  const ana = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const { page } = ana
  await ana.open('/cashouts/new')
  await page.getByLabel('Valor').fill('80')
  await page.getByText('Conta bancária').click()
  await page.getByLabel('ISPB do banco').fill('1823612')
  await page.getByLabel('Agência').fill('1')
  await page.getByLabel('Conta', { exact: true }).fill('12345-6')
  await page.getByLabel('CPF ou CNPJ do titular').fill('529.982.247-25')
  await page.getByLabel('Nome do titular').fill('Ana Souza')
  await page.getByText('Sai do saldo').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Conferir' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirmar o saque' })
  await confirm.getByText('Conta corrente').waitFor()
  await confirm.getByRole('button', { name: 'Sacar R$ 80,00' }).click()
  await confirm.getByRole('alert').waitFor()
  await confirm.getByRole('button', { name: 'Voltar' }).click()
  const ispb = page.getByLabel('ISPB do banco')
  assert.equal(await ispb.getAttribute('aria-invalid'), 'true')

  await ispb.fill('18236120')
  await page.getByRole('button', { name: 'Conferir' }).click()
  await confirm.getByRole('button', { name: 'Sacar R$ 80,00' }).click()
  await page.getByText('Entregue', { exact: true }).first().waitFor()
  for (const text of ['18236120', '0001', '123456', 'Conta corrente'])
    await page.getByText(text, { exact: true }).first().waitFor()
  await assertAccessible(page)
  assert.deepEqual(ana.complaints, [])
})

test('a cashout pays a Pix code, whose amount corrects the form', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  await earn(shop, 500_00)
  const seller = await world.openShop()
  const { pix } = await seller.sell({ paymentMethod: 'PIX', amount: 80_00 })
  const ana = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const { page } = ana
  await ana.open('/cashouts/new')
  await page.getByLabel('Valor').fill('79')
  await page.getByText('Código PIX').click()
  await page.getByLabel('PIX copia e cola').fill(pix?.qrcode ?? '')
  await page.getByText('Sai do saldo').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Conferir' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirmar o saque' })
  await confirm.getByText('O código é lido no banco quando você confirma').waitFor()
  await confirm.getByRole('button', { name: 'Sacar R$ 79,00' }).click()
  await confirm.getByText('O código PIX cobra R$ 80,00.').waitFor()
  await confirm.getByRole('button', { name: 'Voltar' }).click()
  await page.getByLabel('Valor').fill('80')
  await page.getByRole('button', { name: 'Conferir' }).click()
  await confirm.getByRole('button', { name: 'Sacar R$ 80,00' }).click()
  await page.getByText('Entregue', { exact: true }).first().waitFor()
  await page
    .getByText(pix?.qrcode ?? '')
    .first()
    .waitFor()
  await assertAccessible(page)
  assert.deepEqual(ana.complaints, [])
})
