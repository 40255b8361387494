import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Rejection } from '../../../primitives/rejection.ts'
import { openVault } from '../../../primitives/vault.ts'
import type { Order } from '../../../transactions/order.ts'
import type { OrderOwner } from '../../../transactions/order-facts.ts'
import { parseOrder } from './parse-order.ts'

const accountId = '0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10'
const vault = openVault({
  masterKeys: new Map([[1, Buffer.alloc(32, 7)]]),
  peppers: new Map([[1, Buffer.alloc(32, 8)]]),
})
const read = (body: unknown, owner: Partial<OrderOwner> = {}): Order =>
  parseOrder(body, { accountId, vault, ...owner })
const pix = (more: object = {}) => ({ amount: 1050, paymentMethod: 'PIX', ...more })
const cardData = {
  number: '4111111111111111',
  holderName: 'MARIA',
  expirationMonth: 1,
  expirationYear: 2030,
  cvv: '123',
}
const card = (more: object = {}) => ({
  amount: 1050,
  paymentMethod: 'CREDIT_CARD',
  card: cardData,
  ...more,
})
const boleto = (more: object = {}) => ({ amount: 1050, paymentMethod: 'BOLETO', ...more })
const payment = (body: unknown) => read(body).payment
const facts = (body: unknown) => read(body).facts
const cardOf = (body: unknown) => {
  const { payment } = read(body)
  assert(payment.method === 'CREDIT_CARD' && payment.source.kind === 'card')
  return payment.source.card
}
const nothing = {
  customer: null,
  items: [],
  shipping: null,
  metadata: null,
  postbackUrl: null,
  traceable: null,
  ip: null,
  externalRef: null,
}

for (const [promise, actual, expected] of [
  ['an amount and a method are an order', () => facts(pix()), nothing],
  [
    'unknown keys are ignored anywhere',
    () => facts(pix({ foo: 1, customer: { bar: {} }, items: [] })).items,
    [],
  ],
  [
    'a card block on a PIX is ignored, not validated',
    () => payment(pix({ card: { number: 'x' }, boleto: 7, wallet: {} })),
    { method: 'PIX', expiresInSeconds: undefined },
  ],
  [
    'a pix block on a card is ignored',
    () => cardOf(card({ pix: { expiresInDays: 'x' } })).cvv,
    '123',
  ],
  ['currency BRL is accepted', () => read(pix({ currency: 'brl' })).amount, 1050],
  [
    'the method is read in any case',
    () => [
      payment(pix({ paymentMethod: 'pix' })).method,
      payment(card({ paymentMethod: 'credit_card' })).method,
    ],
    ['PIX', 'CREDIT_CARD'],
  ],
  [
    '3000.0 is 3000',
    () => read(JSON.parse('{"amount":3000.0,"paymentMethod":"PIX"}')).amount,
    3000,
  ],
  [
    'tangible may be 0 or 1',
    () =>
      facts(pix({ items: [{ tangible: 1 }, { tangible: 0 }, { tangible: true }] })).items.map(
        (item) => item.tangible,
      ),
    [true, false, true],
  ],
  [
    'null means absent',
    () =>
      facts(
        pix({
          customer: null,
          items: null,
          shipping: null,
          ip: null,
          postbackUrl: null,
          installments: null,
          traceable: null,
          externalRef: null,
          pix: null,
          card: null,
          currency: null,
        }),
      ),
    nothing,
  ],
  [
    'null inside blocks means absent',
    () =>
      facts(
        pix({
          customer: { name: null, document: null, phone: null, address: null },
          shipping: { fee: null, address: null },
        }),
      ).shipping,
    null,
  ],
  ['an empty postbackUrl means absent', () => facts(pix({ postbackUrl: '' })).postbackUrl, null],
  [
    'a postbackUrl keeps every byte',
    () => facts(pix({ postbackUrl: 'https://LOJA.com/a/../b?q=%7e&x=a+b' })).postbackUrl,
    'https://LOJA.com/a/../b?q=%7e&x=a+b',
  ],
  [
    'a phone is kept as sent, formatted or not',
    () =>
      ['(11) 99999-8888', '11999998888'].map(
        (phone) => facts(pix({ customer: { phone } })).customer?.phone,
      ),
    ['(11) 99999-8888', '11999998888'],
  ],
  [
    'a document may be masked, its type in small letters',
    () =>
      facts(pix({ customer: { document: { number: '529.982.247-25', type: 'cpf' } } })).customer
        ?.document,
    { number: '52998224725', type: 'CPF' },
  ],
  [
    'a document of 14 without a type is a CNPJ',
    () =>
      facts(pix({ customer: { document: { number: '11.222.333/0001-81' } } })).customer?.document,
    { number: '11222333000181', type: 'CNPJ' },
  ],
  [
    'a placeholder document is accepted on PIX',
    () =>
      facts(pix({ customer: { document: { number: '00000000000', type: 'CPF' } } })).customer
        ?.document?.number,
    '00000000000',
  ],
  [
    'a blank document is none',
    () =>
      facts(pix({ customer: { name: 'Ana', document: { number: '', type: 'CPF' } } })).customer
        ?.document,
    null,
  ],
  [
    'an empty type of a document is none: the length decides',
    () =>
      ['', ' ', null].map(
        (type) =>
          facts(pix({ customer: { document: { number: '52998224725', type } } })).customer?.document
            ?.type,
      ),
    ['CPF', 'CPF', 'CPF'],
  ],
  [
    'an empty price and quantity of an item are none',
    () =>
      facts(pix({ items: [{ title: 'Café', unitPrice: '', quantity: '' }] })).items.map(
        ({ title, unitPrice, quantity }) => [title, unitPrice, quantity],
      ),
    facts(pix({ items: [{ title: 'Café' }] })).items.map(({ title, unitPrice, quantity }) => [
      title,
      unitPrice,
      quantity,
    ]),
  ],
  [
    'an empty choice of pix.due is none',
    () =>
      payment(
        pix({
          pix: { due: { date: '2026-12-10', interest: { basisPoints: 100, per: '', days: '' } } },
        }),
      ),
    payment(pix({ pix: { due: { date: '2026-12-10', interest: { basisPoints: 100 } } } })),
  ],
  [
    'externaRef and externalRef of a customer are one',
    () =>
      [{ externaRef: 'a' }, { externalRef: 'b' }].map(
        (customer) => facts(pix({ customer })).customer?.externaRef,
      ),
    ['a', 'b'],
  ],
  [
    'a customer may have an address',
    () => facts(pix({ customer: { address: { city: 'Santos' } } })).customer?.address?.city,
    'Santos',
  ],
  [
    'shipping may be only a fee',
    () => facts(pix({ shipping: { fee: 0 } })).shipping,
    { fee: 0, address: null },
  ],
  [
    'shipping may be blank',
    () =>
      [{}, [], '', { fee: '', address: { street: '', city: '' } }].map(
        (shipping) => facts(pix({ shipping })).shipping,
      ),
    [null, null, null, null],
  ],
  [
    'shipping may be partial',
    () => facts(pix({ shipping: { address: { street: 'Rua A', city: '' } } })).shipping?.address,
    {
      street: 'Rua A',
      streetNumber: null,
      complement: null,
      zipCode: null,
      neighborhood: null,
      city: null,
      state: null,
      country: null,
    },
  ],
  [
    'pix.expiresInDays counts days',
    () => payment(pix({ pix: { expiresInDays: 2 } })),
    { method: 'PIX', expiresInSeconds: 172_800 },
  ],
  [
    'pix.expiresInSeconds counts seconds',
    () => payment(pix({ pix: { expiresInSeconds: 600 } })),
    { method: 'PIX', expiresInSeconds: 600 },
  ],
  [
    'pix.due is a charge with a due date, in any case, with its usual days',
    () =>
      payment(
        pix({
          amount: 50_00,
          pix: {
            due: {
              date: '2026-12-10',
              payableDaysAfter: null,
              fine: { basisPoints: 200, amount: null },
              interest: { basisPoints: 100, days: 'business' },
              discounts: [{ until: '2026-12-01', amount: 5_00 }],
              dailyDiscount: '',
              rebate: [],
            },
          },
        }),
      ),
    {
      method: 'PIX',
      expiresInSeconds: undefined,
      due: {
        original: 50_00,
        dueDate: '2026-12-10',
        validDaysAfterDue: 30,
        fine: { kind: 'percent', rate: 200 },
        interest: { kind: 'percent', per: 'month', rate: 100, days: 'business' },
        discount: {
          kind: 'until',
          steps: [{ date: '2026-12-01', off: { kind: 'fixed', amount: 5_00 } }],
        },
      },
    },
  ],
  [
    'pix may be an empty PHP array',
    () => payment(pix({ pix: [] })),
    { method: 'PIX', expiresInSeconds: undefined },
  ],
  [
    'boleto.expiresInDays and instructions are read',
    () => payment(boleto({ boleto: { expiresInDays: 5, instructions: 'Não receber' } })),
    { method: 'BOLETO', expiresInDays: 5, instructions: ['Não receber'] },
  ],
  [
    'boleto.payableDaysAfter and overdue are read, also as text',
    () =>
      payment(
        boleto({ boleto: { payableDaysAfter: 30, overdue: { action: 'protest', afterDays: 10 } } }),
      ),
    {
      ...{ method: 'BOLETO', expiresInDays: undefined, instructions: [], payableDaysAfter: 30 },
      overdue: { action: 'PROTEST', afterDays: 10 },
    },
  ],
  [
    'boleto.overdue may be NONE, without days',
    () => payment(boleto({ boleto: { overdue: { action: 'NONE' } } })),
    { method: 'BOLETO', expiresInDays: undefined, instructions: [], overdue: 'none' },
  ],
  [
    'installments default to 1',
    () => payment(card({ card: cardData })),
    {
      method: 'CREDIT_CARD',
      installments: 1,
      capture: true,
      source: { kind: 'card', card: cardData },
    },
  ],
  [
    'installments may sit inside card',
    () => payment(card({ card: { ...cardData, installments: 3 } })),
    {
      method: 'CREDIT_CARD',
      installments: 3,
      capture: true,
      source: { kind: 'card', card: cardData },
    },
  ],
  [
    'capture false only authorizes',
    () => (payment(card({ capture: false })) as { capture: boolean }).capture,
    false,
  ],
  [
    'month and year of a card may be text, the year short',
    () => cardOf(card({ card: { ...cardData, expirationMonth: '01', expirationYear: '30' } })),
    cardData,
  ],
  [
    'a card number may be written in groups',
    () => cardOf(card({ card: { ...cardData, number: '4111 1111-1111 1111' } })).number,
    '4111111111111111',
  ],
  ['a cvv may be a number', () => cardOf(card({ card: { ...cardData, cvv: 123 } })).cvv, '123'],
  [
    'a card may come without cvv',
    () => cardOf(card({ card: { ...cardData, cvv: undefined } })).cvv,
    undefined,
  ],
  [
    'a card token is taken from token or hash',
    () =>
      [{ token: 'tok_a' }, { hash: 'tok_a' }].map(
        (each) => (payment(card({ card: each })) as { source: unknown }).source,
      ),
    [
      { kind: 'card-token', token: 'tok_a' },
      { kind: 'card-token', token: 'tok_a' },
    ],
  ],
] as const) {
  test(promise, () => assert.deepEqual(actual(), expected))
}

for (const metadata of [
  { order: 7, nested: { a: [1] } },
  '{"order": 7}',
  'any text',
  '',
  [],
  ['a'],
  7,
  true,
] as const) {
  test(`metadata is returned as sent: ${JSON.stringify(metadata)}`, () =>
    assert.deepEqual(facts(pix({ metadata })).metadata, metadata))
}

test('one customer has one id in one shop and another id in another shop', () => {
  const body = pix({ customer: { name: 'Ana', document: { number: '52998224725', type: 'CPF' } } })
  const idOf = (owner: Partial<OrderOwner>) => read(body, owner).facts.customer?.id
  assert.equal(idOf({}), idOf({}))
  assert.notEqual(idOf({}), idOf({ accountId: 'other' }))
  // Without the gateway's own keys it cannot be computed from a CPF.
  const otherVault = openVault({
    masterKeys: new Map([[1, Buffer.alloc(32, 7)]]),
    peppers: new Map([[1, Buffer.alloc(32, 9)]]),
  })
  assert.notEqual(idOf({}), idOf({ vault: otherVault }))
})

const manyKeys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))

const withDue = (due: object, beside: object = {}) => {
  const discounts = [{ until: '2026-12-01', amount: 1 }]
  return pix({ pix: { due: { date: '2026-12-10', discounts, ...due }, ...beside } })
}

for (const [what, body, field] of [
  ['an expiry beside a due date', withDue({}, { expiresInDays: 1 }), 'pix.expiresInDays'],
  ['both kinds of discounts', withDue({ dailyDiscount: { amount: 1 } }), 'pix.due.dailyDiscount'],
  ['interest in reais', withDue({ interest: { amount: 0.5 } }), 'pix.due.interest.amount'],
  [
    'interest of an amount a month',
    withDue({ interest: { amount: 1, per: 'MONTH' } }),
    'pix.due.interest.per',
  ],
  [
    'a discount after the due date',
    withDue({ discounts: [{ until: '2026-12-11', amount: 1 }] }),
    'pix.due.discounts.0.until',
  ],
  [
    'two discounts until one day',
    withDue({ discounts: [1, 2].map((amount) => ({ until: '2026-12-01', amount })) }),
    'pix.due.discounts',
  ],
  [
    'a discount of the whole amount',
    withDue({ discounts: [{ until: '2026-12-01', basisPoints: 10_000 }] }),
    'pix.due.discounts.0',
  ],
] as const)
  test(`${what} is rejected, and ${field} is named`, () => {
    assert.throws(
      () => read(body),
      (error) => error instanceof Rejection && error.details.issues?.[0]?.field === field,
    )
  })

for (const [what, body, code, field] of [
  ['no object', [1], 'validation-failed', undefined],
  ['nothing', undefined, 'validation-failed', undefined],
  ['no method', { amount: 1 }, 'validation-failed', 'paymentMethod'],
  ['another method', pix({ paymentMethod: 'CASH' }), 'validation-failed', 'paymentMethod'],
  ['no amount', { paymentMethod: 'PIX' }, 'validation-failed', 'amount'],
  ['an amount of 0', pix({ amount: 0 }), 'validation-failed', 'amount'],
  ['a negative amount', pix({ amount: -5 }), 'validation-failed', 'amount'],
  ['an amount as text', pix({ amount: '1050' }), 'validation-failed', 'amount'],
  ['an amount with a fraction', pix({ amount: 10.5 }), 'validation-failed', 'amount'],
  ['an amount above the largest', pix({ amount: 100_000_000_000 }), 'validation-failed', 'amount'],
  ['an amount beyond 2^53', pix({ amount: 2 ** 53 + 2 }), 'validation-failed', 'amount'],
  ['a null amount', pix({ amount: null }), 'validation-failed', 'amount'],
  ['another currency', pix({ currency: 'USD' }), 'currency-not-supported', 'currency'],
  ['items that are no list', pix({ items: { title: 'x' } }), 'validation-failed', 'items'],
  [
    'a price as text',
    pix({ items: [{ unitPrice: '10' }] }),
    'validation-failed',
    'items.0.unitPrice',
  ],
  ['a customer that is text', pix({ customer: 'Ana' }), 'validation-failed', 'customer'],
  [
    'a document type there is none of',
    pix({ customer: { document: { number: '1', type: 'RG' } } }),
    'validation-failed',
    'customer.document.type',
  ],
  ['metadata of 51 keys', pix({ metadata: manyKeys }), 'validation-failed', 'metadata'],
  [
    'a metadata key of 41 characters',
    pix({ metadata: { ['k'.repeat(41)]: 1 } }),
    'validation-failed',
    `metadata.${'k'.repeat(40)}`,
  ],
  [
    'a metadata value of 501 characters',
    pix({ metadata: { a: 'x'.repeat(501) } }),
    'validation-failed',
    'metadata.a',
  ],
  [
    'a metadata number that cannot be echoed',
    pix({ metadata: JSON.parse('{"a":[12345678901234567890]}') }),
    'validation-failed',
    'metadata',
  ],
  [
    'metadata text of 20 kB',
    pix({ metadata: 'x'.repeat(20_000) }),
    'validation-failed',
    'metadata',
  ],
  [
    'a pix that never expires',
    pix({ pix: { expiresInDays: 0 } }),
    'validation-failed',
    'pix.expiresInDays',
  ],
  ['neither card nor wallet', card({ card: undefined }), 'card-or-wallet-required', 'card'],
  ['an empty card', card({ card: {} }), 'card-or-wallet-required', 'card'],
  [
    'a wallet of another kind',
    card({ card: undefined, wallet: { type: 'OTHER', token: {} } }),
    'card-or-wallet-required',
    'wallet',
  ],
  [
    'a wallet without its token',
    card({ card: undefined, wallet: { type: 'DEVICE_PAY' } }),
    'card-or-wallet-required',
    'wallet',
  ],
  [
    'a card without a holder',
    card({ card: { ...cardData, holderName: '' } }),
    'validation-failed',
    'card.holderName',
  ],
  [
    'a card number with letters',
    card({ card: { ...cardData, number: '4111x' } }),
    'validation-failed',
    'card.number',
  ],
  [
    'a month 13',
    card({ card: { ...cardData, expirationMonth: '13' } }),
    'validation-failed',
    'card.expirationMonth',
  ],
  ['installments 0', card({ installments: 0 }), 'validation-failed', 'installments'],
  [
    'the card number in metadata',
    card({ metadata: { note: 'cartão 4111-1111-1111-1111' } }),
    'card-number-misplaced',
    undefined,
  ],
  [
    'the card number as the holder',
    card({ card: { ...cardData, holderName: '4111111111111111' } }),
    'card-number-misplaced',
    undefined,
  ],
  [
    'the card number in an unknown field',
    card({ note: ['4111 1111 1111 1111'] }),
    'card-number-misplaced',
    undefined,
  ],
  [
    'the card number of an ignored block in metadata',
    pix({ card: cardData, metadata: '4111111111111111' }),
    'card-number-misplaced',
    undefined,
  ],
] as const) {
  test(`an order is rejected: ${what}`, () => {
    assert.throws(
      () => read(body),
      (error) => {
        assert(error instanceof Rejection, String(error))
        assert.equal(error.code, code)
        const { details } = error
        const named = code === 'validation-failed' ? details.issues?.[0]?.field : details.field
        if (field !== undefined) assert.equal(named, field)
        return true
      },
    )
  })
}

test('every problem is listed at once', () => {
  assert.throws(
    () => read({ paymentMethod: 'PIX', items: [{ quantity: 0 }], customer: { name: 7 } }),
    (error) =>
      error instanceof Rejection &&
      error.details.issues?.map(({ field }) => field).join() ===
        'amount,customer.name,items.0.quantity',
  )
})
