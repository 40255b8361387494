import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openJsonServer } from '../../test/kit/json-server.ts'
import { createTransaction } from './create-transaction.ts'
import { renderShop } from './shop-page.ts'

const customer = { name: 'Ana', email: 'ana@exemplo.com.br', document: '529.982.247-25' }

async function payAnsweredBy(t: TestContext, status: number, document = customer.document) {
  const body = {
    data: status === 200 ? { status: 'PAID' } : null,
    message: 'Requisição recusada.',
    error: { code: 'any' },
  }
  const { url, requests } = await openJsonServer(t, () => ({ status, body }))
  const purchase = { token: {}, idempotencyKey: 'key', customer: { ...customer, document } }
  const paid = await createTransaction({ baseUrl: url, secretKey: 'sk_test' }, purchase)
  const sent = requests[0]?.body as { readonly customer: { readonly document: object } }
  return { status: paid.status, document: sent.customer.document }
}

for (const [status, expected] of [
  [200, 'PAID'],
  [400, 'REJECTED'],
  [404, 'REJECTED'],
] as const)
  test(`a ${status} of the gateway is ${expected}`, async (t) =>
    assert.equal((await payAnsweredBy(t, status)).status, expected))

for (const status of [401, 403, 409, 422, 429, 503])
  test(`after a ${status} of the gateway the result is unknown`, (t) =>
    assert.rejects(payAnsweredBy(t, status), /Requisição recusada/))

for (const [shown, number, type] of [
  ['529.982.247-25', '52998224725', 'CPF'],
  ['52998224725', '52998224725', 'CPF'],
  ['11.222.333/0001-81', '11222333000181', 'CNPJ'],
  ['12.ABC.345/01DE-35', '12ABC34501DE35', 'CNPJ'],
  ['12abc34501de35', '12ABC34501DE35', 'CNPJ'],
] as const)
  test(`the page takes ${shown}, which is sent as ${type} ${number}`, async (t) => {
    assert.match(shown, documentPattern())
    assert.deepEqual((await payAnsweredBy(t, 200, shown)).document, { number, type })
  })

for (const shown of [
  '529.982.247-2X',
  '12.ABC.345/01DE-3X',
  '12.ABC.345/01DE-3',
  '12_ABC34501DE35',
])
  test(`the page does not take ${shown}`, () => assert.doesNotMatch(shown, documentPattern()))

/** As a browser reads the attribute. */
function documentPattern(): RegExp {
  const url = 'http://127.0.0.1:3000'
  const shop = { baseUrl: url, publicKey: 'pk', sandboxUrl: url }
  const [html] = renderShop(shop, { ready: true })
  const [, pattern] = /name="document"[^>]*pattern="([^"]*)"/.exec(html) ?? []
  return new RegExp(`^(?:${pattern})$`, 'v')
}
