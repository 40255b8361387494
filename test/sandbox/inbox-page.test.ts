import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { systemClock } from '../../src/primitives/clock.ts'
import { openBrowser } from '../kit/browser.ts'
import { openSandbox } from '../kit/sandbox.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** The sandbox's page in a browser, and a gateway that sends webhooks to it. */
async function openPage(t: TestContext) {
  const { sandbox, call } = await openSandbox(t)
  const browser = await openBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on(
    'response',
    (answer) => answer.status() >= 400 && complaints.push(`${answer.status()} ${answer.url()}`),
  )
  await page.goto(sandbox.controlUrl)

  const send = (id: string, status: string, more: object = {}) => {
    const data = { id, status, amount: 25_90, paymentMethod: 'PIX', ...more }
    const body = JSON.stringify({ type: 'transaction', objectId: id, data })
    const at = systemClock().now()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': `${id}-${status}`,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(`${id}-${status}`, at, body),
    }
    return fetch(new URL('/inbox/loja', sandbox.controlUrl), { method: 'POST', headers, body })
  }
  return { page, call, send, complaints, notices: page.locator('.notice') }
}

test('webhooks appear newest first, each with status, transaction and amount', async (t) => {
  const { page, send, notices, complaints } = await openPage(t)
  await page.getByText('Nenhum webhook ainda').waitFor()
  await send('t-1', 'WAITING_PAYMENT')
  await send('t-1', 'PAID')
  await notices.nth(1).waitFor()
  const [newest = '', oldest = ''] = await notices.allInnerTexts()
  for (const part of ['Paga', 't-1', 'R$\u00a025,90', '/inbox/loja', 'assinatura não conferida']) {
    assert(newest.includes(part), `${part} in ${newest}`)
  }
  assert(oldest.includes('Aguardando'))
  assert.equal(await page.getByText('Nenhum webhook ainda').isVisible(), false)
  assert.equal(
    await page.evaluate('document.documentElement.scrollWidth'),
    390,
    'nothing is wider than a phone',
  )
  assert.deepEqual(complaints, [])
})

test('a secret typed on the page marks what has arrived', async (t) => {
  const { page, send, notices } = await openPage(t)
  await send('t-1', 'PAID')
  await notices.getByText('assinatura não conferida').waitFor()
  await page.getByText('Conferir assinaturas').click()
  await page.getByLabel('Caixa').fill('loja')
  await page.getByLabel('Segredo do lojista').fill(secret)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await notices.getByText('assinatura válida').waitFor()
})

test('a notice opens to its JSON, and text from outside stays text', async (t) => {
  const { page, send, notices, complaints } = await openPage(t)
  const name = '<img src=x onerror="document.title=1">"\\'
  await send('t-1', 'PAID', { customer: { name }, note: null })
  await notices.locator('summary').click()
  const shown = await page.locator('.json').textContent()
  assert.deepEqual(JSON.parse(shown ?? '').data.customer, { name })
  assert.equal(await page.title(), 'Sandbox Guichê')
  assert.equal(await notices.locator('img').count(), 0)
  assert.deepEqual(complaints, [])
})

test('an inbox that a script or the page empties is empty in both', async (t) => {
  const { page, call, send, notices } = await openPage(t)
  await send('t-1', 'PAID')
  await notices.waitFor()
  await call('DELETE', '/inbox/loja')
  await page.getByText('Nenhum webhook ainda').waitFor()
  await send('t-2', 'PAID')
  await notices.waitFor()
  await page.getByRole('button', { name: 'Limpar' }).click()
  await page.getByText('Nenhum webhook ainda').waitFor()
  assert.deepEqual((await call('GET', '/inbox/loja')).body, [])
})

test('the inbox offers the faults of a receiver, named in Portuguese', async (t) => {
  const { page, call } = await openPage(t)
  await page.getByLabel('Provedor').selectOption('inbox')
  await page.locator('#fault-name').selectOption('done-then-500')
  assert.equal(await page.locator('#fault-name').locator('option[value="wrong-types"]').count(), 0)
  await page.getByRole('button', { name: 'Provocar' }).click()
  await page.getByText('Lojista (webhooks) · qualquer operação · faz e responde 500 · 1×').waitFor()
  const { waiting } = (await call('GET', '/faults')).body
  assert.deepEqual(waiting, [
    { provider: 'inbox', operation: '*', fault: 'done-then-500', times: 1 },
  ])
})
