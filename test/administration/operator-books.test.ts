import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { localDate } from '../../src/brazil/local-time.ts'
import { openCase } from '../../src/cases/open-case.ts'
import { openBrowser } from '../kit/browser.ts'
import { moveTo } from '../kit/calendar.ts'
import { assertAccessible, assertAudited, visitDashboard } from '../kit/dashboard.ts'
import { soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { until } from '../kit/time-limit.ts'

let world: World
let browser: Browser
before(async () => {
  const opened = openWorld({ GUICHE_SECOND_PERSON: 'on' }, { readsFiles: true })
  ;[world, browser] = await Promise.all([opened, openBrowser()])
})
after(async () => {
  await browser.close()
  await world.close()
})

const visitOperator = (t: Parameters<typeof visitDashboard>[0], role: string) =>
  visitDashboard(t, browser, world, { accountId: null, role, hasSecondFactor: true })

test('a list whose next page fails says so, and is not read again and again', async (t) => {
  const { page, open } = await visitOperator(t, 'finance')
  const entries = /\/api\/admin\/ledger\/entries/
  let readings = 0
  await page.route(entries, async (route) => {
    readings += 1
    const isFirst = !route.request().url().includes('cursor=')
    await route.fulfill({
      status: isFirst ? 200 : 400,
      json: isFirst
        ? { message: '', data: [], error: null, pagination: { nextCursor: 'next' } }
        : { message: 'Recusado.', data: null, error: { code: 'refused', message: 'Recusado.' } },
    })
  })
  await open('/operator/ledger/entries')
  await page.getByRole('alert').getByText('Recusado.').waitFor()
  assert.equal(readings, 2)
})

test('a person of the operator closes a case, and the audit log has it', async (t) => {
  await openCase(world.app, world.providers.ids.pix ?? '', {
    ...{ kind: 'payout-answer-differs', subject: 'a payout', reference: 'E123' },
    ...{ expected: { amount: 100_00 }, found: { amount: 99_00 } },
  })
  const visitor = await visitOperator(t, 'finance')
  const { page, open, complaints } = visitor
  await open('/operator/reconciliation')
  await page.getByRole('link', { name: 'O banco informa outro resultado do envio' }).click()
  const sides = page.getByRole('table', { name: 'Os dois lados' })
  await sides.getByRole('row', { name: /Valor R\$\s100,00 R\$\s99,00 Difere/ }).waitFor()
  await assertAccessible(page)

  await page.getByText(/^Por você, com um motivo/).waitFor()
  assert.equal(await page.getByText(/^Sozinho/).count(), 0)
  await page.getByRole('button', { name: 'Encerrar o caso' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Encerrar o caso' }).click()
  await dialog.getByText('Escreva o motivo.').waitFor()
  await dialog.getByLabel('O que se descobriu').fill('O banco corrigiu o arquivo dele.')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Encerrar o caso' }).click()
  await page.getByRole('heading', { name: 'Como se encerrou' }).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('O banco corrigiu o arquivo dele.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Encerrar o caso' }).count(), 0)

  await page.getByRole('link', { name: 'Conciliação' }).first().click()
  await page.getByText('Tudo confere').waitFor()
  await assertAudited(visitor, '/operator/audit', /^Pessoa \d+ encerrou o caso de conciliação E123/)
  assert.deepEqual(complaints, [])
})

test('a correction waits for a second person, and is then an entry of its book', async (t) => {
  const shop = await world.openShop()
  const { accountId } = shop
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 50_000 })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)

  const first = await visitOperator(t, 'finance')
  await first.open(`/operator/ledger/corrections?accountId=${accountId}`)
  await first.page.getByRole('button', { name: 'Nova correção' }).click()
  const dialog = first.page.getByRole('dialog')
  await choose(first.page, 'Debitar (de onde sai)', 'Disponível')
  await choose(first.page, 'Creditar (onde entra)', 'Disponível')
  await dialog.getByLabel('Valor').fill('12,34')
  await dialog.getByLabel('Motivo').fill('Tarifa do banco que faltou.')
  await dialog.getByRole('button', { name: 'Ver o efeito' }).click()
  await dialog.getByText('Os dois lados são o mesmo livro.').waitFor()
  await choose(first.page, 'Creditar (onde entra)', 'Tarifas da plataforma')
  await dialog.getByRole('button', { name: 'Ver o efeito' }).click()
  const { body } = await shop.call<{ readonly available: number }>(
    'GET',
    '/api/user/wallet/balance',
  )
  const after = dialog.getByRole('row', { name: new RegExp(reais(body.data.available - 12_34)) })
  await after.waitFor()
  await assertAccessible(first.page)
  await dialog.getByRole('button', { name: 'Lançar a correção' }).click()
  await dialog.getByText('Espera outra pessoa').waitFor()
  await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  await first.page.getByText('Nada com estes filtros').waitFor()

  const second = await visitOperator(t, 'admin')
  await second.open('/approvals')
  await second.page.getByRole('cell', { name: 'Tarifa do banco que faltou.' }).waitFor()
  await second.page.getByRole('button', { name: 'Aprovar' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
  await second.page.getByText('Nada espera decisão').waitFor()

  await first.open('/operator/ledger')
  await first.page.getByText('O balancete fecha').waitFor()
  await assertAccessible(first.page)
  await first.page.getByRole('link', { name: 'Tarifas da plataforma' }).click()
  const entry = first.page.getByRole('row').filter({ hasText: 'Correção' })
  await entry.getByText(/12,34/).waitFor()
  await assertAccessible(first.page)

  const what = 'Corrigir os livros da conta Loja Demonstração'
  await assertAudited(
    first,
    '/operator/audit',
    new RegExp(`pediu aprovação: ${what}`),
    new RegExp(`aprovou: ${what}`),
    new RegExp(`aplicou o que foi aprovado: ${what}`),
  )
  await assertAudited(
    first,
    `/operator/audit?accountId=${accountId}&by=person`,
    /^Pessoa \d+ corrigiu os livros com o lançamento /,
  )
  await assertAccessible(first.page)
  assert.deepEqual([...first.complaints, ...second.complaints], [])
})

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(field, { exact: true }).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const reais = (cents: number): string =>
  (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 })

const nextDay = () => moveTo(world, `${localDate(world.app.clock.now()).add({ days: 1 })}T12:00`)

test('a case leads to the line of its file, and to the sale of the account', async (t) => {
  const shop = await world.openShop()
  await nextDay()
  const sale = await soldByCard(shop, 123_45)
  await shop.control('POST', '/faults', {
    ...{ provider: 'cielo', operation: 'settlement-file', fault: 'wrong-amount', times: 1 },
  })
  await nextDay()
  const { page, open, complaints } = await visitOperator(t, 'finance')
  await open('/operator/reconciliation')
  await page.getByRole('link', { name: 'Valor da venda' }).click()
  await page.getByText(/^Sozinho: quando os dois lados conferirem/).waitFor()
  await page.getByRole('link', { name: /^Arquivo \d+, linha \d+$/ }).click()
  await page.getByRole('heading', { name: 'Casos deste arquivo' }).waitFor()
  const lines = page.getByRole('table', { name: 'Linhas do arquivo' })
  const line = lines.getByRole('row').filter({ hasText: sale.id })
  await line.getByRole('link', { name: 'Valor da venda' }).waitFor()
  assert.equal(await lines.getByText('Confere').count(), 0, 'only lines with a case')
  await page.getByText('Todas', { exact: true }).click()
  await lines.getByText('Confere').first().waitFor()
  await assertAccessible(page)

  await line.getByRole('link', { name: sale.id }).first().click()
  await page.getByRole('heading', { level: 1, name: /R\$\s123,45/ }).waitFor()
  await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
  await page.getByRole('link', { name: 'Loja Demonstração' }).waitFor()
  await page.getByRole('table', { name: 'Lançamentos' }).waitFor()
  await assertAccessible(page)
  await open('/operator/reconciliation/files')
  await page.getByRole('button', { name: 'Provedor' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('calls and files of providers are shown by the time that a sandbox moved', async (t) => {
  const { app, providers } = world
  const shop = await world.openShop()
  await nextDay()
  await soldByCard(shop, 100_00)
  await nextDay()
  const since = app.clock.now()
  await soldByCard(shop, 100_00)
  await until('the call is stored', async () => {
    const rows = await app.sql`
      select from provider_signs
      where provider_id = ${providers.ids.card ?? ''} and answered_at >= ${since}`
    return rows.length === 1
  })
  const lately = /^(?:agora|há .+)$/
  const { page, open } = await visitOperator(t, 'auditor')
  await open(`/operator/providers/${providers.ids.card}`)
  await page.getByRole('definition').filter({ hasText: lately }).first().waitFor()
  await open('/operator/reconciliation/files')
  await page.getByRole('cell', { name: lately }).first().waitFor()
})

test('the lines of a file that is being read are not compared yet', async (t) => {
  const { page, open } = await visitOperator(t, 'finance')
  const none = { count: 0, isMore: false }
  const at = world.app.clock.now().toISOString()
  const file = {
    ...{ id: '0197a1b2-0000-7000-8000-000000000001', name: 'vendas.txt', status: 'READING' },
    ...{ providerId: world.providers.ids.card, sequence: 7, date: null, merchant: null, rows: 1 },
    ...{ sha256: null, startedAt: at, readAt: null, hasLines: true },
    ...{ openCases: none, closedCases: none },
  }
  const line = {
    ...{ line: 1, kind: 'sale', number: null, parts: null, amount: 100_00, net: null, cases: [] },
    ...{ reference: 'a', providerReference: null, date: null, facts: null, object: null },
  }
  const answer = (data: unknown) => ({
    json: { message: '', data, error: null, pagination: { nextCursor: null } },
  })
  const path = `**/api/admin/reconciliation/files/${file.id}`
  await page.route(path, (route) => route.fulfill(answer(file)))
  await page.route(`${path}/lines?*`, (route) => route.fulfill(answer([line])))
  await open(`/operator/reconciliation/files/${file.id}`)
  const lines = page.getByRole('table', { name: 'Linhas do arquivo' })
  await lines.getByText('Ainda não comparada').waitFor()
  assert.equal(await lines.getByText('Confere').count(), 0)
})

test('a run asks for the provider by its name', async (t) => {
  const { page, open } = await visitOperator(t, 'finance')
  await open('/operator/reconciliation')
  await page.getByRole('button', { name: 'Conciliar agora' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Provedor', exact: true }).waitFor()
})
