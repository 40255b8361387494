import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, newContext, visitDashboard, watchedPage } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, password } from '../kit/person.ts'
import { openShop } from '../kit/shop.ts'

const customer = { name: 'Ana Teste', email: 'ana@exemplo.com.br' }

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

test('a person signs in with a password, and the page that the link named opens', async (t) => {
  const { accountId } = await world.newMerchant()
  const { email } = await newPerson(world.app, { accountId, role: 'finance' })
  const context = await newContext(browser)
  t.after(() => context.close())
  const { page, complaints } = await watchedPage(context)
  await page.goto(`${world.baseUrl}/dashboard/transactions?status=PAID`)
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await assertAccessible(page)

  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill('uma senha qualquer de outra pessoa')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('alert').waitFor()

  const pagesBefore = await page.evaluate('history.length')
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'Transações' }).waitFor()
  // The page takes the place of the sign-in, so that the button back does not lead there.
  assert.equal(await page.evaluate('history.length'), pagesBefore)
  assert.match(page.url(), /\/dashboard\/transactions\?status=PAID$/)

  // A sign-out that did not reach the gateway leaves the person signed in, and says so.
  await page.route('**/api/auth/sign-out', (route) => route.abort())
  const signOut = async () => {
    await page.getByRole('button', { name: /^Você: / }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
  }
  await signOut()
  await page.getByText('Você ainda não saiu').waitFor()
  await page.getByRole('heading', { name: 'Transações' }).waitFor()
  await page.unroute('**/api/auth/sign-out')
  await signOut()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('a sale that is paid while the list is open changes in its place', async (t) => {
  const merchant = await world.newMerchant()
  const { baseUrl, receiver } = world
  const shop = openShop({ baseUrl, sandboxUrl: world.sandbox.controlUrl, receiver, merchant })
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId: merchant.accountId,
    role: 'read-only',
  })
  const stream = page.waitForResponse(/\/api\/user\/events\/stream/)
  await open('/transactions')
  await page.getByText('Nenhuma venda ainda').waitFor()
  await stream
  // The first row of an empty list appears by itself.
  const sale = await shop.sell({ amount: 1990, paymentMethod: 'PIX', customer })
  const row = page.getByRole('row').filter({ hasText: '19,90' })
  await row.getByText('Aguardando').waitFor()
  await shop.pay(sale.pix?.qrcode ?? '')
  await row.getByText('Paga').waitFor()
  await assertAccessible(page)
  assert.deepEqual(complaints, [])
})
