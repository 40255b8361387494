import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import type { CardData, CardSale } from '../ports/card.ts'
import { encodeSale } from './sale-request.ts'

const ana: CardData = {
  ...{
    number: '4024007153760011',
    holderName: 'José da Silva',
    expirationMonth: 3,
    expirationYear: 2031,
    cvv: '123',
  },
}
const order = (change: Partial<CardSale> = {}, card: Partial<CardData> = {}): CardSale => ({
  ...{ attemptRef: 'T7K2M9QX4B1C8D5E', amount: cents(2500), installments: 1, capture: true },
  customer: { name: 'Ana Teste' },
  source: { kind: 'card', card: { ...ana, ...card } },
  ...change,
})

test('a sale is written in the form that Rede publishes; one payment has no installments', () => {
  const encoded = encodeSale(order(), { softDescriptor: 'LOJA' })
  assert(encoded.kind === 'encoded')
  const body = {
    ...{ capture: true, kind: 'credit', reference: 'T7K2M9QX4B1C8D5E', amount: 2500 },
    ...{
      cardHolderName: 'Jose da Silva',
      cardNumber: '4024007153760011',
      expirationMonth: 3,
      expirationYear: 2031,
    },
    ...{ securityCode: '123', softDescriptor: 'LOJA', subscription: false },
  }
  assert.deepEqual(JSON.parse(encoded.body), body)
  const split = encodeSale(order({ installments: 3 }), {})
  assert(split.kind === 'encoded')
  assert.equal(JSON.parse(split.body).installments, 3)
})

const rejections: readonly [string, CardSale, string][] = [
  ['nothing to pay', order({ amount: cents(0) }), 'amount-invalid'],
  ['half an installment', order({ installments: 1.5 }), 'installments-invalid'],
  [
    'the card number as holder',
    order({}, { holderName: 'Ana 4024 0071 5376 0011' }),
    'card-invalid',
  ],
  ['a number with a space', order({}, { number: '4024007153760011 ' }), 'card-invalid'],
  ['month 13', order({}, { expirationMonth: 13 }), 'card-invalid'],
  ['a year of two digits', order({}, { expirationYear: 31 }), 'card-invalid'],
  ['a security code of two digits', order({}, { cvv: '12' }), 'card-invalid'],
]
for (const [name, sale, reason] of rejections) {
  test(`${name} is rejected without being sent`, () => {
    const outcome = encodeSale(sale, {})
    assert(outcome.kind === 'rejected')
    assert.equal(outcome.reason, reason)
    assert.ok(!JSON.stringify(outcome).includes('4024'))
  })
}
