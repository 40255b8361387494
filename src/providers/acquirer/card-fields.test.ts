import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import type { CardData, CardSale } from '../ports/card.ts'
import { checkCard, checkSale, softDescriptorOf } from './card-fields.ts'

const card: CardData = {
  number: '4024007153760011',
  holderName: 'ANA SOUZA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

const cards: readonly [string, Partial<CardData>, string | undefined][] = [
  ['a good card', {}, undefined],
  ['a holder that holds the number', { holderName: 'ANA 4024007153760011' }, 'holder'],
  ['a number of 12 digits', { number: '402400715376' }, 'number'],
  ['a number of 20 digits', { number: '40240071537600110000' }, 'number'],
  ['month 0', { expirationMonth: 0 }, 'expiry'],
  ['month 13', { expirationMonth: 13 }, 'expiry'],
  ['a month and a half', { expirationMonth: 1.5 }, 'expiry'],
  ['year 1999', { expirationYear: 1999 }, 'expiry'],
  ['year 2099', { expirationYear: 2099 }, undefined],
  ['year 2100', { expirationYear: 2100 }, 'expiry'],
  ['a code of 2 digits', { cvv: '12' }, 'cvv'],
  ['a code of 4 digits', { cvv: '1234' }, undefined],
]
for (const [what, change, code] of cards) {
  test(`${what}: ${code ?? 'accepted'}`, () => {
    const changed = { ...card, ...change }
    assert.equal(checkCard(changed, changed.holderName)?.code, code)
  })
}

test('a holder name without any letter is rejected', () => {
  assert.equal(checkCard(card, '')?.code, 'holder')
})

const sale: CardSale = {
  attemptRef: 'A1B2',
  amount: cents(2500),
  installments: 1,
  capture: true,
  customer: { name: 'Ana Souza' },
  source: { kind: 'card', card },
}

test('an amount of zero and installments below one are rejected', () => {
  assert.equal(checkSale(sale, 20), undefined)
  assert.equal(checkSale({ ...sale, amount: cents(0) }, 20)?.code, 'amount')
  assert.equal(checkSale({ ...sale, installments: 0 }, 20)?.code, 'installments')
})

test('an order id that the acquirer does not accept is a bug', () => {
  assert.throws(() => checkSale(sale, 3), /attemptRef/)
  assert.throws(() => checkSale({ ...sale, attemptRef: 'A/B' }, 20), /attemptRef/)
})

test('the name on the statement is that of the sale, else that of the settings', () => {
  assert.equal(softDescriptorOf({ softDescriptor: 'Café 1' }, { softDescriptor: 'LOJA' }), 'Cafe1')
  assert.equal(softDescriptorOf({ softDescriptor: '--' }, { softDescriptor: 'LOJA' }), 'LOJA')
  assert.equal(softDescriptorOf({}, {}), undefined)
})
