import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  identifiersOf,
  payoutWithoutPerson,
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
const randomKey = '123e4567-e12b-12d1-a456-426655440000'
const person = personOf(
  '52998224725',
  [customer, { ...customer, email: null, name: ' Ana Teste (Loja) ' }],
  [
    { type: 'CPF', value: '52998224725' },
    { type: 'PHONE', value: '+5511987654321' },
    { type: 'PHONE', value: '+5521912345678' },
    { type: 'EMAIL', value: 'ana@casa.com.br' },
    { type: 'EVP', value: randomKey },
  ],
)

test('a person has what identifies them, once', () => {
  assert.deepEqual(person, {
    document: '52998224725',
    names: ['Ana Teste (Loja)'],
    emails: ['Ana.Teste@exemplo.com.br', 'ana@casa.com.br'],
    phones: ['11987654321', '21912345678'],
    randomKeys: [randomKey],
    pseudonym: 'Titular 0f3c2b1a',
  })
})

for (const [phone, expected] of [
  ['11987654321', '11987654321'],
  ['+55 (11) 98765-4321', '11987654321'],
  ['(011) 98765-4321', '11987654321'],
  ['0055 11 98765 4321', '11987654321'],
  ['+1 (415) 555-2671', '14155552671'],
  ['98765-4321', undefined],
  ['000 0000-0000', undefined],
  ['PIX', undefined],
] as const)
  test(`the phone "${phone}" of an order is ${expected ?? 'no phone with an area code'}`, () => {
    const { phones } = personOf('52998224725', [{ ...customer, phone }], [])
    assert.deepEqual(phones, expected === undefined ? [] : [expected])
  })

/** What stays byte for byte: ids, amounts, statuses and the words of the protocol. */
const protocol = {
  ...{ id: customer.id, status: 'PAID', amount: 12345, paymentMethod: 'PIX' },
  card: { brand: 'ELO', lastDigits: '************1234' },
  acquirer: { reference: null, tid: '123', nsu: '123456', authorizationCode: '12345678' },
  endToEndId: 'E12345678202611211403abcdefghijk',
  refunds: [
    {
      ...{ id: randomKey, status: 'COMPLETED', pixKey: null, returnId: null },
      endToEndId: 'E12345678202611211403ABCDEFGHIJK',
      createdAt: '2026-11-21T14:03:00.000Z',
    },
  ],
}
for (const [field, value] of [
  ...[' Pix ', 'Elo', 'Paid', 'Completed'].map((name) => ['name', name] as const),
  ...['123', '123456', '1234-5678'].map((phone) => ['phone', phone] as const),
  ['email', 'pix'],
] as const)
  test(`the ${field} "${value}" replaces no word of the protocol`, () => {
    const named = personOf('52998224725', [{ ...customer, [field]: value }], [])
    const json = JSON.stringify(protocol)
    assert.equal(withoutPerson(json, named), json)
  })

test('the key of a refund is replaced, also one that is not known to be of the person', () => {
  const refund = { id: customer.id, endToEndId: 'E1', pixKey: 'loja@exemplo.com.br', amount: 10 }
  assert.deepEqual(JSON.parse(withoutPerson(JSON.stringify({ refunds: [refund] }), person)), {
    refunds: [{ ...refund, pixKey: '***' }],
  })
})

for (const [payout, expected] of [
  [
    '{"providerId":"p1","key":{"type":"EVP","value":"k"},"ownerDocument":"52998224725"}',
    '{"providerId":"p1","key":{"type":"EVP","value":"***"},"ownerDocument":"***"}',
  ],
  [
    '{"providerId":"p1","key":{"type":"PHONE","value":"+55"}}',
    '{"providerId":"p1","key":{"type":"PHONE","value":"***"}}',
  ],
] as const)
  test(`the payout ${payout} keeps its bank and the type of the key`, () => {
    assert.equal(payoutWithoutPerson(payout), expected)
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
  ['+5511987654321', '***'],
  ['5511987654321', '***'],
  ['tel.: (11) 98765-4321.', 'tel.: (***.'],
  ['+55 (11) 98765-4321', '***'],
  ['0055 11 98765 4321', '***'],
  ['(011) 98765-4321', '(***'],
  ['11 - 9 8765 - 4321', '***'],
  ['chave +5521912345678 ou ANA@casa.com.br', 'chave *** ou ***'],
  [`para ${randomKey.toUpperCase()}`, 'para ***'],
  ['111987654321', '111987654321'],
  ['+5411987654321', '+5411987654321'],
] as const)
  test(`"${text}" becomes "${expected}"`, () => {
    assert.equal(scrubberOf(person)(text), expected)
  })

test('the identifiers of a person are found with punctuation, and a name is none', () => {
  const pattern = new RegExp(identifiersOf(person), 'i')
  for (const found of [
    ...['529.982.247-25', '+55 (11) 98765-4321', '+5511987654321', '(011) 98765-4321'],
    ...['ANA.TESTE@EXEMPLO.COM.BR', 'ana@casa.com.br', '+5521912345678', randomKey],
  ])
    assert.match(found, pattern)
  assert.doesNotMatch('Ana Teste (Loja)', pattern)
})

test('the address of a payer leaves the actor of an event, that of a program stays', () => {
  const of = (kind: string) => withoutAddress(JSON.stringify({ kind, address: '203.0.113.7' }))
  assert.equal(of('public'), '{"kind":"public"}')
  assert.equal(of('key'), '{"kind":"key","address":"203.0.113.7"}')
})
