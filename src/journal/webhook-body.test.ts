import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { cents } from '../primitives/money.ts'
import type { OrderFacts } from '../transactions/transaction.ts'
import { renderTransaction } from '../transactions/transaction-wire.ts'
import { maxBodyBytes, webhookBody } from './webhook-body.ts'

const notice = {
  type: 'transaction',
  objectId: '0199d2a4-6c1e-7aa0-9d1f-0d5c3b7e2f10',
  url: 'https://loja.example/retorno?pedido=1%2F2',
  sequence: 2,
  event: 'transaction.paid',
} as const
const sale = someTransaction({ id: notice.objectId, status: 'PAID' })
const item = { title: 'Café', unitPrice: 1990, quantity: 1, tangible: true, externalRef: null }
const dataWith = (order: Partial<OrderFacts>) =>
  renderTransaction(
    { ...sale, order: { ...sale.order, ...order } },
    { baseUrl: 'https://pay.example' },
  )
const data = dataWith({ metadata: '{"pedido":7}', items: [item] })
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a notice names its type, object and address, and carries the whole object', () => {
  assert.deepEqual(JSON.parse(webhookBody({ ...notice, data })), asJson({ ...notice, data }))
})

test('equal content has equal bytes', () => {
  assert.equal(
    webhookBody({ ...notice, data }),
    webhookBody({ ...notice, data: structuredClone(data) }),
  )
})

test('too much merchant text is left out, and the payment itself never is (W1)', () => {
  const metadata = { note: 'é'.repeat(maxBodyBytes) }
  const items = Array.from({ length: 400 }, (_, n) => ({
    ...item,
    title: `Produto ${n}`.padEnd(60, '.'),
  }))
  for (const [much, left] of [
    [{ metadata }, { ...data, metadata: null }],
    [
      { metadata, items },
      { ...data, metadata: null, items: [] },
    ],
  ] as const) {
    const body = webhookBody({ ...notice, data: { ...data, ...much } })
    assert.ok(Buffer.byteLength(body) < maxBodyBytes)
    assert.deepEqual(JSON.parse(body).data, asJson(left))
  }
})

test('of more refunds than fit the newest are shown, and all that fit are (W1)', () => {
  const refundsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...{ id: notice.objectId, amount: cents(n + 1), status: 'COMPLETED' as const },
      createdAt: '2026-11-20T15:00:00.000Z',
    }))
  const shown = (count: number) => {
    const refunded = renderTransaction(
      { ...sale, refunds: refundsOf(count) },
      { baseUrl: 'https://pay.example' },
    )
    const body = webhookBody({ ...notice, data: refunded })
    assert.ok(Buffer.byteLength(body) < maxBodyBytes)
    const { data } = JSON.parse(body) as { data: { refunds: readonly unknown[] } }
    return { body, all: refunded.refunds, refunds: data.refunds }
  }
  const { body, all, refunds } = shown(500)
  assert.ok(refunds.length > 0 && refunds.length < all.length)
  assert.deepEqual(refunds, asJson(all.slice(-refunds.length)))
  const next = all.at(-refunds.length - 1)
  assert.ok(Buffer.byteLength(body) + Buffer.byteLength(JSON.stringify(next)) + 1 >= maxBodyBytes)
  assert.equal(shown(10).refunds.length, 10)
})
