import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TSchema } from 'typebox'
import {
  CashoutApprovalQuestion,
  CashoutWebhook,
  PaymentLinkWebhook,
  PingWebhook,
  TransactionWebhook,
} from '../../contract/webhook.ts'
import { issuesOf } from '../../src/http/request/validation.ts'
import { askCashout, earn } from '../kit/cashout.ts'
import { newLink } from '../kit/checkout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Received } from '../kit/receiver.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

test('webhooks and approval requests have the fields of the contract', async () => {
  const shop = await world.openShop()
  await earn(shop, 200_00)
  const postbackUrl = `${world.receiver.url}/webhook`
  const boleto = await shop.sell({
    paymentMethod: 'BOLETO',
    amount: 50_00,
    customer: payer,
    postbackUrl,
  })
  await shop.pay((boleto.boleto as { digitableLine: string }).digitableLine)
  for (const { body } of await shop.webhooks(boleto.id, 2)) fits(TransactionWebhook, body)

  const address = { url: `${world.receiver.url}/links`, events: ['payment_link.*'] }
  const endpoint = await shop.call<{ id: string }>('POST', '/api/user/webhooks/endpoints', address)
  const link = await newLink(shop, { metadata: { turma: 7 } })
  for (const { body } of await shop.webhooks(link.id, 1)) fits(PaymentLinkWebhook, body)

  const { id } = endpoint.body.data
  await shop.call('POST', `/api/user/webhooks/endpoints/${id}/ping`)
  for (const { body } of await world.receiver.of(id, 1)) fits(PingWebhook, body)

  const cashout = (await askCashout(shop, { amount: 10_00, postbackUrl })).body.data
  for (const { body } of await shop.webhooks(cashout.id, 3)) fits(CashoutWebhook, body)

  await approveByProgram(shop, `${world.receiver.url}/approve`)
  const waiting = (await askCashout(shop, { amount: 20_00 })).body.data
  const question = (await world.receiver.of(waiting.id, 1)).find(({ path }) => path === '/approve')
  fits(CashoutApprovalQuestion, question?.body)
})

const payer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
}

async function approveByProgram(shop: Shop, url: string) {
  const response = await fetch(`${world.baseUrl}/api/admin/accounts/${shop.accountId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cashout: { approval: { above: 0, by: 'callback', url } } }),
  })
  assert.equal(response.status, 200)
  world.app.accounts.refresh()
}

/** Fits the schema, with every field that it names and no other. */
function fits(schema: TSchema & { properties: object }, body: Received['body'] | undefined) {
  assert.deepEqual(issuesOf(schema, body), [])
  assert.deepEqual(Object.keys(body ?? {}).sort(), Object.keys(schema.properties).sort())
}
