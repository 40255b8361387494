import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, assertAudited, visitDashboard } from '../kit/dashboard.ts'
import { examine } from '../kit/dashboard-pages.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser as openClient, password } from '../kit/person.ts'

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld({ GUICHE_SECOND_PERSON: 'on' }), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

/** An operator's person with a second factor, who speaks HTTP. */
async function operator() {
  const { email } = await newPerson(world.app, { accountId: null, role: 'admin' })
  const client = openClient(world.baseUrl)
  await client.post('/api/auth/sign-in', { email, password })
  const { data } = await client.post('/api/auth/totp')
  await client.post('/api/auth/totp/confirm', { code: client.code(data.secret) })
  return client
}

test('limits change when a second person of the operator approves them', async (t) => {
  const { accountId } = await world.newMerchant()
  const first = await operator()
  const limits = { cashout: { limits: { perDay: 777_00 } } }
  const asked = await first.patch(`/api/admin/accounts/${accountId}`, limits)
  assert.equal(asked.status, 202, asked.text)

  // A person of both areas begins with those of the account.
  const both = await visitDashboard(t, browser, world, {
    ...{ accountId, role: 'owner', operatorRole: 'admin' },
  })
  await both.open('/approvals')
  await both.page.getByText('Nada espera decisão').waitFor()
  await both.open('/approvals?of=operator')
  await both.page.getByRole('cell', { name: /R\$\s777,00/ }).waitFor()
  const ofOperator = both.page.getByRole('tab', { name: 'Do operador' })
  assert.equal(await ofOperator.getAttribute('aria-selected'), 'true')

  const visitor = await visitDashboard(t, browser, world, {
    accountId: null,
    role: 'admin',
    hasSecondFactor: true,
  })
  const { page, open, complaints } = visitor
  await open('/approvals')
  await page.getByRole('cell', { name: /R\$\s777,00/ }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Aprovar' }).click()
  await page.getByLabel('Por quê').fill('conferido com o cliente')
  await page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
  await page.getByText('Nada espera decisão').waitFor()
  const changed = await first.get(`/api/admin/accounts/${accountId}`)
  assert.equal(changed.data.cashout.limits.perDay, 777_00)
  await assertAudited(
    visitor,
    '/operator/audit',
    /^Pessoa \d+ pediu aprovação: Mudar a conta Loja Demonstração\.$/,
    /^Pessoa \d+ aprovou: Mudar a conta Loja Demonstração\.$/,
    /^Pessoa \d+ mudou a conta Loja Demonstração\.$/,
  )

  const own = JSON.stringify({ cashout: { limits: { perDay: 888_00 } } })
  await page.evaluate(`fetch('/api/admin/accounts/${accountId}', {
    method: 'PATCH', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(own)},
  })`)
  await open('/approvals')
  await page
    .getByText(
      'Este pedido é seu, ou de quem tem o seu nome ou a sua caixa de e-mail: outra pessoa decide.',
    )
    .waitFor()
  assert.equal(await page.getByRole('button', { name: 'Aprovar' }).count(), 0)
  // An address that names the approvals of an account opens the person's own.
  await open('/approvals?of=account')
  await page.getByRole('button', { name: 'Retirar o pedido' }).click()
  await page.getByText('Nada espera decisão').waitFor()

  // A person with power who was suspended comes back when another person agrees.
  const { personId, email } = await newPerson(world.app, { accountId: null, role: 'finance' })
  assert.equal((await first.post(`/api/admin/people/${personId}/suspension`)).status, 200)
  await open('/operator/people')
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: /^Reativar/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reativar', exact: true }).click()
  await dialog.getByText('Nada mudou ainda.').waitFor()
  await assertAccessible(page)
  const [waiting] = (await first.get('/api/admin/approvals?status=PENDING')).data
  assert.equal((await first.post(`/api/admin/approvals/${waiting.id}/approve`)).status, 200)
  await open('/operator/people')
  await row.getByRole('button', { name: /^Suspender/ }).waitFor()
  assert.deepEqual(complaints, [])
})

test('requests beyond the first page are shown when the person wants them', async (t) => {
  const asker = await operator()
  for (const perDay of [111_00, 222_00]) {
    const { accountId } = await world.newMerchant()
    const change = { cashout: { limits: { perDay } } }
    const asked = await asker.patch(`/api/admin/accounts/${accountId}`, change)
    assert.equal(asked.status, 202, asked.text)
  }
  const { page, open } = await visitDashboard(t, browser, world, {
    ...{ accountId: null, role: 'admin', hasSecondFactor: true },
  })
  await page.route('**/api/admin/approvals?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=1') }),
  )
  await open('/approvals')
  await page.getByRole('cell', { name: /222,00/ }).waitFor()
  assert.equal(await page.getByRole('cell', { name: /111,00/ }).count(), 0)
  await page.getByRole('button', { name: 'Mostrar mais' }).click()
  await page.getByRole('cell', { name: /111,00/ }).waitFor()
})

test('the whole address of an invitation is seen on a narrow phone', async (t) => {
  const email = 'administradora.de.pagamentos@exemplo.com.br'
  const invitation = { email, role: 'admin' }
  const asked = await (await operator()).post('/api/admin/people/invitations', invitation)
  assert.equal(asked.status, 202, asked.text)
  const { page, open } = await visitDashboard(t, browser, world, {
    ...{ accountId: null, role: 'admin', hasSecondFactor: true, isPhone: true },
  })
  await page.setViewportSize({ width: 360, height: 800 })
  await open('/approvals')
  await page.getByRole('cell', { name: email, exact: true }).waitFor()
  assert.equal(await examine('/approvals', page), undefined)
})
