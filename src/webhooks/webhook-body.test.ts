import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxBodyBytes, webhookBody } from './webhook-body.ts'

const notice = {
  type: 'transaction',
  objectId: '0199d2a4-6c1e-7aa0-9d1f-0d5c3b7e2f10',
  url: 'https://loja.example/retorno?pedido=1%2F2',
  sequence: 2,
  event: 'transaction.paid',
} as const
const data = { id: notice.objectId, status: 'PAID', amount: 1990, metadata: '{"pedido":7}', items: [{ title: 'Café' }] }

test('a notice names its type, object and address, and carries the whole object', () => {
  assert.deepEqual(JSON.parse(webhookBody({ ...notice, data })), { ...notice, data })
})

test('the same content makes the same bytes', () => {
  assert.equal(webhookBody({ ...notice, data }), webhookBody({ ...notice, data: structuredClone(data) }))
})

test('too much echoed text gives way, and the payment itself never does (W1)', () => {
  const metadata = { note: 'é'.repeat(maxBodyBytes) }
  const items = Array.from({ length: 400 }, (_, n) => ({ title: `Produto ${n}`.padEnd(60, '.'), unitPrice: n }))
  for (const [much, left] of [
    [{ metadata }, { ...data, metadata: null }],
    [
      { metadata, items },
      { ...data, metadata: null, items: [] },
    ],
  ] as const) {
    const body = webhookBody({ ...notice, data: { ...data, ...much } })
    assert.ok(Buffer.byteLength(body) < maxBodyBytes)
    assert.deepEqual(JSON.parse(body).data, left)
  }
})
