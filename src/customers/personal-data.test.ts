import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  identifiersOf,
  personOf,
  responseWithoutPerson,
  scrubberOf,
  withoutAddress,
  withoutPerson,
} from './personal-data.ts'

const customer = {
  id: '0f3c2b1a-0000-8000-8000-000000000000',
  name: 'Ana Teste (Loja)',
  email: 'Ana.Teste@exemplo.com.br',
  phone: '(11) 98765-4321',
  document: { number: '52998224725', type: 'CPF' },
  externaRef: 'c-1',
  address: { street: 'Rua A', zipCode: '01001000' },
}
const person = personOf('52998224725', [customer, { ...customer, email: null, name: 'Al' }])

test('a person has what identifies them, once, and no text that is too short', () => {
  assert.deepEqual(person, {
    document: '52998224725',
    names: ['Ana Teste (Loja)'],
    emails: ['Ana.Teste@exemplo.com.br'],
    phones: ['11987654321'],
    pseudonym: 'Titular 0f3c2b1a',
  })
})

test('an order keeps everything but the person', () => {
  const order = {
    customer,
    items: [{ title: 'Curso de ANA TESTE (LOJA)', unitPrice: 100, quantity: 1 }],
    shipping: { fee: 5, address: customer.address },
    metadata: { note: 'CPF 529.982.247-25, tel. 11 98765-4321', kept: 'pedido 7' },
    ip: '203.0.113.7',
    externalRef: '52998224725',
  }
  assert.deepEqual(JSON.parse(withoutPerson(JSON.stringify(order), person)), {
    customer: {
      id: customer.id,
      name: 'Titular 0f3c2b1a',
      email: null,
      phone: null,
      document: null,
      externaRef: null,
      address: null,
    },
    items: [{ title: 'Curso de ***', unitPrice: 100, quantity: 1 }],
    shipping: { fee: 5, address: null },
    metadata: { note: 'CPF ***, tel. ***', kept: 'pedido 7' },
    ip: null,
    externalRef: '***',
  })
})

test('a stored response keeps the id that it is, and a sealed one is removed', () => {
  const response = (text: string) => responseWithoutPerson(text, person)
  assert.equal(response('{"to":"ana.teste@exemplo.com.br"}'), '{"to":"***"}')
  assert.equal(response(customer.id), customer.id)
  assert.equal(response('AQABc2VhbGVk'), null)
})

test('numbers keep their spelling', () => {
  const text = '{"metadata":{"big":12345678901234567890,"exact":1.50},"amount":1990}'
  assert.equal(withoutPerson(text, person), text)
})

for (const [text, expected] of [
  ['ana.teste@exemplo.com.br pagou', '*** pagou'],
  ['outra.ana.teste@exemplo.com.br', 'outra.***'],
  ['529982247250', '529982247250'],
  ['a529.982.247/25', 'a529.982.247/25'],
  ['Ana pagou', 'Ana pagou'],
] as const)
  test(`"${text}" becomes "${expected}"`, () => {
    assert.equal(scrubberOf(person)(text), expected)
  })

test('the identifiers of a person are found with punctuation, and a name is none', () => {
  const pattern = new RegExp(identifiersOf(person), 'i')
  for (const found of ['529.982.247-25', '+55 (11) 98765-4321', 'ANA.TESTE@EXEMPLO.COM.BR'])
    assert.match(found, pattern)
  assert.doesNotMatch('Ana Teste (Loja)', pattern)
})

test('the address of a payer leaves the actor of an event, that of a program stays', () => {
  const of = (kind: string) => withoutAddress(JSON.stringify({ kind, address: '203.0.113.7' }))
  assert.equal(of('public'), '{"kind":"public"}')
  assert.equal(of('key'), '{"kind":"key","address":"203.0.113.7"}')
})
