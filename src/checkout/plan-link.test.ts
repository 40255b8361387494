import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  ChangePaymentLinkRequest,
  CreatePaymentLinkRequest,
} from '../../contract/payment-link.ts'
import { someAccount } from '../../test/kit/some-account.ts'
import { defined } from '../primitives/defined.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { PaymentLink } from './payment-link.ts'
import { planLink, planLinkChange } from './plan-link.ts'

const now = new Date('2026-11-23T12:00:00.000Z')
const later = '2026-11-24T12:00:00.000Z'
const account = someAccount()
const identity = { id: 'l1', slug: 'abc', at: now }
/** Undefined removes a field. */
const plan = (given: object = {}, of = account): PaymentLink => {
  const request = defined({ title: ' Curso ', amount: 50_00, ...given })
  return planLink(of, request as CreatePaymentLinkRequest, identity)
}
const open = { amount: undefined, openAmount: { min: 5_00, max: 50_00 } } as const
const item = { title: 'Vaso', unitPrice: 10_00 }

test('a link has what its merchant asked for', () => {
  const link = plan({ ...open, paymentMethods: ['PIX', 'PIX'], expiresAt: later, items: [item] })
  assert.deepEqual(
    [link.title, link.price, link.paymentMethods, link.expiresAt, link.items.length, link.status],
    ['Curso', { kind: 'open', min: 5_00, max: 50_00 }, ['PIX'], new Date(later), 1, 'ACTIVE'],
  )
})

for (const [what, given, field, problem] of [
  ['neither amount', { amount: undefined }, 'amount', 'required'],
  ['both amounts', { openAmount: open.openAmount }, 'openAmount', 'not-with amount'],
  [
    'a range backwards',
    { ...open, openAmount: { min: 2, max: 1 } },
    'openAmount.max',
    'too-small 2',
  ],
  [
    'a number of an open amount',
    { ...open, quantity: { min: 1, max: 2 } },
    'quantity',
    'not-with openAmount',
  ],
  ['a number backwards', { quantity: { min: 3, max: 2 } }, 'quantity.max', 'too-small 3'],
  [
    'a number of two items',
    { quantity: { min: 1, max: 2 }, items: [item, item] },
    'items',
    'too-many 1',
  ],
  [
    'a sum above the largest amount',
    { amount: 99_999_999_999, quantity: { min: 1, max: 2 } },
    'quantity.max',
    'too-large 1',
  ],
  ['an end that is now', { expiresAt: now.toISOString() }, 'expiresAt', 'past'],
  ['an end that is no instant', { expiresAt: '2026-13-40T00:00:00Z' }, 'expiresAt', 'format'],
  ['metadata of 9 kB', { metadata: 'x'.repeat(9_000) }, 'metadata', 'too-big 8192'],
] as const)
  test(`a link is refused with ${what}`, () => {
    assert.throws(
      () => plan(given),
      (cause) => {
        assert(cause instanceof Rejection)
        assert.deepEqual(cause.details.issues, [{ field, problem }])
        return true
      },
    )
  })

const limited = { minAmount: 10_00, maxAmount: 100_00, maxInstallments: 12 }
const strict = someAccount({ settings: { limits: limited } as never })

for (const [what, given, code] of [
  ['below the least amount', { amount: 9_99 }, 'amount-below-minimum'],
  ['above the largest amount', { amount: 100_01 }, 'amount-above-maximum'],
  [
    'above it by the largest number',
    { amount: 60_00, quantity: { min: 1, max: 2 } },
    'amount-above-maximum',
  ],
  ['whose range begins below', { ...open }, 'amount-below-minimum'],
] as const)
  test(`a link is refused ${what} of the account`, () => {
    assert.throws(
      () => plan(given, strict),
      (cause) => cause instanceof Rejection && cause.code === code,
    )
  })

const change = (
  given: ChangePaymentLinkRequest,
  before: PaymentLink = plan(),
  paid = 0,
  of = account,
): PaymentLink => planLinkChange(of, { link: before, paid }, given, new Date(now.getTime() + 1))

test('a change leaves what it does not name', () => {
  const before = plan({ description: 'Aos sábados', expiresAt: later, maxUses: 3, metadata: [1] })
  const after = change({ title: 'Oficina' }, before)
  assert.deepEqual(after, {
    ...before,
    title: 'Oficina',
    version: 2,
    updatedAt: new Date(now.getTime() + 1),
  })
})

test('null removes what can be absent', () => {
  const before = plan({
    description: 'x',
    expiresAt: later,
    maxUses: 3,
    quantity: { min: 1, max: 2 },
    paymentMethods: ['PIX'],
    maxInstallments: 3,
    redirectUrl: 'https://a.com.br',
    items: [item],
  })
  const after = change(
    {
      description: null,
      expiresAt: null,
      maxUses: null,
      quantity: null,
      paymentMethods: null,
      maxInstallments: null,
      redirectUrl: null,
      items: null,
    },
    before,
  )
  assert.deepEqual(after, { ...plan(), version: 2, updatedAt: after.updatedAt })
})

test('one kind of amount replaces the other, and its number', () => {
  const several = plan({ quantity: { min: 1, max: 2 } })
  const opened = change({ openAmount: { min: 1_00, max: 2_00 } }, several)
  assert.deepEqual(opened.price, { kind: 'open', min: 1_00, max: 2_00 })
  assert.deepEqual(change({ amount: 7_00 }, opened).price, { kind: 'fixed', amount: 7_00 })
})

test('a link without an amount is refused', () => {
  assert.throws(() => change({ amount: null }), Rejection)
})

test('an end that has passed stays, and may not be set', () => {
  const before = { ...plan(), expiresAt: new Date(now.getTime() - 1) }
  assert.deepEqual(change({ title: 'Oficina' }, before).expiresAt, before.expiresAt)
  assert.throws(() => change({ expiresAt: before.expiresAt.toISOString() }, before), Rejection)
})

test('a link outside of the new limits of its account can still be turned off', () => {
  const before = plan({ amount: 1_00 })
  assert.equal(change({ status: 'INACTIVE' }, before, 0, strict).status, 'INACTIVE')
  assert.throws(() => change({ amount: 2_00 }, before, 0, strict), Rejection)
})

test('a link with more uses than were paid is not complete any more', () => {
  const before = { ...plan({ maxUses: 2 }), completedAt: now }
  assert.equal(change({ title: 'Oficina' }, before, 2).completedAt, now)
  assert.equal(change({ maxUses: 3 }, before, 2).completedAt, undefined)
  assert.equal(change({ maxUses: null }, before, 2).completedAt, undefined)
})
