import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../primitives/money.ts'
import { amountsOf, type LinkPrice, linkUsability, useOf } from './payment-link.ts'

const now = new Date('2026-11-23T12:00:00Z')
const before = new Date(now.getTime() - 1)

for (const [what, link, taken, reason] of [
  ['an active link is usable', { status: 'ACTIVE' }, 0, undefined],
  ['a link without a limit is usable after many uses', { status: 'ACTIVE' }, 1e6, undefined],
  ['an inactive link is not', { status: 'INACTIVE' }, 0, 'inactive'],
  [
    'a link before its end is usable',
    { status: 'ACTIVE', expiresAt: new Date(now.getTime() + 1) },
    0,
    undefined,
  ],
  ['a link at its end is not', { status: 'ACTIVE', expiresAt: now }, 0, 'expired'],
  ['a link with one use left is usable', { status: 'ACTIVE', maxUses: 3 }, 2, undefined],
  ['a link without a use left is not', { status: 'ACTIVE', maxUses: 3 }, 3, 'used-up'],
  ['money that came late may exceed the limit', { status: 'ACTIVE', maxUses: 3 }, 4, 'used-up'],
  [
    'the merchant decides first',
    { status: 'INACTIVE', expiresAt: before, maxUses: 1 },
    1,
    'inactive',
  ],
  [
    'the end comes before the limit',
    { status: 'ACTIVE', expiresAt: before, maxUses: 1 },
    1,
    'expired',
  ],
] as const)
  test(what, () => {
    const usability = linkUsability(link, { taken }, now)
    assert.equal(usability.isUsable ? undefined : usability.reason, reason)
  })

const fixed: LinkPrice = { kind: 'fixed', amount: cents(10_00) }
const several: LinkPrice = { ...fixed, quantity: { min: 2, max: 5 } }
const open: LinkPrice = { kind: 'open', min: cents(5_00), max: cents(50_00) }

for (const [what, price, choice, expected] of [
  ['a fixed price leaves nothing open', fixed, { amount: 1, quantity: 9 }, 10_00],
  ['the payer chooses a number', several, { quantity: 3 }, 30_00],
  ['without a choice it is the least number', several, {}, 20_00],
  ['the largest number is allowed', several, { quantity: 5 }, 50_00],
  ['a smaller number is not', several, { quantity: 1 }, 'quantity'],
  ['a larger number is not', several, { quantity: 6 }, 'quantity'],
  ['half of one is not', several, { quantity: 2.5 }, 'quantity'],
  ['the payer chooses the amount', open, { amount: 7_77 }, 7_77],
  ['the least amount is allowed', open, { amount: 5_00 }, 5_00],
  ['a smaller amount is not', open, { amount: 4_99 }, 'amount'],
  ['a larger amount is not', open, { amount: 50_01 }, 'amount'],
  ['no amount is not', open, {}, 'amount'],
  ['not a number is not', open, { amount: Number.NaN }, 'amount'],
] as const)
  test(`${what}: ${JSON.stringify(choice)}`, () => {
    const use = useOf({ title: 'Curso', items: [], price }, choice)
    assert.equal('wrong' in use ? use.wrong : use.amount, expected)
  })

test('a chosen number is the one item of the payment', () => {
  const item = { title: 'Vaso', unitPrice: null, quantity: null, tangible: true, externalRef: 'v1' }
  const offer = { title: 'Curso', price: several }
  const use = (items: (typeof item)[]) => useOf({ ...offer, items }, { quantity: 2 })
  assert.deepEqual(use([item]), {
    amount: 20_00,
    items: [{ ...item, unitPrice: 10_00, quantity: 2 }],
  })
  assert.deepEqual(use([]), {
    amount: 20_00,
    items: [{ title: 'Curso', tangible: null, externalRef: null, unitPrice: 10_00, quantity: 2 }],
  })
})

test('the amounts of a link are its range', () => {
  assert.deepEqual([fixed, several, open].map(amountsOf), [
    { min: 10_00, max: 10_00 },
    { min: 20_00, max: 50_00 },
    { min: 5_00, max: 50_00 },
  ])
})
