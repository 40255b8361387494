import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentLinkWire } from '../../../contract/payment-link.ts'
import {
  bodyOf,
  changesOf,
  formErrors,
  type LinkValues,
  noValues,
  sumOf,
  valuesOf,
} from './link-values.ts'

const link = {
  title: 'Curso de cerâmica',
  description: null,
  amount: 50_00,
  openAmount: null,
  quantity: { min: 1, max: 4 },
  items: [{ title: 'Vaga', unitPrice: 50_00, quantity: 1, tangible: false, externalRef: 'v-1' }],
  paymentMethods: ['PIX'],
  maxInstallments: null,
  // Two in the morning in UTC is still the evening before in São Paulo.
  expiresAt: '2026-12-02T02:30:00.000Z',
  maxUses: 8,
  redirectUrl: null,
} as unknown as PaymentLinkWire
const values = valuesOf(link)

test('a link without a change is sent as it is, and no field of it differs', () => {
  assert.equal(values.ends, '2026-12-01')
  assert.deepEqual(bodyOf(values), {
    title: 'Curso de cerâmica',
    description: null,
    amount: 50_00,
    openAmount: null,
    quantity: { min: 1, max: 4 },
    items: [{ title: 'Vaga', unitPrice: 50_00, quantity: 1, tangible: false, externalRef: 'v-1' }],
    paymentMethods: ['PIX'],
    maxInstallments: null,
    expiresAt: '2026-12-02T02:59:59.999Z',
    maxUses: 8,
    redirectUrl: null,
  })
  assert.deepEqual(changesOf(values, values), {})
})

const changes: readonly [what: string, change: Partial<LinkValues>, body: object][] = [
  ['a title', { title: ' Oficina ' }, { title: 'Oficina' }],
  ['every method', { methods: [] }, { paymentMethods: null }],
  ['no end', { ends: null }, { expiresAt: null }],
  ['no limit', { mostUses: '' }, { maxUses: null }],
  ['one piece only', { hasQuantity: false }, { quantity: null }],
  [
    'an open amount',
    { price: 'open', least: 10_00, most: 90_00 },
    { amount: null, openAmount: { min: 10_00, max: 90_00 }, quantity: null },
  ],
  ['an item without content', { items: [...values.items, { ...itemLess() }] }, {}],
]
for (const [what, change, body] of changes)
  test(`a change to ${what} sends only what differs`, () => {
    assert.deepEqual(changesOf(values, { ...values, ...change }), body)
  })

function itemLess() {
  return { title: ' ', unitPrice: null, quantity: 1, kept: {} } as const
}

test('the items add up when each of them has a price', () => {
  const item = (unitPrice: number | null, quantity: number) => ({
    ...itemLess(),
    unitPrice,
    quantity,
  })
  assert.equal(sumOf({ items: [item(10_00, 2), item(5_50, 1)] }), 25_50)
  assert.equal(sumOf({ items: [item(10_00, 2), item(null, 1)] }), undefined)
  assert.equal(sumOf(noValues), undefined)
})

test('a message of the API stands at the field of the form', () => {
  assert.deepEqual(formErrors({ 'openAmount.max': 'a', 'items.0.title': 'b', expiresAt: 'c' }), {
    most: 'a',
    'items.0.title': 'b',
    ends: 'c',
  })
})
