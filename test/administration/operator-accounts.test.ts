import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { openBrowser } from '../kit/browser.ts'
import { askCashout, earn, untilCashout } from '../kit/cashout.ts'
import { assertAccessible, assertAudited, type Visitor, visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser as openClient, password } from '../kit/person.ts'
import { openShop, type Shop } from '../kit/shop.ts'

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld({ GUICHE_SECOND_PERSON: 'on' }), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

const administrator = (t: Parameters<typeof visitDashboard>[0]): Promise<Visitor> =>
  visitDashboard(t, browser, world, { accountId: null, role: 'admin', hasSecondFactor: true })

/** Approves what waits, as another person of the operator. */
async function approveAll(): Promise<void> {
  const { email } = await newPerson(world.app, { accountId: null, role: 'admin' })
  const client = openClient(world.baseUrl)
  await client.post('/api/auth/sign-in', { email, password })
  const { data } = await client.post('/api/auth/totp')
  await client.post('/api/auth/totp/confirm', { code: client.code(data.secret) })
  const waiting = await client.get('/api/admin/approvals?status=PENDING')
  assert.ok(waiting.data.length > 0, waiting.text)
  for (const { id } of waiting.data) {
    const decided = await client.post(`/api/admin/approvals/${id}/approve`, {})
    assert.equal(decided.status, 200, decided.text)
  }
}

async function sellCard(shop: Shop, amount: number): Promise<string> {
  const { status } = await shop.sell({
    ...{ paymentMethod: 'CREDIT_CARD', amount, installments: 1 },
    customer: { name: 'Ana Teste', email: 'ana@exemplo.com.br' },
    card: {
      number: '4024007153760011',
      holderName: 'Ana Teste',
      expirationMonth: 12,
      expirationYear: 2031,
      cvv: '123',
    },
  })
  return status
}

const salesAt = async (shop: Shop, provider: string, amount: number): Promise<number> =>
  (await shop.calls({ provider, operation: 'sale', amount })).length

test('an operator opens an account, sells with its key, and switches its acquirer', async (t) => {
  const visitor = await administrator(t)
  const { page, open, complaints } = visitor
  const choose = async (field: string, name: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name }).click()
  }
  const next = () => page.getByRole('button', { name: 'Continuar' }).click()
  await open('/operator/accounts/new')
  await page.getByLabel('Nome', { exact: true }).fill('Padaria Sol')
  await page.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-81')
  await next()
  await choose('Adquirente', 'Cielo (sandbox)')
  await choose('Banco do PIX', 'Banco PIX (sandbox)')
  await choose('Banco do boleto', 'Banco do Brasil (sandbox)')
  await next()
  await page.getByRole('group', { name: 'PIX' }).getByLabel('Porcentagem').fill('0,99')
  await assertAccessible(page)
  await next()
  await page.getByLabel('Maior cobrança').fill('5000')
  await next()
  await page.getByText('0,99%').waitFor()
  await page.getByText('Cielo (sandbox)').waitFor()
  await page.getByRole('button', { name: 'Abrir conta' }).click()
  await page.getByRole('heading', { name: 'Chaves da conta' }).waitFor()

  // An owner moves money, and so does a secret key: the second person decides.
  await page.getByLabel('E-mail do dono').fill('dona@padariasol.com.br')
  await page.getByRole('button', { name: 'Enviar o convite' }).click()
  await page.getByText('sai quando outra pessoa do operador aprovar').waitFor()
  await page.getByRole('button', { name: 'Criar as chaves' }).click()
  await page.getByText('Espera outra pessoa').waitFor()
  await page.getByText(/^pk_/).waitFor()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await page.getByRole('heading', { level: 1, name: 'Padaria Sol' }).waitFor()
  await page.getByRole('button', { name: 'Suspender' }).waitFor()
  const accountId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await approveAll()
  await open('/approvals?show=all')
  await page.getByRole('button', { name: 'Ver o que foi criado' }).click()
  const secretKey = (await page.getByText(/^sk_/).textContent()) ?? ''
  const shop = openShop({
    baseUrl: world.baseUrl,
    sandboxUrl: world.sandbox.controlUrl,
    receiver: world.receiver,
    merchant: { accountId, secretKey: secretKey.trim(), publicKey: '' },
  })
  assert.equal(await sellCard(shop, 61_00), 'PAID')
  assert.deepEqual(
    [await salesAt(shop, 'cielo', 61_00), await salesAt(shop, 'rede', 61_00)],
    [1, 0],
  )

  await open(`/operator/accounts/${accountId}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Mudar: Limites de cobrança' }).click()
  await dialog.getByLabel('Maior cobrança').fill('')
  await dialog.getByText('Escreva um valor.').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Salvar' }).isDisabled(), true)
  await dialog.getByRole('button', { name: 'Voltar' }).click()
  await page.getByRole('button', { name: 'Mudar: Provedores' }).click()
  await choose('Adquirente', 'Rede (sandbox)')
  const change = dialog.getByRole('row', { name: /Adquirente/ })
  await change.getByText('Cielo (sandbox)').waitFor()
  await change.getByText('Rede (sandbox)').waitFor()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByText('Nada mudou ainda.').waitFor()
  await assertAccessible(page)
  assert.equal(await sellCard(shop, 62_00), 'PAID')
  assert.equal(await salesAt(shop, 'cielo', 62_00), 1, 'nothing has changed yet')
  await approveAll()
  await open(`/operator/accounts/${accountId}`)
  await page.getByText('Rede (sandbox)').waitFor()
  assert.equal(await sellCard(shop, 63_00), 'PAID')
  assert.deepEqual(
    [await salesAt(shop, 'cielo', 63_00), await salesAt(shop, 'rede', 63_00)],
    [0, 1],
  )

  await page.getByRole('tab', { name: 'Transações' }).click()
  await page.getByText('R$ 63,00').waitFor()
  await page.getByRole('group', { name: 'Filtros' }).getByRole('button', { name: 'Valor' }).click()
  await page.getByLabel('Até').fill('61,00')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByText('R$ 63,00').waitFor({ state: 'detached' })
  const sale = page.getByRole('link', { name: 'R$ 61,00' })
  await page.reload()
  await sale.waitFor()
  await sale.click()
  await page.getByRole('heading', { level: 1, name: 'R$ 61,00' }).waitFor()
  await page.getByText(/^Código da adquirente/).waitFor()
  await page.goBack()
  await sale.waitFor()
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await page.getByText('R$ 63,00').waitFor()
  await page.getByRole('tab', { name: 'Pessoas' }).click()
  await page.getByText('dona@padariasol.com.br').waitFor()
  await page.getByRole('button', { name: 'Convidar' }).click()
  await dialog.getByLabel('E-mail', { exact: true }).fill('leitura@padariasol.com.br')
  await choose('Papel', 'Leitura')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('leitura@padariasol.com.br').waitFor()
  await assertAccessible(page)
  await assertAudited(
    visitor,
    `/operator/audit?accountId=${accountId}&by=person`,
    /^Pessoa \d+ abriu a conta Padaria Sol\.$/,
    /^Pessoa \d+ criou a chave /,
    /^Pessoa \d+ mudou a conta Padaria Sol\.$/,
    /^Pessoa \d+ convidou leitura@padariasol\.com\.br\.$/,
  )
  assert.deepEqual(complaints, [])
})

test('a suspension says what stops, and is shown where the account is', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page, open, complaints } = await administrator(t)
  await open('/')
  assert.match(page.url(), /\/dashboard\/operator$/, 'the operator has a page of its own')
  await page.getByRole('heading', { name: 'Precisa de você' }).waitFor()
  await assertAccessible(page)
  await open(`/operator/accounts/${accountId}`)
  await page.getByRole('button', { name: 'Suspender' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Todas as chaves da conta são recusadas').waitFor()
  await dialog.getByText('Webhooks são entregues.').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Suspender' }).click()
  await page.getByText('As chaves são recusadas, e saques e devoluções esperam.').waitFor()
  await open('/operator/accounts?status=suspended')
  await page.getByRole('link', { name: 'Loja Demonstração' }).waitFor()
  assert.equal(await page.getByRole('row').count(), 2, 'the head, and the suspended account')

  await open(`/operator/accounts/${accountId}`)
  await page.getByRole('button', { name: 'Encerrar a suspensão' }).click()
  await dialog.getByRole('button', { name: 'Encerrar a suspensão' }).click()
  await dialog.getByText('Nada mudou ainda.').waitFor()
  await approveAll()
  await open(`/operator/accounts/${accountId}`)
  await page.getByText('Ativa', { exact: true }).waitFor()
  assert.deepEqual(complaints, [])
})

test('an operator reads the health of a provider, and changes its credentials', async (t) => {
  const { page, open, complaints } = await administrator(t)
  await open('/operator/providers')
  await page.getByRole('link', { name: 'Rede (sandbox)' }).click()
  await page.getByRole('heading', { name: 'Por operação' }).waitFor()
  await page.getByRole('button', { name: 'Credenciais e avisos' }).click()
  await page.getByRole('menuitem', { name: 'Trocar credenciais' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('baseUrl').fill('https://rede.exemplo.com.br')
  await dialog.getByLabel('affiliation').fill('123456')
  await dialog.getByLabel('tokenUrl').fill('https://rede.exemplo.com.br/token')
  await dialog.getByRole('textbox', { name: /^token\b/ }).fill('uma-chave-de-integracao')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByText('Nada mudou ainda.').waitFor()
  assert.deepEqual(complaints, [])
})

test('an operator approves a cashout from the overview, and finds its webhook', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  await earn(shop, 500_00)
  await changeAccount(world.app, accountId, {
    cashout: { approval: { above: 100_00, by: 'person' } },
  })
  world.app.accounts.refresh()
  const ask = async (amount: number, pixKey: string) =>
    (await askCashout(shop, { amount, pixKey })).body.data.id
  const first = await ask(150_00, 'fornecedora@loja.example')
  const second = await ask(120_00, 'outra@loja.example')

  const { page, open, complaints } = await administrator(t)
  await open('/operator')
  await page.getByRole('link', { name: '2 saques esperam aprovação' }).click()
  await page.getByRole('heading', { level: 1, name: 'Saques a aprovar' }).waitFor()
  const row = (amount: string) => page.getByRole('row').filter({ hasText: amount })
  await row('R$ 150,00').getByText('Loja Demonstração').waitFor()
  await assertAccessible(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Negar o saque de R$ 120,00' }).click()
  await dialog.getByText('Da conta Loja Demonstração').waitFor()
  await dialog.getByRole('button', { name: 'Negar' }).click()
  await row('R$ 120,00').waitFor({ state: 'detached' })
  await untilCashout(shop, second, 'CANCELED')

  await page.getByRole('link', { name: 'R$ 150,00' }).click()
  await page.getByText('fornecedora@loja.example').first().waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Aprovar o saque de R$ 150,00' }).click()
  await dialog.getByText('R$ 150,00 vão para fornecedora@loja.example.').waitFor()
  await dialog.getByRole('button', { name: 'Aprovar R$ 150,00' }).click()
  await page.getByText('Saque aprovado.').waitFor()
  await untilCashout(shop, first, 'COMPLETED')
  await page.reload()
  await page.getByText('Comprovante de PIX').waitFor()
  await page.getByRole('table', { name: 'Lançamentos' }).waitFor()
  await page.getByRole('link', { name: 'Saques a aprovar' }).first().click()
  await page.getByText('Nenhum saque espera aprovação').waitFor()

  await open(`/operator/accounts/${accountId}?part=cashouts`)
  await page.getByRole('link', { name: 'R$ 150,00' }).click()
  await page.getByText('Comprovante de PIX').waitFor()
  await page.getByRole('link', { name: 'Loja Demonstração' }).click()
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: 'Pagamento confirmado' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Pagamento confirmado' }).waitFor()
  await page.getByText('Tentativa 1').waitFor()
  await page.getByText('"transaction.paid"').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Enviar de novo' }).count(), 0)
  await assertAccessible(page)

  // A cashout whose bank is silent is opened from the work that is stuck.
  const stuck = await ask(110_00, 'terceira@loja.example')
  await world.app.sql`
    update cashouts
    set status = 'PROCESSING', version = version + 1, sent_at = now() - interval '31 minutes',
      check_at = now() + interval '1 hour'
    where id = ${stuck}`
  await open('/operator/work')
  await page.getByRole('article').getByRole('link', { name: stuck }).click()
  await page.getByRole('heading', { level: 1, name: 'R$ 110,00' }).waitFor()
  await page.getByText('No banco', { exact: true }).waitFor()

  // The oldest item of a queue is opened too: here a cashout of an account that is suspended. Its
  // amount waits for a person, so no worker sends it meanwhile.
  const held = await ask(105_00, 'quarta@loja.example')
  await world.app.sql`update accounts set status = 'suspended' where id = ${accountId}`
  await world.app.sql`
    update cashouts set check_at = now() - interval '2 minutes' where id = ${held}`
  await open('/operator/work')
  await page.getByRole('table', { name: 'Filas' }).getByRole('link', { name: held }).click()
  await page.getByRole('heading', { level: 1, name: 'R$ 105,00' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a key whose time is over is shown as expired', async (t) => {
  const { accountId } = await world.newMerchant()
  await world.app.sql`
    update api_keys set expires_at = now() - interval '1 minute'
    where account_id = ${accountId} and kind = 'public'`
  const { page, open } = await administrator(t)
  await open(`/operator/accounts/${accountId}?part=keys`)
  const keys = page.getByRole('table', { name: 'Chaves' })
  const active = keys.getByRole('row', { name: /Ativa/ })
  await active.getByRole('button', { name: /^Revogar a chave \S/ }).waitFor()
  const ended = keys.getByRole('row', { name: /Vencida/ })
  await ended.waitFor()
  assert.equal(await ended.getByRole('button').count(), 0)
})

test('an emptied price cannot be saved, and what is written next is the price', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page, open } = await administrator(t)
  await open(`/operator/accounts/${accountId}`)
  await page.getByRole('button', { name: 'Mudar: Preços' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Salvar' })
  const pix = dialog.getByRole('group', { name: 'PIX', exact: true })
  for (const [name, key, written] of [
    ['Porcentagem', '1', '1%'],
    ['Fixo', '5', 'R$ 5,00'],
    ['Fixo', '7', 'R$ 7,00'],
    ['Porcentagem', '2', '2%'],
  ] as const) {
    const field = pix.getByLabel(name)
    await field.press('ControlOrMeta+a')
    await field.press('Backspace')
    await pix.getByText('Escreva um valor.').waitFor()
    assert.equal(await field.inputValue(), '')
    assert.equal(await save.isDisabled(), true)
    await field.press(key)
    await pix.getByText('Escreva um valor.').waitFor({ state: 'detached' })
    assert.equal(await field.inputValue(), written)
  }
  assert.equal(await save.isEnabled(), true)
})
