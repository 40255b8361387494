import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderFacts } from '../transaction.ts'
import { cardCustomer } from './card-customer.ts'

const address = {
  ...{ street: 'Rua das Flores', streetNumber: '100', complement: null, neighborhood: 'Centro' },
  ...{ city: 'São Paulo', state: 'SP', zipCode: '01310-100', country: 'BR' },
}
const ana: NonNullable<OrderFacts['customer']> = {
  ...{ id: '1', name: 'Ana Teste', email: 'ana@exemplo.com.br', phone: '(11) 98765-4321' },
  document: { number: '11144477735', type: 'CPF' },
  ...{ externaRef: null, address },
}

test('a payer is passed on whole, and without the fields that the merchant did not send', () => {
  assert.deepEqual(cardCustomer({ customer: ana, ip: '203.0.113.9' }, 'ANA'), {
    ...{ name: 'Ana Teste', email: 'ana@exemplo.com.br', document: '11144477735' },
    ...{ phone: '(11) 98765-4321', ip: '203.0.113.9' },
    address: {
      ...{ street: 'Rua das Flores', streetNumber: '100', neighborhood: 'Centro' },
      ...{ city: 'São Paulo', state: 'SP', zipCode: '01310-100' },
    },
  })
  assert.deepEqual(cardCustomer({ customer: null, ip: null }, 'ANA TESTE'), { name: 'ANA TESTE' })
})

for (const part of ['street', 'city', 'state', 'zipCode'] as const) {
  test(`an address without ${part} is not passed on`, () => {
    const customer = { ...ana, address: { ...address, [part]: null } }
    assert.equal(cardCustomer({ customer, ip: null }, '').address, undefined)
  })
}
