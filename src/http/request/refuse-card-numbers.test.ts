import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsCardNumber } from '../../brazil/card-search.ts'
import { writeDynamicBrCode } from '../../brazil/write-br-code.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { refuseCardNumbers } from './refuse-card-numbers.ts'

const card = '4111111111111111'

function fieldOf(
  body: unknown,
  more: { query?: Record<string, string>; idempotencyKey?: string } = {},
) {
  try {
    refuseCardNumbers({ body, query: more.query ?? {}, idempotencyKey: more.idempotencyKey })
    return undefined
  } catch (error) {
    assert.ok(error instanceof Rejection && error.code === 'card-number-misplaced', String(error))
    return error.details.field
  }
}

for (const [what, body, field] of [
  ['a field of the body', { externalRef: card }, 'externalRef'],
  ['a field inside others', { items: [{}, { title: `Livro ${card}` }] }, 'items.1.title'],
  ['an unknown field', { note: { deep: [{ er: card }] } }, 'note.deep.0.er'],
  ['a number', { metadata: { ref: Number(card) } }, 'metadata.ref'],
  ['a negative number', { metadata: { ref: -Number(card) } }, 'metadata.ref'],
  ['a fraction', { metadata: { ref: 0.4111111111111111 } }, 'metadata.ref'],
  ['both sides of a point', { metadata: { ref: 41111111.11111111 } }, 'metadata.ref'],
  ['two numbers side by side', { metadata: { a: 41111111, b: 11111111 } }, 'metadata.b'],
  [
    'a list of numbers',
    { order: { metadata: { n: [4111, 1111, 1111, '1111'] } } },
    'order.metadata.n.3',
  ],
  ['metadata that is text', { metadata: `{"pan":"${card}"}` }, 'metadata'],
  ['a name of a field', { metadata: { [card]: 1 } }, 'metadata'],
  ['a name of a field of the body', { [card]: 1 }, 'body'],
  ['a body that is text', card, 'body'],
  ['a body that is a list', [card], '0'],
  ['two fields side by side', { metadata: { a: '41111111', b: '11111111' } }, 'metadata.b'],
  ['entries of a list', { metadata: { n: ['4111', '1111', '1111', '1111'] } }, 'metadata.n.3'],
  ['the holder of the card', { card: { number: card, holderName: card } }, 'card.holderName'],
  ['a document', { customer: { document: { number: card } } }, 'customer.document.number'],
  ['a phone', { customer: { phone: '４１１１ 1111 1111 1111' } }, 'customer.phone'],
  ['a Pix key', { pixKey: `${card}@x.com` }, 'pixKey'],
  ['a bank account', { bankAccount: { number: card } }, 'bankAccount.number'],
] as const) {
  test(`a card number is rejected in ${what}`, () => assert.equal(fieldOf(body), field))
}

for (const [what, body] of [
  ['the number of the card', { card: { number: card } }],
  ['the number that a token is made of', { number: card }],
  ['tokens', { card: { token: card, hash: card }, wallet: { token: { x: card } } }],
  ['a document in base64', { content: card }],
  [
    'a CNPJ that passes for a card',
    { document: '36000000000008', beneficiaryDocument: '36000000000008' },
  ],
  ['a foreign phone that passes for a card', { customer: { phone: '+42 22222222222' } }],
  ['a Pix key of digits', { pixKey: '36000000000008' }],
  ['a bank account of 13 digits', { bankAccount: { number: '4222222222222' } }],
  ['an ISPB before an account', { bankAccount: { ispb: '41111111', number: '11111111' } }],
  ['bytes', Buffer.from(card)],
  ['limits whose digits are those of a card', { limits: { perDay: 41111111, perNight: 11111111 } }],
  [
    'numbers that are no card',
    { metadata: { lat: -23.550519, third: 1 / 3, at: 1_796_000_000_000 } },
  ],
  ['ordinary pieces', { metadata: { year: '2026', cep: '01310100', day: '20261122' } }],
  ['nothing', undefined],
] as const) {
  test(`a request is accepted with ${what}`, () => assert.equal(fieldOf(body), undefined))
}

test('the query and the idempotency key are searched too', () => {
  assert.equal(fieldOf(undefined, { query: { externalRef: card } }), 'externalRef')
  assert.equal(fieldOf(undefined, { query: { cursor: card } }), undefined)
  assert.equal(fieldOf({}, { idempotencyKey: `order-${card}` }), 'Idempotency-Key')
})

test('a random UUID is accepted as the idempotency key, whatever its digits are', () => {
  // The digits of both include a number that passes for a card.
  for (const idempotencyKey of [
    '49786293-2928-4794-8280-946220762460',
    'ab396979-1005-4608-8645-655173846166',
  ])
    assert.equal(fieldOf({}, { idempotencyKey }), undefined)
  assert.equal(
    fieldOf({}, { idempotencyKey: '41111111-1111-1111-0000-000000000000' }),
    'Idempotency-Key',
  )
})

test('a Pix code is no card number, whatever its digits are', () => {
  const location = 'pix.example.com/v2/41111111-1111-1111-8abc-5a7c1f0e9d3b'
  const qrcode = writeDynamicBrCode({ location, receiverName: 'Padaria', city: 'Recife' })
  assert.ok(holdsCardNumber(qrcode))
  assert.equal(fieldOf({ qrcode }), undefined)
  assert.equal(fieldOf({ qrcode: ` ${qrcode}\n` }), undefined)
  assert.equal(fieldOf({ qrcode: `${qrcode} ${card}` }), 'qrcode')
  assert.equal(fieldOf({ qrcode: card }), 'qrcode')
  assert.equal(fieldOf({ description: qrcode }), 'description')
})
