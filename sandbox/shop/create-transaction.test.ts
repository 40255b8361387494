import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createTransaction } from './create-transaction.ts'
import { sendJson } from './serve.ts'

const customer = { name: 'Ana', email: 'ana@exemplo.com.br', document: '529.982.247-25' }

async function payAnsweredBy(status: number) {
  const gateway = createServer((_request, response) =>
    sendJson(response, status, {
      data: status === 200 ? { status: 'PAID' } : null,
      message: 'Requisição recusada.',
      error: { code: 'any' },
    }),
  ).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const baseUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  try {
    const purchase = { token: {}, idempotencyKey: 'key', customer }
    return await createTransaction({ baseUrl, secretKey: 'sk_test' }, purchase)
  } finally {
    gateway.closeAllConnections()
    gateway.close()
  }
}

for (const [status, expected] of [
  [200, 'PAID'],
  [400, 'REJECTED'],
  [404, 'REJECTED'],
] as const)
  test(`a ${status} of the gateway is ${expected}`, async () =>
    assert.equal((await payAnsweredBy(status)).status, expected))

for (const status of [401, 403, 409, 422, 429, 503])
  test(`after a ${status} of the gateway the result is unknown`, () =>
    assert.rejects(payAnsweredBy(status), /Requisição recusada/))
