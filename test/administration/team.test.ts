import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser as openClient, password } from '../kit/person.ts'

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

test('an owner invites, gives a role, removes, and the audit log says so', async (t) => {
  const { accountId } = await world.newMerchant()
  const visitor = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const { page, open, complaints } = visitor
  const other = await newPerson(world.app, { accountId, role: 'support' })
  await open('/team')
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row').filter({ hasText: other.email })
  await row.getByText('Atendimento').waitFor()
  await assertAccessible(page)

  await page.getByRole('button', { name: 'Criar um papel' }).click()
  await dialog.getByLabel('Nome do papel').fill('Caixa')
  await dialog.getByRole('group', { name: 'Transações' }).getByLabel('Criar cobranças.').check()
  await dialog.getByLabel('Ver transações e seus passos.').check()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Salvar o papel' }).click()
  await page.getByRole('button', { name: /Caixa.*nenhuma pessoa · 2 permissões/ }).waitFor()

  await page.getByRole('button', { name: 'Convidar' }).click()
  await dialog.getByLabel('E-mail', { exact: true }).fill('nova@loja.example')
  await dialog.getByRole('combobox', { name: 'Papel' }).click()
  await page.getByRole('option', { name: 'Caixa' }).click()
  await dialog.getByRole('region', { name: 'Este papel pode' }).getByText('Criar cob').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Enviar o convite' }).click()
  await page.getByText('Convite enviado.').waitFor()
  await page.getByRole('button', { name: 'Retirar o convite de nova@loja.example' }).click()
  await dialog.getByRole('button', { name: 'Retirar', exact: true }).click()
  await page.getByText('Convite retirado.').waitFor()
  await page.getByText('nova@loja.example').waitFor({ state: 'detached' })

  await row.getByRole('button', { name: /^Trocar o papel/ }).click()
  await dialog.getByRole('combobox', { name: 'Papel' }).click()
  await page.getByRole('option', { name: 'Caixa' }).click()
  await dialog.getByRole('button', { name: 'Trocar o papel' }).click()
  await row.getByText('Caixa').waitFor()
  await row.getByRole('button', { name: /^Remover/ }).click()
  await dialog.getByRole('button', { name: 'Remover', exact: true }).click()
  await page.getByText('Acesso tirado.').waitFor()
  await row.waitFor({ state: 'detached' })

  await open('/audit')
  const entry = page.locator('details').filter({ hasText: 'mudou o papel de' })
  await entry.locator('summary').click()
  const changes = entry.getByRole('table', { name: 'O que mudou' })
  await changes.getByRole('row', { name: /role.*support.*Caixa/ }).waitFor()
  for (const text of ['criou o papel Caixa', 'convidou nova@', 'tirou o acesso de'])
    await page.getByText(text).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Por quem' }).click()
  await page.getByLabel('Chaves').check()
  await page.getByText('convidou nova@').waitFor({ state: 'detached' })
  assert.match(page.url(), /by=key/)
  assert.deepEqual(complaints, [])
})

test('a person of the finances sees no keys, and a link to them says why', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'finance',
    language: 'en',
  })
  await open('/team')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Cashouts' }).waitFor()
  assert.equal(await menu.getByRole('link', { name: 'Developers' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Invite' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)

  await open('/developers')
  await page.getByRole('heading', { name: 'You have no access to this page' }).waitFor()
  await page.getByText('Your role does not allow: See the keys of the account.').waitFor()
  await assertAccessible(page)
  assert.deepEqual(complaints, [])
})

test('a person is not offered to change an owner', async (t) => {
  const { accountId } = await world.newMerchant()
  const owner = await newPerson(world.app, { accountId, role: 'owner' })
  const client = openClient(world.baseUrl)
  await client.post('/api/auth/sign-in', { email: owner.email, password })
  const permissions = ['people:read', 'people:write', 'transactions:read']
  const { data } = await client.post('/api/user/roles', { name: 'Gerente', permissions })
  assert(data?.role)
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: data.role })
  const colleague = await newPerson(world.app, { accountId, role: data.role })
  await open('/team')
  const rowOf = ({ email }: { readonly email: string }) =>
    page.getByRole('row').filter({ hasText: email })
  await rowOf(colleague)
    .getByRole('button', { name: /^Remover/ })
    .waitFor()
  await rowOf(owner).waitFor()
  assert.equal(await rowOf(owner).getByRole('button').count(), 0)
})

test('a new name of a role leaves the permissions that another person took away', async (t) => {
  const { accountId } = await world.newMerchant()
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  const { email } = await newPerson(world.app, { accountId, role: 'owner' })
  const other = openClient(world.baseUrl)
  await other.post('/api/auth/sign-in', { email, password })
  const both = { name: 'Caixa', permissions: ['cashouts:read', 'cashouts:create'] }
  const { data: role, text } = await other.post('/api/user/roles', both)
  assert.ok(role?.id, text)
  await open('/team')
  await page.getByRole('button', { name: /^Caixa/ }).click()
  await page.getByRole('button', { name: 'Mudar o papel Caixa' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Salvar o papel' })
  assert.equal(await save.isDisabled(), true, 'nothing differs')
  await dialog.getByLabel('Nome do papel').fill('Caixa da manhã')
  await other.patch(`/api/user/roles/${role.id}`, { permissions: ['cashouts:read'] })
  await save.click()
  await page.getByRole('button', { name: /^Caixa da manhã.*1 permiss/ }).waitFor()
})
