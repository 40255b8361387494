import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, newContext, visitDashboard, watchedPage } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, password, totpCode } from '../kit/person.ts'

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

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Você/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await button(page, 'Entrar').click()
}

/** A page at a name, as passkeys need it, with an authenticator that confirms at once. */
async function withAuthenticator(t: TestContext) {
  const context = await newContext(browser)
  t.after(() => context.close())
  const { page, complaints } = await watchedPage(context)
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, complaints, url: world.baseUrl.replace('127.0.0.1', 'localhost') }
}

test('a passkey is created, renamed, used alone, as second factor and as proof', async (t) => {
  const { accountId } = await world.newMerchant()
  const { email } = await newPerson(world.app, { accountId, role: 'owner' })
  const { page, complaints, url } = await withAuthenticator(t)
  const dialog = page.getByRole('dialog')
  await page.goto(`${url}/dashboard/settings?section=security`)
  await signIn(page, email)
  await button(page, 'Criar neste aparelho').click()
  await dialog.getByLabel('Nome da chave de acesso').fill('Notebook')
  await button(page, 'Criar a chave de acesso').click()
  await page.getByText('Notebook', { exact: true }).waitFor()
  await button(page, 'Mudar o nome de Notebook').click()
  await dialog.getByLabel('Nome', { exact: true }).fill('Notebook da loja')
  await button(page, 'Mudar o nome').click()
  await page.getByText('Notebook da loja', { exact: true }).waitFor()
  await assertAccessible(page)

  await signOut(page)
  await button(page, 'Entrar com chave de acesso').click()
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
  await signOut(page)
  await signIn(page, email)
  await page.getByRole('heading', { name: 'Segundo fator' }).waitFor()
  await button(page, 'Usar a chave de acesso').click()
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor()

  await world.app.sql`
    update people.logins set proved_at = now() - interval '1 hour'
    where person_id = (select id from people.persons where email = ${email})`
  world.app.people.logins.refresh()
  await page.goto(`${url}/dashboard/settings?section=security`)
  await button(page, 'Remover Notebook da loja').click()
  await dialog.getByRole('button', { name: 'Remover', exact: true }).click()
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  await proof.getByRole('button', { name: 'Usar a chave de acesso' }).click()
  await page.getByText('Nenhuma chave de acesso ainda.').waitFor()
  assert.deepEqual(complaints, [])
})

test('a person sets up the app, ends another login, and changes the password', async (t) => {
  const { accountId } = await world.newMerchant()
  const visitor = await visitDashboard(t, browser, world, { accountId, role: 'support' })
  const { page, open, complaints, email } = visitor
  const dialog = page.getByRole('dialog')
  await open('/settings?section=security')
  const secrets: string[] = []
  for (const begin of ['Configurar', 'Trocar o aplicativo']) {
    await button(page, begin).click()
    const secret = ((await dialog.locator('pre').textContent()) ?? '').replace(/[^A-Z2-7]/g, '')
    await assertAccessible(page)
    await dialog.getByLabel('Código de seis algarismos').fill(totpCode(secret))
    await dialog.getByLabel('Guardei os códigos').check()
    await button(page, 'Continuar').click()
    await page.getByText('10 ainda valem').waitFor()
    await dialog.waitFor({ state: 'detached' })
    secrets.push(secret)
  }
  assert.equal(new Set(secrets).size, 2)

  const { personId } = visitor
  await world.app.sql.begin((tx) =>
    world.app.people.auth.createLogin(tx, {
      ...{ personId, kind: 'cli', state: 'open', provedAt: null },
      ...{ address: '203.0.113.9', userAgent: 'guiche (caixa)' },
    }),
  )
  await page.reload()
  const other = page.getByRole('listitem').filter({ hasText: '203.0.113.9' })
  await other.getByText(/Linha de comando/).waitFor()
  await other.getByRole('button', { name: /^Encerrar/ }).click()
  await other.waitFor({ state: 'detached' })

  await button(page, 'Trocar a senha').click()
  await dialog.getByLabel('Senha atual').fill(password)
  await dialog.getByLabel('Senha nova').fill('curta')
  await dialog.getByRole('button', { name: 'Trocar a senha' }).click()
  await dialog.locator('.mantine-PasswordInput-error').waitFor()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Senha nova').fill('quatro baldes de tinta amarela')
  await dialog.getByRole('button', { name: 'Trocar a senha' }).click()
  await page.getByText('Senha trocada.').waitFor()
  assert.equal(typeof email, 'string')
  assert.deepEqual(complaints, [])
})

test('a person chooses mails and a name, and reads the terms of the account', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'finance',
    language: 'en',
    scheme: 'dark',
    isPhone: true,
  })
  await open('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Fernanda Reis')
  await button(page, 'Save').click()
  await page.getByText('Details saved.').waitFor()
  await page.getByRole('button', { name: 'You: Fernanda Reis' }).waitFor()

  await page.getByRole('tab', { name: 'Notifications' }).click()
  const cashouts = page.getByRole('switch', { name: /Cashouts of/ })
  await cashouts.waitFor()
  assert.ok(await cashouts.isChecked())
  // The input is hidden under its track.
  await cashouts.dispatchEvent('click')
  await page.getByText('Notification saved.').waitFor()
  await page.reload()
  assert.equal(await cashouts.isChecked(), false)
  assert.ok(await page.getByRole('switch', { name: 'Keys created' }).isDisabled())
  await assertAccessible(page)

  await page.getByRole('tab', { name: 'Account' }).click()
  await page.getByRole('row', { name: /PIX.*On/ }).waitFor()
  await assertAccessible(page)
  assert.deepEqual(complaints, [])
})
