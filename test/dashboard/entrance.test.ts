import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { invitePerson } from '../../src/people/invite.ts'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, newContext, visitDashboard, watchedPage } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser as openClient, password, totpCode } from '../kit/person.ts'

let world: World
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

async function visitor(t: TestContext): Promise<BrowserContext> {
  const context = await newContext(browser)
  t.after(() => context.close())
  return context
}

/** Production asks for a second factor of persons who may move money. */
function inProduction(t: TestContext): void {
  const config = world.app.config as { mode: string }
  config.mode = 'production'
  t.after(() => {
    config.mode = 'sandbox'
  })
}

/** Waits for the mail in the inbox of the sandbox, opens it, and follows its link. */
async function followMail(context: BrowserContext, subject: string, to: string): Promise<Page> {
  const inbox = await context.newPage()
  await inbox.goto(`${world.sandbox.controlUrl}/mailbox`)
  await inbox.getByRole('button', { name: to }).filter({ hasText: subject }).click()
  const opened = context.waitForEvent('page')
  await inbox.frameLocator('iframe').locator('a').first().click()
  return opened
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** Two recovery codes of a person, who gets an authenticator app. */
async function recoveryCodesOf(email: string): Promise<[string, string]> {
  const client = openClient(world.baseUrl)
  await client.post('/api/auth/sign-in', { email, password })
  const { secret } = (await client.post('/api/auth/totp')).data
  const { data } = await client.post('/api/auth/totp/confirm', { code: totpCode(secret) })
  return [data.recoveryCodes[0], data.recoveryCodes[1]]
}

test('an invited person follows the mail, protects the login, and signs in', async (t) => {
  inProduction(t)
  const { accountId } = await world.newMerchant()
  const { personId } = await newPerson(world.app, { accountId, role: 'owner' })
  const [owner] = await world.app.sql<{ name: string }[]>`
    select name from people.persons where id = ${personId}`
  const actor = { kind: 'person', id: personId, name: owner?.name ?? '' } as const
  const email = 'fernanda@loja.example'
  await invitePerson({ ...world.app, actor }, { email, accountId, role: 'finance', language: 'pt' })

  const context = await visitor(t)
  const calls: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  const page = await followMail(context, 'Convite para entrar', email)
  await page.getByRole('heading', { name: 'Você foi convidado' }).waitFor()
  const token = new URL(page.url()).hash.slice(1)
  await page.getByText(`${owner?.name} convida você para a conta`).waitFor()
  await page.getByText('com o papel Financeiro').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Seu nome').fill('Fernanda Reis')
  await page.getByLabel('Escolha uma senha').fill('123456789012')
  await page.getByRole('button', { name: 'Aceitar e entrar' }).click()
  await page.locator('.mantine-PasswordInput-error').waitFor()
  await page.getByLabel('Escolha uma senha').fill(password)
  await page.getByRole('button', { name: 'Aceitar e entrar' }).click()

  await page.getByRole('heading', { name: 'Proteja o seu acesso' }).waitFor()
  // The logs of a proxy have the addresses of requests.
  assert.ok(token !== '' && calls.length > 0)
  assert.deepEqual(
    calls.filter((url) => url.includes(token)),
    [],
  )
  await page.getByRole('button', { name: /Aplicativo de códigos/ }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await assertAccessible(page)
  const secret = ((await page.locator('pre').textContent()) ?? '').replace(/[^A-Z2-7]/g, '')
  await page.getByLabel('Código de seis algarismos').fill('000000')
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Código de seis algarismos').fill(totpCode(secret))
  await page.getByRole('heading', { name: 'Guarde os códigos de recuperação' }).waitFor()
  const codes = await page.getByRole('listitem').allTextContents()
  assert.ok(codes.length >= 8, `${codes.length} recovery codes`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Baixar' }).click()
  assert.match((await downloading).suggestedFilename(), /codigos-de-recuperacao\.txt$/)
  const goOn = page.getByRole('button', { name: 'Continuar' })
  assert.ok(await goOn.isDisabled())
  await page.getByLabel('Guardei os códigos').check()
  await goOn.click()
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor()

  await page.getByRole('button', { name: /^Você/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await signIn(page, email)
  await page.getByRole('heading', { name: 'Segundo fator' }).waitFor()
  await assertAccessible(page)
  await page.getByLabel('Código de seis algarismos').fill(totpCode(secret, 1))
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
})

test('a person at the page of the first factor can prove again, and sign out', async (t) => {
  inProduction(t)
  const { accountId } = await world.newMerchant()
  const { email, personId } = await newPerson(world.app, { accountId, role: 'owner' })
  const { page, complaints } = await watchedPage(await visitor(t))
  await page.goto(`${world.baseUrl}/dashboard/sign-in`)
  await signIn(page, email)
  await page.getByRole('heading', { name: 'Proteja o seu acesso' }).waitFor()
  await world.app.sql`
    update people.logins set proved_at = now() - interval '11 minutes'
    where person_id = ${personId}`
  world.app.people.logins.refresh()
  await page.getByRole('button', { name: /Aplicativo de códigos/ }).click()
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  await proof.getByLabel('Senha', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()

  await page.getByRole('button', { name: 'Sair' }).click()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a person who lost the phone signs in with a recovery code, once', async (t) => {
  const { accountId } = await world.newMerchant()
  const { email } = await newPerson(world.app, { accountId, role: 'support' })
  const [lost, kept] = await recoveryCodesOf(email)
  const { page, complaints } = await watchedPage(await visitor(t))
  const enter = async (recoveryCode: string) => {
    await page.goto(`${world.baseUrl}/dashboard/sign-in`)
    await signIn(page, email)
    await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
    await page.getByLabel('Código de recuperação').fill(recoveryCode)
    await page.getByRole('button', { name: 'Confirmar' }).click()
  }
  await enter(lost)
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
  await page.getByRole('button', { name: /^Você/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await enter(lost)
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Código de recuperação').fill(kept)
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a sign-out ends at the sign-in, also while the gateway responds slowly', async (t) => {
  const { accountId } = await world.newMerchant()
  const visitor = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const { page, complaints } = visitor
  await visitor.open('/')
  const frame = page.getByRole('button', { name: /^Você/ })
  // The response about the login comes when the frame of the pages is gone.
  await page.route(/\/api\/auth\/(?:installation|login)$/, async (route) => {
    await frame.waitFor({ state: 'detached' })
    await route.continue()
  })
  await frame.click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  assert.equal(page.url(), `${world.baseUrl}/dashboard/sign-in`)
  assert.deepEqual(complaints, [])
})

test('a forgotten password is replaced with the link of the mail', async (t) => {
  const { accountId } = await world.newMerchant()
  const email = 'esquecida@loja.example'
  await newPerson(world.app, { accountId, role: 'support', email })
  const context = await visitor(t)
  const { page: first, complaints } = await watchedPage(context)
  await first.goto(`${world.baseUrl}/dashboard/sign-in`)
  await first.getByRole('link', { name: 'Esqueci a senha' }).click()
  // The page before it has a field of the same name.
  await first.getByRole('heading', { name: 'Esqueci a senha' }).waitFor()
  await first.getByLabel('E-mail').fill(email)
  await first.getByRole('button', { name: 'Enviar o link' }).click()
  await first.getByRole('heading', { name: 'Confira o seu e-mail' }).waitFor()
  await assertAccessible(first)

  const page = await followMail(context, 'Troca da sua senha', email)
  const link = page.url()
  await page.getByLabel('Senha nova').fill('quatro baldes de tinta amarela')
  await page.getByRole('button', { name: 'Guardar a senha' }).click()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill('quatro baldes de tinta amarela')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('heading', { name: 'Visão geral' }).waitFor()

  await page.goto(link)
  await page.getByLabel('Senha nova').fill('cinco baldes de tinta amarela')
  await page.getByRole('button', { name: 'Guardar a senha' }).click()
  await page.getByRole('heading', { name: 'Este link não vale mais' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a person allows a command line after comparing its code', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page, complaints } = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const terminal = openClient(world.baseUrl)
  const { data: device } = await terminal.post('/api/auth/device')
  await page.goto(device.url)
  await page.getByRole('heading', { name: 'Entrar na linha de comando' }).waitFor()
  assert.equal(await page.getByLabel('Código do programa').inputValue(), device.userCode)
  await assertAccessible(page)
  await page.getByRole('button', { name: 'É o meu, permitir' }).click()
  await page.getByRole('heading', { name: 'Permitido' }).waitFor()
  const { data: poll } = await terminal.post('/api/auth/device/poll', {
    deviceCode: device.deviceCode,
  })
  assert.equal(poll.state, 'approved')
  assert.deepEqual(complaints, [])
})

test('a person without a login sees the sign-in without a complaint in the console', async (t) => {
  const page = await (await visitor(t)).newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(`${world.baseUrl}/dashboard/transactions`)
  await page.getByText('Entre para continuar').waitFor()
  assert.deepEqual(errors, [])
})
