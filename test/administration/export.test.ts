import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../kit/browser.ts'
import { assertAccessible, visitDashboard } from '../kit/dashboard.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { stormSize } from '../kit/storm-size.ts'

let world: World
let browser: Browser
before(async () => {
  ;[world, browser] = await Promise.all([openWorld(), openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

const copies = stormSize(3_000)

const customer = { name: 'Ana Teste', email: 'ana@exemplo.com.br' }

test('a person filters thousands of sales, and exports what the filters find', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const waiting = await shop.sell({ amount: 10_00, paymentMethod: 'PIX', customer })
  const paid = await shop.sell({ amount: 77_00, paymentMethod: 'PIX', customer })
  await shop.pay(paid.pix?.qrcode ?? '')
  await world.app.sql.begin(
    (tx) => tx`
      insert into transactions select (jsonb_populate_record(t, jsonb_build_object(
        'id', gen_random_uuid(), 'secure_id', 'copy' || lpad(n::text, 20, '0'), 'check_at', null,
        'created_at', t.created_at - n * interval '1 second'))).*
      from transactions t, generate_series(1, ${copies}::int) n where t.id = ${waiting.id}`,
    { statementMs: 0 },
  )
  const { page, open, complaints } = await visitDashboard(t, browser, world, {
    accountId,
    role: 'read-only',
  })
  await open('/transactions')
  await page.getByRole('button', { name: 'Mostrar mais' }).waitFor()
  await page.getByRole('button', { name: 'Situação' }).click()
  await page.getByLabel('Paga').check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Situação: Paga' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'R$ 77,00' }).waitFor()
  const unpaid = page.getByRole('row').filter({ hasText: 'R$ 10,00' })
  await unpaid.first().waitFor({ state: 'detached' })
  assert.match(page.url(), /status=PAID/)
  await assertAccessible(page)
  await page.getByRole('searchbox', { name: 'Buscar' }).fill(waiting.id)
  await page.getByText('Nada com estes filtros').waitFor()
  await page.getByRole('searchbox', { name: 'Buscar' }).fill('')
  await page.getByRole('row').filter({ hasText: 'R$ 77,00' }).waitFor()

  // The filters are kept under a name, and come back by it.
  await page.getByRole('button', { name: 'Filtros salvos' }).click()
  await page.getByRole('menuitem', { name: 'Salvar ou remover filtros' }).click()
  await page.getByLabel('Nome dos filtros').fill('Só as pagas')
  await page.getByRole('button', { name: 'Salvar os filtros' }).click()
  await page.getByText('Filtros salvos.').waitFor()
  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await page.getByRole('button', { name: 'Mostrar mais' }).waitFor()
  await page.getByRole('button', { name: 'Filtros salvos' }).click()
  await page.getByRole('menuitem', { name: 'Só as pagas' }).click()
  await page.getByRole('button', { name: 'Situação: Paga' }).waitFor()

  await page.getByRole('button', { name: 'Limpar filtros' }).click()
  await page.getByRole('button', { name: 'Mostrar mais' }).waitFor()
  // A file that does not come is given up, and the next one comes.
  const isCsv = (url: URL) => url.searchParams.get('format') === 'csv'
  await page.route(isCsv, () => {})
  const givenUp = page.waitForEvent('requestfailed', (request) => isCsv(new URL(request.url())))
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  await page.getByText('Preparando o arquivo…').waitFor()
  await page.getByRole('button', { name: 'Cancelar a exportação' }).click()
  await givenUp
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.unroute(isCsv)

  const download = page.waitForEvent('download', { timeout: stormSize(120_000) })
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  const file = await download
  assert.match(file.suggestedFilename(), /^vendas-.*\.csv$/)
  await page.getByText('Arquivo salvo.').waitFor({ timeout: stormSize(120_000) })
  await page.getByText(`${(copies + 2).toLocaleString('pt-BR')} linhas`).waitFor()
  await assertAccessible(page)
  assert.equal(await countLines(await file.path()), copies + 3, 'the heading and every row')
  assert.deepEqual(complaints, [])
})

async function countLines(path: string): Promise<number> {
  let lines = 0
  for await (const chunk of createReadStream(path, 'latin1')) lines += chunk.split('\n').length - 1
  return lines
}

test('the arrows move between rows, and a sale that is made meanwhile is announced', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  for (const amount of [10_00, 20_00, 30_00])
    await shop.sell({ amount, paymentMethod: 'PIX', customer })
  const { page, open } = await visitDashboard(t, browser, world, { accountId, role: 'owner' })
  await open('/transactions')
  await page.getByRole('link', { name: 'R$ 30,00' }).focus()
  await page.keyboard.press('ArrowDown')
  const focused = 'document.activeElement.textContent'
  assert.match(String(await page.evaluate(focused)), /20,00/)

  await shop.sell({ amount: 40_00, paymentMethod: 'PIX', customer })
  await page.getByRole('button', { name: '1 novo: mostrar' }).click()
  await page.getByRole('row').filter({ hasText: 'R$ 40,00' }).waitFor()

  // Only the next reading shows whether the filters find a sale that was made meanwhile.
  const stream = page.waitForResponse(/\/api\/user\/events\/stream/)
  await open('/transactions?status=PAID')
  await page.getByText('Nada com estes filtros').waitFor()
  await stream
  const paid = await shop.sell({ amount: 50_00, paymentMethod: 'PIX', customer })
  await page.getByRole('button', { name: 'Pode haver novos: atualizar' }).waitFor()
  await shop.pay(paid.pix?.qrcode ?? '')
  await shop.webhooks(paid.id, 2)
  await page.getByRole('button', { name: 'Pode haver novos: atualizar' }).click()
  await page.getByRole('row').filter({ hasText: 'R$ 50,00' }).waitFor()

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByLabel('Buscar').fill('Ana Teste')
  await page.getByText('Buscar “Ana Teste” nas transações').click()
  await page.waitForURL(/search=Ana\+Teste/)
})
