import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchFrom, termsOf } from './search-terms.ts'

const payment = {
  amount: 1_234_56,
  name: 'João  da Conceição-Lima',
  email: 'Joao@Exemplo.com.br',
  document: '011.944.777-27',
  endToEndId: 'E1234567820261121AbCdEfGhIjK',
}

test('a payment has the words of its customer, its ids and its amount', () => {
  assert.deepEqual(termsOf(payment), [
    '=123456',
    'joao',
    'da',
    'conceicao',
    'lima',
    'joao@exemplo.com.br',
    '01194477727',
    'e1234567820261121abcdefghijk',
  ])
  const nameless = { name: null, email: null, document: null, endToEndId: null }
  assert.deepEqual(termsOf({ amount: 5, ...nameless }), ['=5'])
})

for (const [what, text, terms] of [
  ['an amount', '1.234,56', ['=123456']],
  ['an amount with its sign', 'R$ 1234,56', ['=123456']],
  ['an amount with a dot', '1234.56', ['=123456']],
  ['a document', '011.944.777-27', ['01194477727']],
  ['a document of digits', '01194477727', ['01194477727']],
  ['an address', ' JOAO@exemplo.com.br ', ['joao@exemplo.com.br']],
  ['an end-to-end id', 'E1234567820261121AbCdEfGhIjK', ['e1234567820261121abcdefghijk']],
  ['words of a name, the longest first', 'joão conceição', ['conceicao', 'joao']],
] as const)
  test(`${what} finds the payment that has it`, () => {
    const search = searchFrom(text)
    assert.deepEqual(search?.terms, terms)
    const found = new Set(termsOf(payment))
    assert.ok(search?.terms.every((term) => found.has(term)))
  })

const companies = [
  { ...payment, name: 'Loja 24 Horas', document: '12.ABC.345/01DE-35' },
  { ...payment, name: 'Padaria Carla 24', document: '12abc34501de35' },
]
for (const [text, found] of [
  ['12.ABC.345/01DE-35', companies],
  ['12ABC34501DE35', companies],
  ['12abc34501de35', companies],
  ['Loja 24 Horas', companies.slice(0, 1)],
  ['loja 24', companies.slice(0, 1)],
  ['Padaria Carla 24', companies.slice(1)],
  ['24', companies],
] as const)
  test(`${text} finds companies by their name or document`, () => {
    const wanted = searchFrom(text)?.terms ?? []
    assert.ok(wanted.length > 0)
    assert.deepEqual(
      companies.filter((each) => wanted.every((term) => termsOf(each).includes(term))),
      found,
    )
  })

test('a search of less than two characters is none, and a long one is cut', () => {
  assert.equal(searchFrom(' a '), undefined)
  assert.equal(searchFrom('a'.repeat(5_000))?.terms[0]?.length, 120)
})
