import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someAccount } from '../../test/kit/some-account.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { cents } from '../primitives/money.ts'
import { Rejection, type RejectionCode } from '../primitives/rejection.ts'
import { boletoDueDate } from './methods/boleto.ts'
import type { Order } from './order.ts'
import { planTransaction } from './plan-transaction.ts'

const facts = someTransaction().order
const payer = {
  id: 'c1',
  name: 'Ana Teste',
  email: null,
  phone: null,
  document: { number: '11144477735', type: 'CPF' as const },
  externaRef: null,
  address: null,
}
const address = {
  street: 'Rua A',
  streetNumber: '1',
  complement: null,
  zipCode: '01310-100',
  neighborhood: 'Centro',
  city: 'São Paulo',
  state: 'sp',
  country: 'br',
}
const card = {
  number: '4111111111111111',
  holderName: 'ANA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}
const pix = (amount: number, expiresInSeconds?: number): Order => ({
  amount: cents(amount),
  facts,
  payment: { method: 'PIX', expiresInSeconds },
})
const boleto = (customer: Order['facts']['customer'], expiresInDays?: number): Order => ({
  amount: cents(159_90),
  facts: { ...facts, customer },
  payment: { method: 'BOLETO', expiresInDays, instructions: [] },
})
const sale = (amount: number, installments: number): Order => ({
  amount: cents(amount),
  facts,
  payment: { method: 'CREDIT_CARD', installments, capture: true, source: { kind: 'card', card } },
})
const identity = {
  id: '01900000-0000-7000-8000-000000000000',
  secureId: 's',
  at: new Date('2026-11-21T15:00:00Z'),
}
const account = someAccount()

const refusals: {
  name: string
  account?: typeof account
  order: Order
  code: RejectionCode
  field: string
}[] = [
  {
    name: 'an amount under the account minimum',
    order: pix(99),
    code: 'amount-below-minimum',
    field: 'amount',
  },
  {
    name: 'an amount over the account maximum',
    order: pix(50_000_01),
    code: 'amount-above-maximum',
    field: 'amount',
  },
  {
    name: 'more installments than the account allows',
    order: sale(1_000_00, 13),
    code: 'installments-above-maximum',
    field: 'installments',
  },
  {
    name: 'installments under 5.00 each',
    order: sale(9_99, 2),
    code: 'installment-below-minimum',
    field: 'installments',
  },
  {
    name: 'a method that is off',
    account: someAccount({
      settings: { methods: { PIX: false, BOLETO: true, CREDIT_CARD: true, DEVICE_PAY: true } },
    }),
    order: pix(10_00),
    code: 'method-not-enabled',
    field: 'paymentMethod',
  },
  {
    name: 'a method without a provider',
    account: someAccount({ providers: {} }),
    order: pix(10_00),
    code: 'provider-not-configured',
    field: 'paymentMethod',
  },
  {
    name: 'a boleto without a payer',
    order: boleto(null),
    code: 'document-required',
    field: 'customer.document',
  },
  {
    name: 'a boleto for a wrong CPF',
    order: boleto({ ...payer, document: { number: '11144477736', type: 'CPF' } }),
    code: 'document-invalid',
    field: 'customer.document.number',
  },
  {
    name: 'a boleto for a payer without a name',
    order: boleto({ ...payer, name: null }),
    code: 'customer-invalid',
    field: 'customer.name',
  },
  ...(
    [
      ['a state there is none of', { state: 'XX' }, 'state'],
      ['a CEP of three digits', { zipCode: '123' }, 'zipCode'],
      ['an address without its district', { neighborhood: null }, 'neighborhood'],
    ] as const
  ).map(([what, wrong, part]) => ({
    name: `a boleto with ${what}, which its bank refuses`,
    order: boleto({ ...payer, address: { ...address, ...wrong } }),
    code: 'customer-invalid' as const,
    field: `customer.address.${part}`,
  })),
  {
    name: 'a boleto due in more than a year',
    order: boleto(payer, 366),
    code: 'due-date-invalid',
    field: 'boleto.expiresInDays',
  },
]
for (const { name, order, code, field, ...overrides } of refusals) {
  test(`rejected: ${name}`, () => {
    assert.throws(
      () => planTransaction(overrides.account ?? account, order, identity),
      (cause) => cause instanceof Rejection && cause.code === code && cause.details.field === field,
    )
  })
}

const fees: { name: string; order: Order; fee: number }[] = [
  { name: 'a percentage, half a cent up: 0.99 % of 10.50 is 10.395', order: pix(10_50), fee: 10 },
  { name: 'a fixed price', order: boleto(payer), fee: 3_49 },
  { name: 'fixed and percentage: 0.39 + 3.99 % of 100.00', order: sale(100_00, 1), fee: 4_38 },
  {
    name: 'the range of the installments: 0.39 + 5.19 % of 100.00',
    order: sale(100_00, 7),
    fee: 5_58,
  },
]
for (const { name, order, fee } of fees) {
  test(`the fee is fixed at creation: ${name}`, () => {
    assert.equal(planTransaction(account, order, identity).fee, fee)
  })
}

test('a PIX expires after the requested seconds, or after a day', () => {
  assert.equal(
    planTransaction(account, pix(10_00, 600), identity).expiresAt?.toISOString(),
    '2026-11-21T15:10:00.000Z',
  )
  assert.equal(
    planTransaction(account, pix(10_00), identity).expiresAt?.toISOString(),
    '2026-11-22T15:00:00.000Z',
  )
})

test('an address of a boleto is checked only if it is sent to the bank', () => {
  for (const each of [
    address,
    { ...address, zipCode: '1310100' },
    { ...address, state: 'XX', street: null },
  ]) {
    assert.equal(
      planTransaction(account, boleto({ ...payer, address: each }), identity).method,
      'BOLETO',
    )
  }
})

test('a single payment may be smaller than an installment', () => {
  assert.equal(planTransaction(account, sale(1_00, 1), identity).installments, 1)
})

test('a boleto is due on a business day and expires after the days it stays payable', () => {
  // Three days from Saturday 2026-11-21 is Tuesday; one day is Sunday, so Monday.
  assert.equal(boletoDueDate(identity.at, undefined).toString(), '2026-11-24')
  assert.equal(boletoDueDate(identity.at, 1).toString(), '2026-11-23')
  const { expiresAt } = planTransaction(account, boleto(payer, 1), identity)
  assert.equal(
    expiresAt?.toISOString(),
    '2026-12-24T02:59:59.999Z',
    '2026-12-23, the 30th day, to its last moment in São Paulo',
  )
})
