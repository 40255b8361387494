import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxAddresses } from '../../../../test/kit/sandbox-addresses.ts'
import { orderWarnings } from './order-warnings.ts'

const address = {
  street: 'Rua A',
  neighborhood: 'Centro',
  city: 'Santos',
  state: 'SP',
  zipCode: '11010-000',
}
const pix = (more: object = {}) => ({ amount: 2_000, paymentMethod: 'PIX', ...more })
const boleto = (more: object = {}) => ({ amount: 2_000, paymentMethod: 'boleto', ...more })
const card = (more: object = {}) => ({ amount: 2_000, paymentMethod: 'CREDIT_CARD', ...more })
const items = [
  { unitPrice: 500, quantity: 2 },
  { unitPrice: 1_000, quantity: 1 },
]

for (const [what, body, expected] of [
  ['an order with nothing more', pix(), []],
  [
    'a whole order',
    pix({ customer: { email: 'ana@exemplo.com.br', address }, items, postbackUrl: 'https://a.br' }),
    [],
  ],
  [
    'an e-mail that is none',
    pix({ customer: { email: 'nope' } }),
    ['email-invalid customer.email'],
  ],
  ['an empty e-mail', pix({ customer: { email: '' } }), []],
  [
    'a short CEP',
    pix({ customer: { address: { zipCode: '123' } } }),
    ['zip-code-invalid customer.address.zipCode'],
  ],
  [
    'a state there is none of',
    pix({ shipping: { address: { state: 'XX' } } }),
    ['state-invalid shipping.address.state'],
  ],
  [
    'an address abroad',
    pix({ shipping: { address: { state: 'XX', zipCode: '123', country: 'pt' } } }),
    [],
  ],
  [
    'a boleto without address',
    boleto({ customer: { name: 'Ana' } }),
    ['boleto-address-missing customer.address'],
  ],
  [
    'a boleto with half an address',
    boleto({ customer: { address: { ...address, city: '' } } }),
    ['boleto-address-missing customer.address.city'],
  ],
  ['a boleto with its address', boleto({ customer: { address } }), []],
  ['a card without cvv', card({ card: { number: '4111111111111111' } }), ['cvv-missing card.cvv']],
  ['a card with cvv', card({ card: { number: '4111111111111111', cvv: 123 } }), []],
  ['a card token', card({ card: { token: 'x' } }), []],
  ['a card block of a PIX', pix({ card: { number: 'x' } }), []],
  ['a postback to this machine', pix({ postbackUrl: 'http://127.0.0.1:3333/inbox' }), []],
  ['a postback over http', pix({ postbackUrl: 'http://a.br' }), ['postback-not-https postbackUrl']],
  ['items that add up', pix({ items }), []],
  ['items that add up with the fee', pix({ amount: 2_500, items, shipping: { fee: 500 } }), []],
  ['items that add up without the fee', pix({ items, shipping: { fee: 500 } }), []],
  [
    'items that add up to something else',
    pix({ amount: 1_900, items }),
    ['items-total-differs items R$\u00a020,00'],
  ],
  ['items without a price', pix({ amount: 1_900, items: [{ title: 'A' }] }), []],
  ['no object at all', 7, []],
] as const) {
  test(`warnings of an order: ${what}`, () =>
    assert.deepEqual(
      orderWarnings(body, sandboxAddresses).map(({ code, field, meant }) =>
        [code, field, meant].filter(Boolean).join(' '),
      ),
      expected,
    ))
}
