import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, assertAudited, visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { openSites, plainText, type Sites } from '../kit/sites.ts'

let sites: Sites
let world: World
let browser: Browser
before(async () => {
  sites = await openSites(['loja.localhost'])
  ;[world, browser] = await Promise.all([openWorld(sites.env), openBrowser()])
  const shop = await world.openShop()
  await shop.control('PUT', '/hosts', { 'loja.localhost': sites.address })
})
after(async () => {
  await browser.close()
  await world.close()
  await sites.close()
})

test('a developer registers a domain, corrects it by the diagnosis, and verifies it', async (t) => {
  const { accountId } = await world.newMerchant()
  const visitor = await visitDashboard(t, browser, world, { accountId, role: 'developer' })
  const { page, open, complaints } = visitor
  await open('/device-pay')
  await page.getByRole('button', { name: 'Registrar domínio' }).first().click()
  await page.getByRole('textbox', { name: 'Domínio' }).fill('loja.localhost')
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar domínio' }).click()
  await page.getByRole('heading', { name: 'loja.localhost' }).waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar o arquivo' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'device-pay-merchantid-domain-association')
  const content = await readFile(await download.path(), 'utf8')

  await page.getByRole('button', { name: 'Conferir agora' }).click()
  const diagnosis = page.getByRole('status')
  await diagnosis.getByText('404').first().waitFor()
  await assertAccessible(page)

  sites.set('loja.localhost', plainText(content))
  await page.getByRole('button', { name: 'Conferir agora' }).click()
  await page.getByText('Tudo certo daqui. Falta a adquirente confirmar.').waitFor()

  await page.getByRole('button', { name: 'Verificar', exact: true }).click()
  await page.getByText('Domínio verificado: o botão já aparece.').waitFor()
  await page.getByText('Verificado', { exact: true }).waitFor()
  await assertAudited(
    visitor,
    '/audit?by=person',
    /^Pessoa \d+ registrou o domínio loja\.localhost\.$/,
    /^Pessoa \d+ verificou o domínio loja\.localhost\.$/,
  )
  assert.deepEqual(complaints, [])
})
